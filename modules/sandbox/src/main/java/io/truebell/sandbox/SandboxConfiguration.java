package io.truebell.sandbox;

import java.security.SecureRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The key of this process's tickets, new with each start. */
@Configuration(proxyBeanMethods = false)
class SandboxConfiguration {
  @Bean
  Tickets sandboxTickets() {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    return new Tickets(key);
  }
}
