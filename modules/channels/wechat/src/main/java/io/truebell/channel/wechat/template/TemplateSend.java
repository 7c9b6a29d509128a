package io.truebell.channel.wechat.template;

import io.truebell.core.message.Fault;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.Content;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * What a channel that sends templates says of a content, and when it may call at all.
 *
 * @param untyped whether keywords may have no type, as in old templates of official accounts
 */
public record TemplateSend(boolean untyped) {
  /** The provider's templates by the type of notification. */
  public Map<String, String> templates(Settings settings) {
    Map<String, String> ids = new LinkedHashMap<>();
    MessageTemplate.all(settings, untyped)
        .forEach((type, template) -> ids.put(type, template.id()));
    return ids;
  }

  /** What of a content cannot be sent as it is. */
  public List<FieldProblem> check(Settings settings, Content content) {
    return MessageTemplate.of(settings, content.type(), untyped)
        .map(template -> template.fill(content).problems())
        .orElseGet(
            () ->
                List.of(
                    new FieldProblem(
                        "type",
                        "no_template",
                        "the account has no template for notifications of this type")));
  }

  /** Sends when there is something to send; whatever is missing is found before the call. */
  public Outcome send(
      ChannelCall call, BiFunction<MessageTemplate, MessageTemplate.Filled, Outcome> send) {
    Optional<MessageTemplate> template =
        MessageTemplate.of(call.settings(), call.content().type(), untyped);
    if (template.isEmpty()) {
      String text = "the account has no template for notifications of this type";
      return new Rejected(Fault.CONFIGURATION, "no_template", text, false);
    }
    MessageTemplate.Filled filled = template.get().fill(call.content());
    return filled.problems().isEmpty()
        ? send.apply(template.get(), filled)
        : new Rejected(Fault.MESSAGE, "invalid_content", words(filled.problems()), false);
  }

  private static String words(List<FieldProblem> problems) {
    return problems.stream()
        .map(problem -> problem.field() + " " + problem.reason())
        .collect(Collectors.joining("; "));
  }
}
