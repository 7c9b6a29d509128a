package io.truebell.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class MissingStoresTest {
  private static final MissingStores ALL = new MissingStores(true, true, true);

  @Test
  void withoutSettingsEverythingIsMissing() {
    assertThat(MissingStores.of(settings(Map.of()))).isEqualTo(ALL);
    assertThat(ALL.none()).isFalse();
  }

  @Test
  void anEmptySettingCountsAsNone() {
    assertThat(MissingStores.of(settings(Map.of("truebell.redis.url", " ")))).isEqualTo(ALL);
  }

  @Test
  void eachStoreCanBeOnesOwn() {
    assertThat(MissingStores.of(settings(Map.of("truebell.postgres.url", "jdbc:postgresql:x"))))
        .isEqualTo(new MissingStores(false, true, true));
    assertThat(MissingStores.of(settings(Map.of("truebell.redis.url", "redis://x"))))
        .isEqualTo(new MissingStores(true, false, true));
  }

  @Test
  void theEnvironmentNamesThemToo() {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .addFirst(
            new SystemEnvironmentPropertySource(
                "test",
                Map.of("TRUEBELL_POSTGRES_URL", "jdbc:x", "TRUEBELL_REDIS_URL", "redis://x")));
    assertThat(MissingStores.of(environment).none()).isTrue();
  }

  @Test
  void aKeyOfOnesOwnIsNotMadeAgain() {
    for (String setting :
        new String[] {"truebell.vault.master-key-file", "truebell.vault.master-key"}) {
      assertThat(MissingStores.of(settings(Map.of(setting, "given"))).masterKey()).isFalse();
    }
  }

  private static StandardEnvironment settings(Map<String, Object> settings) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
    return environment;
  }
}
