package io.truebell.channel.wechat.subscribe;

import io.truebell.channel.wechat.account.OpenId;
import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.channel.wechat.api.WechatApi;
import io.truebell.channel.wechat.template.MessageTemplate;
import io.truebell.channel.wechat.template.TemplateSend;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Content;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Subscribe messages of mini-programs: {@code POST /cgi-bin/message/subscribe/send} [official,
 * api_sendmessage]. One consent of the person is one send; nothing removes duplicates and nothing
 * can be asked. WeChat answers a second call for one person at the same time with 43108 [forum].
 * What became of a message comes as {@code subscribe_msg_sent_event}, by the {@code msgid} of the
 * answer where it has one: the page lists none, the guide and some answers do.
 */
@Component
final class SubscribeAdapter implements ChannelAdapter {
  static final String PATH = "/cgi-bin/message/subscribe/send";

  private static final TemplateSend TEMPLATES = new TemplateSend(false);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final WechatApi api;

  SubscribeAdapter(WechatApi api) {
    this.api = api;
  }

  @Override
  public ChannelDescriptor descriptor() {
    return SubscribeDescriptor.IT;
  }

  @Override
  public List<FieldProblem> checkAddress(String address, boolean sandbox) {
    return OpenId.check(address, sandbox);
  }

  @Override
  public List<FieldProblem> checkSecret(String field, String value) {
    return WechatAccount.check(field, value);
  }

  @Override
  public String tidy(String address) {
    return OpenId.tidy(address);
  }

  @Override
  public String hint(String address) {
    return OpenId.hint(address);
  }

  @Override
  public Map<String, String> templates(Settings settings) {
    return TEMPLATES.templates(settings);
  }

  @Override
  public List<FieldProblem> checkContent(Settings settings, Content content) {
    return TEMPLATES.check(settings, content);
  }

  @Override
  public boolean oneCallPerAddress() {
    return true;
  }

  @Override
  public Outcome send(ChannelCall call) {
    return TEMPLATES.send(
        call,
        (template, filled) ->
            api.send(call, PATH, body(call, template, filled), SubscribeCodes.ALL));
  }

  private static byte[] body(
      ChannelCall call, MessageTemplate template, MessageTemplate.Filled filled) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("touser", call.address().revealText());
    body.put("template_id", template.id());
    template.text("page").ifPresent(page -> body.put("page", page));
    body.put("data", filled.data()); // an object: as a text it is answered with 47003 [forum]
    body.put("miniprogram_state", call.settings().text("miniprogram_state", "formal"));
    body.put("lang", call.settings().text("lang", "zh_CN"));
    return JSON.writeValueAsBytes(body);
  }
}
