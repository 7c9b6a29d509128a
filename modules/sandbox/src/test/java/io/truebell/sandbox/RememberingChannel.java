package io.truebell.sandbox;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Magic;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ProviderSimulator;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.ReceiptRequest;
import io.truebell.core.spi.SimulatedReport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** A channel whose provider has a place without an address, and reports in its own protocol. */
final class RememberingChannel implements ProviderSimulator, ReceiptParser, ChannelAccounts {
  static final ChannelKey KEY = new ChannelKey("remembering");
  static final AccountId ACCOUNT = new AccountId(new UUID(8, 8));

  @Override
  public ChannelKey channel() {
    return KEY;
  }

  @Override
  public Optional<Magic> addressed(Request request) {
    return Magic.of(request.path().substring(1));
  }

  @Override
  public Optional<Answer> answer(Magic magic, Request request, int earlier) {
    return Optional.of(text(magic + " " + earlier));
  }

  @Override
  public Act act(Magic magic, Request request, Caller caller) {
    String report = "ref-" + caller.delivery();
    SimulatedReport own =
        new SimulatedReport("key=42", Map.of(), report.getBytes(StandardCharsets.UTF_8));
    return new Act(answer(magic, request, caller.earlier()), Optional.of(List.of(own)));
  }

  @Override
  public Optional<Answer> aside(Request request, Caller caller) {
    return request.path().equals("/token")
        ? Optional.of(text("token for " + request.query() + " of " + caller.account()))
        : Optional.empty();
  }

  private static Answer text(String text) {
    return new Answer(200, Map.of(), text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Authenticity verify(ReceiptRequest request) {
    return request.query().equals("key=42")
        ? Authenticity.receipts()
        : Authenticity.refused("wrong_key");
  }

  @Override
  public List<ProviderReceipt> read(ReceiptRequest request) {
    String ref = new String(request.body(), StandardCharsets.UTF_8);
    return List.of(
        new ProviderReceipt(
            null, new ReceiptMatch.ByProviderRef(ref), ReceiptNews.delivered(), "own", "", null));
  }

  @Override
  public Optional<Known> find(AccountId account) {
    return account.equals(ACCOUNT) ? Optional.of(new Known(account, KEY, true)) : Optional.empty();
  }

  @Override
  public <T> Optional<T> open(AccountId account, Function<Opened, T> work) {
    return Optional.empty();
  }

  @Override
  public Map<DeliveryId, String> grantTemplates(List<DueDelivery> deliveries) {
    return Map.of();
  }

  @Override
  public List<GrantTemplate> grantTemplates() {
    return List.of();
  }
}
