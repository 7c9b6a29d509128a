package io.truebell.dispatch.explain;

import io.truebell.core.message.ReasonCatalog;
import io.truebell.dispatch.accounts.Channels;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Makes sentences from reasons, in English and Chinese. */
@Component
public class Sentences {
  private static final Pattern PARAMETER = Pattern.compile("\\{([a-z_]+)}");

  /** One sentence in both languages. */
  public record Said(String en, String zh) {}

  private final Map<String, ReasonCatalog.Sentences> byCode = new HashMap<>();

  private final Channels channels;

  Sentences(ObjectProvider<ReasonCatalog> catalogs, Channels channels) {
    this.channels = channels;
    catalogs.forEach(
        catalog ->
            catalog
                .sentences()
                .forEach(
                    (code, sentences) -> {
                      if (byCode.put(code, sentences) != null) {
                        throw new IllegalStateException("two catalogues have the reason " + code);
                      }
                    }));
  }

  /** The sentence for a reason; a code that no module explains any more is shown as it is. */
  public Said say(String code, Map<String, ?> numbers) {
    ReasonCatalog.Sentences sentences = byCode.get(code);
    if (sentences == null) {
      return new Said("Reason " + code + ".", "原因代码 " + code + "。");
    }
    Map<String, Object> en = new HashMap<>(numbers);
    Map<String, Object> zh = new HashMap<>(numbers);
    if (numbers.get("channel") instanceof String key) {
      channels
          .find(key)
          .map(adapter -> adapter.descriptor().title())
          .ifPresent(
              title -> {
                en.put("channel", title.en());
                zh.put("channel", title.zh());
              });
    }
    return new Said(tidy(fill(sentences.en(), en)) + ".", tidy(fill(sentences.zh(), zh)) + "。");
  }

  private static String fill(String sentence, Map<String, ?> numbers) {
    return PARAMETER
        .matcher(sentence)
        .replaceAll(m -> Matcher.quoteReplacement(Objects.toString(numbers.get(m.group(1)), "?")));
  }

  /** A provider that said nothing leaves no dangling colon. */
  private static String tidy(String sentence) {
    return sentence.replace(": )", ")").replace("：）", "）").replaceAll("[:：]\\s*$", "");
  }
}
