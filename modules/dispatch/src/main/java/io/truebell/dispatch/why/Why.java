package io.truebell.dispatch.why;

import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import io.truebell.core.spi.Witness;
import io.truebell.core.spi.Witness.Testimony;
import io.truebell.dispatch.accounts.Channels;
import io.truebell.dispatch.explain.Explanations;
import io.truebell.dispatch.explain.MessageView;
import io.truebell.dispatch.explain.Sentences;
import io.truebell.dispatch.explain.Sentences.Said;
import io.truebell.dispatch.why.WhyRows.Person;
import io.truebell.dispatch.why.WhyView.WhyFactView;
import io.truebell.dispatch.why.WhyView.WhyRecipientView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Puts together what the rows say of a person around some time. */
@Component
class Why {
  /** Most messages of one answer. */
  static final int MOST = 50;

  private static final int LONGEST_ID = 128;

  private final WhyRows rows;
  private final Explanations explanations;
  private final Sentences sentences;
  private final Channels channels;
  private final ObjectProvider<Witness> witnesses;

  Why(
      WhyRows rows,
      Explanations explanations,
      Sentences sentences,
      Channels channels,
      ObjectProvider<Witness> witnesses) {
    this.rows = rows;
    this.explanations = explanations;
    this.sentences = sentences;
    this.channels = channels;
    this.witnesses = witnesses;
  }

  WhyView ask(String externalId, Question question) {
    return find(externalId)
        .map(known -> about(known, question))
        .orElseGet(() -> nobody(externalId, question));
  }

  /** What cannot be stored is nobody's id. */
  private Optional<Person> find(String externalId) {
    List<FieldProblem> problems = new ArrayList<>();
    Text.check(problems, "external_id", externalId, LONGEST_ID, false);
    return problems.isEmpty() ? rows.person(externalId) : Optional.empty();
  }

  private static WhyView nobody(String externalId, Question question) {
    return new WhyView(
        new WhyRecipientView(externalId, false, null, null),
        question.from(),
        question.to(),
        Answer.unknown(externalId),
        List.of(),
        List.of(),
        null,
        null);
  }

  private WhyView about(Person person, Question question) {
    List<UUID> nearest = rows.around(person, question, MOST + 1);
    List<UUID> shown = nearest.stream().limit(MOST).toList();
    List<MessageView> messages = explanations.messages(shown);
    List<WhyFactView> facts = facts(person, question);
    MessageView before = one(rows.before(person, question, nearest));
    MessageView after = one(rows.after(person, question));
    Answer answer = new Answer(question, person, nearest.size() > MOST, this::title);
    return new WhyView(
        new WhyRecipientView(person.externalId(), true, person.createdAt(), person.zone()),
        question.from(),
        question.to(),
        answer.of(messages, facts, before, after),
        messages,
        facts,
        before,
        after);
  }

  private @Nullable MessageView one(Optional<UUID> message) {
    return message.map(id -> explanations.messages(List.of(id)).getFirst()).orElse(null);
  }

  private Said title(String channel) {
    return channels
        .find(channel)
        .map(adapter -> adapter.descriptor().title())
        .map(title -> new Said(title.en(), title.zh()))
        .orElse(new Said(channel, channel));
  }

  private List<WhyFactView> facts(Person person, Question question) {
    RecipientId recipient = new RecipientId(person.id());
    return witnesses
        .orderedStream()
        .flatMap(w -> w.about(recipient, question.from(), question.to()).stream())
        .sorted(Comparator.comparing(Testimony::at))
        .map(this::fact)
        .toList();
  }

  private WhyFactView fact(Testimony told) {
    Said what = sentences.say(told.what().code(), told.what().with());
    Said said =
        told.because() == null
            ? what
            : because(what, sentences.say(told.because().code(), told.because().with()));
    return new WhyFactView(
        told.at(),
        told.kind(),
        said,
        told.delivery() == null ? null : told.delivery().value(),
        told.plan());
  }

  /** The first sentence gives its full stop up for a colon. */
  private static Said because(Said what, Said why) {
    return new Said(
        what.en().substring(0, what.en().length() - 1) + ": " + why.en(),
        what.zh().substring(0, what.zh().length() - 1) + "：" + why.zh());
  }
}
