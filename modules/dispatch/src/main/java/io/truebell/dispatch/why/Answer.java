package io.truebell.dispatch.why;

import io.truebell.dispatch.explain.MessageView;
import io.truebell.dispatch.explain.Sentences.Said;
import io.truebell.dispatch.why.WhyRows.Person;
import io.truebell.dispatch.why.WhyView.WhyFactView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Says it in a few sentences. Nothing in them is more than what the messages and facts tell. */
final class Answer {
  private final Question question;
  private final Person person;
  private final boolean others;
  private final LocalTimes times;
  private final Function<String, Said> titles;

  /**
   * @param others whether there are more messages than are looked at
   * @param titles a channel's name in both languages by its key
   */
  Answer(Question question, Person person, boolean others, Function<String, Said> titles) {
    this.question = question;
    this.person = person;
    this.others = others;
    this.titles = titles;
    this.times = new LocalTimes(person.zone(), question.at());
  }

  static Said unknown(String externalId) {
    return new Said(
        "Nobody is known here by the id \""
            + externalId
            + "\", so nothing can have been sent to them. Ids are compared letter by letter, and"
            + " capital letters count.",
        "此处没有 ID 为“" + externalId + "”的收件人，因此不可能向其发送过消息。ID 逐字比较，区分大小写。");
  }

  Said of(
      List<MessageView> messages,
      List<WhyFactView> facts,
      @Nullable MessageView before,
      @Nullable MessageView after) {
    if (!messages.isEmpty()) {
      return some(messages);
    }
    return person.createdAt().isAfter(question.at()) ? tooEarly(after) : none(facts, before, after);
  }

  /** The person was made after the time that was asked about. */
  private Said tooEarly(@Nullable MessageView after) {
    String at = times.of(person.createdAt());
    Said first =
        new Said(
            "The person was made known here only at "
                + at
                + ", after the time asked about; before that nothing could be sent to them.",
            "此人于 " + at + " 才登记，晚于所问的时间；在此之前无法向其发送。");
    return joined(first, next(after));
  }

  private Said none(
      List<WhyFactView> facts, @Nullable MessageView before, @Nullable MessageView after) {
    String from = times.of(question.from());
    String to = times.of(question.to());
    Said nothing =
        new Said(
            "No message was made for this person between " + from + " and " + to + ".",
            from + " 至 " + to + " 之间没有为此人生成任何消息。");
    List<Said> said = new ArrayList<>(List.of(nothing));
    facts.stream()
        .filter(fact -> fact.plan() != null)
        .max(Comparator.comparing(WhyFactView::at))
        .ifPresent(fact -> said.add(fact.said()));
    said.add(last(before));
    said.add(next(after));
    return joined(said.toArray(Said[]::new));
  }

  private Said last(@Nullable MessageView before) {
    if (before == null) {
      return new Said("There was none before.", "在此之前也没有。");
    }
    String at = times.of(before.createdAt());
    return new Said(
        "The last one before was \"" + before.title() + "\" at " + at + ".",
        "之前最近的一条是 " + at + " 的“" + before.title() + "”。");
  }

  private Said next(@Nullable MessageView after) {
    if (after == null) {
      return new Said("There is none after.", "之后也没有。");
    }
    String at = times.of(after.createdAt());
    return new Said(
        "The next one was \"" + after.title() + "\" at " + at + ".",
        "之后的第一条是 " + at + " 的“" + after.title() + "”。");
  }

  private Said some(List<MessageView> messages) {
    List<Fate> fates = messages.stream().map(message -> Fate.of(message, times, titles)).toList();
    Fate nearest =
        fates.stream().min(Comparator.comparing(fate -> distance(fate.message()))).orElseThrow();
    return joined(count(fates), nearest.told());
  }

  private Duration distance(MessageView message) {
    return Duration.between(message.createdAt(), question.at()).abs();
  }

  /** How many there are and what became of them; of a single one the next sentence tells that. */
  private Said count(List<Fate> fates) {
    if (fates.size() == 1) {
      return new Said("One message was for this person.", "有一条给此人的消息。");
    }
    Map<Fate.Kind, Integer> kinds = new EnumMap<>(Fate.Kind.class);
    fates.forEach(fate -> kinds.merge(fate.kind(), 1, Integer::sum));
    List<String> en = new ArrayList<>();
    List<String> zh = new ArrayList<>();
    kinds.forEach(
        (kind, n) -> {
          en.add(n + " " + kind.en());
          zh.add(n + " 条" + kind.zh());
        });
    String more = others ? "More than " : "";
    return new Said(
        more
            + fates.size()
            + " messages were for this person: "
            + String.join(", ", en)
            + ". Nearest to the time asked about:",
        (others ? "超过 " : "共 ")
            + fates.size()
            + " 条给此人的消息："
            + String.join("，", zh)
            + "。最接近所问时间的一条：");
  }

  private static Said joined(Said... parts) {
    StringBuilder en = new StringBuilder();
    StringBuilder zh = new StringBuilder();
    for (Said part : parts) {
      en.append(en.isEmpty() ? "" : " ").append(part.en());
      zh.append(part.zh());
    }
    return new Said(en.toString(), zh.toString());
  }
}
