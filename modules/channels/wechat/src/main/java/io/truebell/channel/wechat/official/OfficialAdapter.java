package io.truebell.channel.wechat.official;

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
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.spi.Settings;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Template messages of official accounts: {@code POST /cgi-bin/message/template/send} [official,
 * api_sendtemplatemessage]. WeChat sends one message for a person and a {@code client_msg_id},
 * which it remembers for ten minutes; what it answers to the second call is documented nowhere.
 */
@Component
final class OfficialAdapter implements ChannelAdapter {
  static final String PATH = "/cgi-bin/message/template/send";

  private static final TemplateSend TEMPLATES = new TemplateSend(true);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final WechatApi api;
  private final Clock clock;

  OfficialAdapter(WechatApi api, Clock clock) {
    this.api = api;
    this.clock = clock;
  }

  @Override
  public ChannelDescriptor descriptor() {
    return OfficialDescriptor.IT;
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
  public Outcome send(ChannelCall call) {
    if (call.earlierCodes().contains(OfficialCodes.IN_REVIEW)) {
      return new Unknown(
          OfficialCodes.IN_REVIEW, "WeChat has it in review; it was not sent once more");
    }
    if (call.earlierCodes().contains(OfficialCodes.BUSY) && forgotten(call)) {
      return new Unknown(
          OfficialCodes.BUSY,
          "an earlier call may have been carried out; it was not sent once more");
    }
    return TEMPLATES.send(
        call,
        (template, filled) ->
            api.send(call, PATH, body(call, template, filled), OfficialCodes.ALL));
  }

  /** Whether WeChat may not know the id of an earlier call any more; counted from before it. */
  private boolean forgotten(ChannelCall call) {
    return !clock
        .instant()
        .plus(call.timeout())
        .isBefore(call.content().createdAt().plus(OfficialDescriptor.REMEMBERS));
  }

  private static byte[] body(
      ChannelCall call, MessageTemplate template, MessageTemplate.Filled filled) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("touser", call.address().revealText());
    body.put("template_id", template.id());
    template.text("url").ifPresent(url -> body.put("url", url));
    if (template.settings().get("miniprogram") instanceof Map<?, ?> miniprogram) {
      body.put("miniprogram", miniprogram);
    }
    body.put("client_msg_id", call.idempotencyKey());
    body.put("data", filled.data());
    return JSON.writeValueAsBytes(body);
  }
}
