package io.truebell.dispatch.recipients;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.dispatch.accounts.Channels;
import io.truebell.dispatch.accounts.ChooseAccount;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads an endpoint request: which channel and account it is for, and whether the address fits. */
@Component
class AddressCheck {
  private static final int LONGEST = 2048;

  private final Channels channels;
  private final ChooseAccount accounts;

  AddressCheck(Channels channels, ChooseAccount accounts) {
    this.channels = channels;
    this.accounts = accounts;
  }

  /**
   * An address that may be stored. Holds open secrets: it lives as long as its request.
   *
   * @param address tidied
   */
  record Checked(
      ChannelAdapter channel, @Nullable UUID account, String address, @Nullable String secret) {
    String channelKey() {
      return channel.descriptor().key().value();
    }

    @Override
    public String toString() {
      return "Checked[channel=" + channelKey() + "]";
    }
  }

  /**
   * @throws ApiProblem 422 when something is wrong with it
   */
  Checked check(EndpointRequest request) {
    String key = request.channel();
    if (key == null) {
      throw ApiProblem.invalid("channel", "required", "is required");
    }
    ChannelAdapter channel =
        channels
            .find(key)
            .orElseThrow(
                () -> ApiProblem.invalid("channel", "unknown_channel", "is no installed channel"));
    ChooseAccount.Choice account = accounts.choose(key, request.account());
    List<FieldProblem> problems = new ArrayList<>();
    String address = address(problems, channel, request.address(), account.sandbox());
    secret(problems, channel, request.secret());
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return new Checked(channel, account.account(), address, request.secret());
  }

  private static String address(
      List<FieldProblem> problems,
      ChannelAdapter channel,
      @Nullable String written,
      boolean sandbox) {
    List<FieldProblem> found = new ArrayList<>();
    Text.check(found, "address", written, LONGEST, false);
    String address = "";
    if (found.isEmpty() && written != null) {
      address = channel.tidy(written);
      found.addAll(channel.checkAddress(address, sandbox));
    }
    addAll(problems, "address", found);
    return address;
  }

  private static void secret(
      List<FieldProblem> problems, ChannelAdapter channel, @Nullable String secret) {
    if (secret == null) {
      return;
    }
    List<FieldProblem> found = new ArrayList<>();
    if (!channel.descriptor().endpointSecret()) {
      found.add(
          new FieldProblem("secret", "not_supported", "this channel's endpoints have no secret"));
    } else {
      Text.check(found, "secret", secret, LONGEST, false);
    }
    if (found.isEmpty()) {
      found.addAll(channel.checkSecret("secret", secret));
    }
    addAll(problems, "secret", found);
  }

  // Adapters name fields in their own words; the caller knows those of the request.
  private static void addAll(List<FieldProblem> problems, String field, List<FieldProblem> found) {
    found.forEach(p -> problems.add(new FieldProblem(field, p.code(), p.reason())));
  }
}
