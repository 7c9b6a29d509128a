package io.truebell.sandbox;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.Sandboxes;
import io.truebell.core.tenancy.Tenant;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Names the simulator's place for one call: this process, a ticket in the path. */
@Component
@ServedWhenEnabled
class ServedSandboxes implements Sandboxes {
  private final SandboxSettings settings;
  private final Simulators simulators;
  private final Tickets tickets;
  private final Environment environment;

  ServedSandboxes(
      SandboxSettings settings, Simulators simulators, Tickets tickets, Environment environment) {
    this.settings = settings;
    this.simulators = simulators;
    this.tickets = tickets;
    this.environment = environment;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException when the channel has no simulator
   */
  @Override
  public URI baseFor(Tenant tenant, ChannelKey channel, AccountId account, DeliveryId delivery) {
    if (simulators.of(channel).isEmpty()) {
      throw new IllegalStateException("no simulator for channel " + channel);
    }
    String ticket = tickets.write(new Ticket(tenant.id(), channel, account, delivery));
    return URI.create(base() + "/sandbox/" + ticket);
  }

  /** An address of this very process. */
  URI own(String path) {
    return URI.create(base() + path);
  }

  private String base() {
    if (settings.baseUrl() != null) {
      return settings.baseUrl().toString();
    }
    // known only once the server listens, so it is asked for at each call
    String port = environment.getRequiredProperty("local.server.port");
    return "http://"
        + host(environment.getProperty("server.address", InetAddress.class))
        + ":"
        + port;
  }

  /** The address that this process listens on, as it stands in a URL. */
  static String host(@Nullable InetAddress listening) {
    if (listening == null || listening.isAnyLocalAddress()) {
      return "127.0.0.1";
    }
    String literal = listening.getHostAddress();
    return listening instanceof Inet6Address ? "[" + literal + "]" : literal;
  }
}
