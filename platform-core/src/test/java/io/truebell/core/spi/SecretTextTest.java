package io.truebell.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.vault.Secret;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretTextTest {
  private static final List<Secret> SECRETS =
      List.of(
          Secret.of("tDS0Se9"),
          Secret.of("a1B"),
          Secret.of("https://x.example/t 1"),
          Secret.of(""));

  @ParameterizedTest
  @CsvSource({
    "'no tDS0Se9, tDS0Se9', 'no •••, •••'",
    "'who is a1B', 'who is •••'",
    "'to https%3A%2F%2Fx.example%2Ft+1.', 'to •••.'",
    "'cut at tDS0Se', 'cut at •••'",
    "'cut at tDS0', 'cut at •••'",
    "'cut at https%3A%2F%2Fx.ex', 'cut at •••'",
    "'tDS', 'tDS'",
    "'tDS0 within', 'tDS0 within'",
    "'', ''",
  })
  void secretsAndTheirBeginningsAtTheEndAreHidden(String text, String hidden) {
    assertThat(SecretText.hide(text, SECRETS)).isEqualTo(hidden);
  }

  @Test
  void aSecretWithinAnotherLeavesNothingOfTheOther() {
    List<Secret> nested = List.of(Secret.of("abc"), Secret.of("abcdef"));
    assertThat(SecretText.hide("abcdef abc", nested)).isEqualTo("••• •••");
  }

  @Test
  void whatAnOutcomeKeepsIsBoundedAndWithoutControlCharacters() {
    String wild = "\u0000a\u0007\n" + "b".repeat(1000);
    Outcome.Accepted accepted = new Outcome.Accepted(wild, wild, wild, false);
    assertThat(accepted.providerRef()).hasSize(Outcome.MAX_REF).startsWith("a b");
    assertThat(accepted.code()).hasSize(Outcome.MAX_CODE).startsWith("a b");
    assertThat(accepted.text()).hasSize(Outcome.MAX_TEXT).startsWith("a b");
    assertThat(new Outcome.Accepted("x".repeat(199) + "😊", "ok", "", false).providerRef())
        .isEqualTo("x".repeat(199));
  }
}
