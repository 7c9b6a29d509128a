package io.truebell.dispatch.explain;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Zones;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.dispatch.accounts.Channels;
import io.truebell.dispatch.explain.ExplainRows.DeliveryRow;
import io.truebell.dispatch.explain.ExplainRows.MessageRow;
import io.truebell.dispatch.explain.ExplainRows.TraceRow;
import io.truebell.dispatch.explain.MessageView.NotPlannedView;
import io.truebell.dispatch.explain.Sentences.Said;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Tells what happened, from the record that each stage wrote. */
@Component
public class Explanations {
  private static final TypeReference<List<Map<String, String>>> NOTES = new TypeReference<>() {};
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private final ExplainRows rows;
  private final FactRows facts;
  private final Channels channels;
  private final Sentences sentences;
  private final JsonMapper json;

  Explanations(
      ExplainRows rows, FactRows facts, Channels channels, Sentences sentences, JsonMapper json) {
    this.rows = rows;
    this.facts = facts;
    this.channels = channels;
    this.sentences = sentences;
    this.json = json;
  }

  /**
   * @throws ApiProblem 404
   */
  MessageView message(UUID id) {
    MessageRow row = rows.message(id).orElseThrow(() -> ApiProblem.notFound("message"));
    return view(row, rows.ofMessages(List.of(id)));
  }

  /**
   * @throws ApiProblem 404
   */
  NotificationFactView notification(UUID id) {
    return facts.find(id).orElseThrow(() -> ApiProblem.notFound("notification"));
  }

  Page<MessageView> messages(MessageFilter filter, @Nullable String cursor, int limit) {
    List<MessageRow> found = rows.messages(filter, Cursor.read(cursor), limit + 1);
    Map<UUID, List<DeliveryRow>> deliveries =
        rows.ofMessages(found.stream().map(MessageRow::id).toList()).stream()
            .collect(Collectors.groupingBy(DeliveryRow::message));
    return Page.of(found, limit, row -> Cursor.after(row.id()))
        .map(row -> view(row, deliveries.getOrDefault(row.id(), List.of())));
  }

  /** Those of {@code ids} that there are, oldest first. */
  public List<MessageView> messages(List<UUID> ids) {
    return views(rows.messages(ids));
  }

  private List<MessageView> views(List<MessageRow> found) {
    Map<UUID, List<DeliveryRow>> deliveries =
        rows.ofMessages(found.stream().map(MessageRow::id).toList()).stream()
            .collect(Collectors.groupingBy(DeliveryRow::message));
    return found.stream()
        .map(row -> view(row, deliveries.getOrDefault(row.id(), List.of())))
        .toList();
  }

  /**
   * @throws ApiProblem 404
   */
  DeliveryView delivery(UUID id) {
    return view(rows.delivery(id).orElseThrow(() -> ApiProblem.notFound("delivery")));
  }

  /**
   * @throws ApiProblem 404
   */
  ExplanationView explain(UUID id) {
    DeliveryView delivery = delivery(id);
    return new ExplanationView(
        delivery,
        rows.trace(id).stream().map(this::entry).toList(),
        rows.attempts(id),
        rows.receipts(id),
        rows.inquiries(id),
        descriptor(delivery.channel()).map(Explanations::canProve).orElse(null));
  }

  private MessageView view(MessageRow row, List<DeliveryRow> deliveries) {
    List<DeliveryView> views = deliveries.stream().map(this::view).toList();
    List<Said> lines = views.stream().map(DeliveryView::status).toList();
    return new MessageView(
        row.id(),
        row.notification(),
        row.recipient(),
        row.type(),
        row.category(),
        row.subject(),
        row.title(),
        row.inbox(),
        row.createdAt(),
        row.readAt(),
        views,
        json.readValue(row.notPlanned(), NOTES).stream()
            .map(note -> NotPlannedView.of(note, sentences))
            .toList(),
        StatusLine.message(row.inbox(), lines));
  }

  private DeliveryView view(DeliveryRow row) {
    Optional<ChannelDescriptor> descriptor = descriptor(row.channel());
    DeliveryState state = DeliveryState.valueOf(row.state());
    return new DeliveryView(
        row.id(),
        row.message(),
        row.notification(),
        row.recipient(),
        row.channel(),
        row.account(),
        row.hint(),
        state,
        row.reason(),
        row.sandbox(),
        descriptor.map(d -> d.ceiling().name()).orElse(null),
        row.attempts(),
        row.notBefore(),
        row.expiresAt(),
        row.providerRef(),
        row.receiptOverdueAt(),
        row.resendOf(),
        row.resentAs(),
        row.createdAt(),
        row.updatedAt(),
        StatusLine.of(
            state,
            title(row.channel(), descriptor),
            descriptor.map(d -> d.ceiling() == Ceiling.DELIVERED || row.sandbox()).orElse(true),
            row.sandbox(),
            row.receiptOverdueAt() != null,
            row.updatedAt(),
            Zones.orUtc(row.zone())),
        sentences.say(row.reason(), json.readValue(row.numbers(), OBJECT)));
  }

  private ExplanationView.Entry entry(TraceRow row) {
    Map<String, Object> numbers = json.readValue(row.numbers(), OBJECT);
    return new ExplanationView.Entry(
        row.seq(),
        row.at(),
        row.from(),
        row.to(),
        row.cause(),
        row.reason(),
        numbers,
        row.source(),
        row.policy(),
        row.policyVersion(),
        row.attempt(),
        row.actor(),
        sentences.say(row.reason(), numbers));
  }

  private Optional<ChannelDescriptor> descriptor(@Nullable String channel) {
    return channel == null
        ? Optional.empty()
        : channels.find(channel).map(ChannelAdapter::descriptor);
  }

  private static @Nullable Said title(
      @Nullable String channel, Optional<ChannelDescriptor> descriptor) {
    return channel == null
        ? null
        : descriptor
            .map(d -> new Said(d.title().en(), d.title().zh()))
            .orElse(new Said(channel, channel));
  }

  private static Said canProve(ChannelDescriptor descriptor) {
    return switch (descriptor.ceiling()) {
      case ACCEPTED ->
          new Said(
              "This channel can prove that "
                  + descriptor.title().en()
                  + " took the message, and never that it reached the person.",
              "此渠道只能证明" + descriptor.title().zh() + "已受理，永远无法证明已到达本人。");
      case DELIVERED ->
          new Said(
              "This channel can prove that the message reached its receiver.", "此渠道可以证明消息已到达接收方。");
    };
  }
}
