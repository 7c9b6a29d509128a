package io.truebell.admin.foundation;

import io.truebell.core.wire.AddressResolver;
import io.truebell.core.wire.HttpWire;
import io.truebell.core.wire.WireSettings;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The wire to providers. Its settings are a type of the core, which knows no Boot. */
@Configuration(proxyBeanMethods = false)
class WireConfiguration {
  @Bean
  WireSettings wireSettings(Environment environment) {
    Binder binder = Binder.get(environment);
    return new WireSettings(
        binder
            .bind("truebell.wire.allowed-private-networks", Bindable.listOf(String.class))
            .orElse(List.copyOf(WireSettings.DEFAULT.allowedPrivateNetworks())),
        binder
            .bind("truebell.wire.allowed-ports", Bindable.setOf(Integer.class))
            .orElse(Set.copyOf(WireSettings.DEFAULT.allowedPorts())));
  }

  @Bean
  HttpWire wire(WireSettings settings) {
    return new HttpWire(settings, AddressResolver.system());
  }
}
