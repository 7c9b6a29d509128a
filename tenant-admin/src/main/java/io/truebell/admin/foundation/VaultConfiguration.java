package io.truebell.admin.foundation;

import io.truebell.core.vault.EnvelopeVault;
import io.truebell.core.vault.TenantKeys;
import io.truebell.core.vault.Vault;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The vault over the platform's table of wrapped keys. */
@Configuration(proxyBeanMethods = false)
class VaultConfiguration {
  @Bean
  Vault vault(VaultSettings settings, TenantKeys keys, Clock clock) {
    return new EnvelopeVault(settings.open(), keys, clock);
  }
}
