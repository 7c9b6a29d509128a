package io.truebell.plans.plan;

import io.truebell.core.message.Reason;
import io.truebell.core.message.ReasonCatalog;
import io.truebell.core.message.ReasonCatalog.Sentences;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.SecretField.Title;
import io.truebell.plans.plan.PlanView.ReasonView;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Reasons in English and Chinese, also those that other modules gave for ending a reminder. */
@Component
class Spoken {
  private static final Pattern PARAMETER = Pattern.compile("\\{([a-z_]+)}");

  private final Map<String, Sentences> sentences = new HashMap<>();
  private final Map<String, Title> titles = new HashMap<>();

  Spoken(ObjectProvider<ReasonCatalog> catalogs, ObjectProvider<ChannelAdapter> channels) {
    catalogs.forEach(catalog -> sentences.putAll(catalog.sentences()));
    channels.forEach(c -> titles.put(c.descriptor().key().value(), c.descriptor().title()));
  }

  ReasonView say(Reason reason) {
    String code = reason.code();
    Sentences said = sentences.getOrDefault(code, new Sentences("Reason " + code, "原因代码 " + code));
    Title channel = titles.get(String.valueOf(reason.with().get("channel")));
    Map<String, Object> en = new HashMap<>(reason.with());
    Map<String, Object> zh = new HashMap<>(reason.with());
    if (channel != null) {
      en.put("channel", channel.en());
      zh.put("channel", channel.zh());
    }
    return new ReasonView(
        code, fill(said.en(), en) + ".", fill(said.zh(), zh) + "。", reason.with());
  }

  private static String fill(String sentence, Map<String, Object> with) {
    return PARAMETER
        .matcher(sentence)
        .replaceAll(m -> Matcher.quoteReplacement(Objects.toString(with.get(m.group(1)), "?")));
  }
}
