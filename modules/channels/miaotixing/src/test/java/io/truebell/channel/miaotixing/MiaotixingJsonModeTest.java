package io.truebell.channel.miaotixing;

import static io.truebell.testkit.Behaviour.answer;
import static io.truebell.testkit.Behaviour.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.Fault;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Failed;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.wire.Wire;
import io.truebell.testkit.Behaviour;
import io.truebell.testkit.CallFixture;
import io.truebell.testkit.ChannelAdapterContract;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MiaotixingJsonModeTest extends ChannelAdapterContract {
  private static final String CODE = "tDS0Se9";

  @Override
  protected ChannelAdapter adapter(Wire wire, URI provider) {
    return new MiaotixingAdapter(
        wire, new MiaotixingSettings(provider, MiaotixingAdapter.PACING, "miaotixing"));
  }

  @Override
  protected Map<String, Object> settings() {
    return Map.of("protocol", "json");
  }

  @Override
  protected String address(URI provider) {
    return CODE;
  }

  @Override
  protected String secretPart() {
    return CODE;
  }

  @Override
  protected String sandboxAddress() {
    return "sandbox-slow";
  }

  @Override
  protected Behaviour acceptance() {
    return json(200, "\ufeff{\"code\":0,\"msg\":\"完成\",\"data\":{\"mptext\":1}}\n");
  }

  @Override
  protected List<Example> examples() {
    return List.of(
        new Example(json(200, "{\"code\":102,\"msg\":\"冷却中\"}"), Transient.class),
        new Example(json(200, "{\"code\":7,\"msg\":\"没有权限\"}"), Rejected.class),
        new Example(json(200, "{\"code\":-1}"), Rejected.class),
        new Example(json(500, "{\"code\":0}"), Failed.class),
        new Example(json(403, "{\"code\":0}"), Unknown.class),
        new Example(answer(200, "完成"), Unknown.class),
        new Example(json(200, "{\"code\":\"0\"}"), Unknown.class),
        new Example(json(200, "{\"code\":0.0}"), Unknown.class),
        new Example(json(200, "{\"code\":null}"), Unknown.class),
        new Example(json(200, "{\"code\":0,\"code\":102}"), Unknown.class),
        new Example(json(200, "{\"code\":0} trailing"), Unknown.class),
        new Example(json(200, "{\"code\":0"), Unknown.class),
        new Example(json(200, "[".repeat(16_000)), Unknown.class));
  }

  @ParameterizedTest
  @CsvSource({"7, 8", "0, 1", "-5, 1", "9999999999, 86401"})
  void aCooldownWaitsOneSecondMoreThanWhatRemains(long remaining, long wait) {
    provider.always(json(200, "{\"code\":102,\"data\":{\"remaining\":" + remaining + "}}"));
    assertThat(send(1, CallFixture.AMPLE))
        .isEqualTo(new Transient("code_102", "", Duration.ofSeconds(wait), SlowScope.EGRESS));
  }

  @Test
  void anUndocumentedCodeIsRefusedWithItsText() {
    provider.always(json(200, "{\"code\":7,\"msg\":\"没有权限\"}"));
    assertThat(send(1, CallFixture.AMPLE))
        .isEqualTo(new Rejected(Fault.CONFIGURATION, "code_7", "没有权限", false));
  }

  @Test
  void aMissingReminderIsTheRecipientsFault() {
    provider.always(json(200, "{\"code\":104,\"msg\":\"找不到提醒单\"}"));
    Outcome outcome = send(1, CallFixture.AMPLE);
    assertThat(((Rejected) outcome).fault()).isEqualTo(Fault.RECIPIENT);
  }

  @Test
  void theRequestAsksForJson() {
    provider.always(acceptance());
    send(1, CallFixture.AMPLE);
    assertThat(provider.only().form()).containsEntry("type", "json");
  }
}
