package io.truebell.dispatch.why;

import static java.util.Map.entry;

import io.truebell.core.message.ReasonCatalog;
import java.util.Map;
import org.springframework.stereotype.Component;

/** What the dispatcher testifies, in words. */
@Component
class WhyReasons implements ReasonCatalog {
  private static final Map<String, Sentences> ALL =
      Map.ofEntries(
          entry("recipient_made", new Sentences("The person was made known here", "此人在此登记")),
          entry(
              "address_added",
              new Sentences("An address on {channel} was added", "添加了 {channel} 地址")),
          entry(
              "address_removed",
              new Sentences("An address on {channel} was removed", "移除了 {channel} 地址")),
          entry(
              "address_dead",
              new Sentences(
                  "An address on {channel} is marked as one that does not work, and was changed last then",
                  "{channel} 地址已标记为失效，最后更改于此时")),
          entry(
              "no_address_then",
              new Sentences(
                  "In all that time no address of the person was known, on no channel",
                  "整个期间此人没有登记任何渠道的地址")),
          entry(
              "account_added",
              new Sentences(
                  "The {channel} account \"{account}\" was added", "添加了 {channel} 账号“{account}”")),
          entry(
              "account_taken_away",
              new Sentences(
                  "The {channel} account \"{account}\" was removed",
                  "移除了 {channel} 账号“{account}”")),
          entry(
              "account_off",
              new Sentences(
                  "The {channel} account \"{account}\" is switched off, and was changed last then",
                  "{channel} 账号“{account}”已停用，最后更改于此时")),
          entry(
              "no_account_then",
              new Sentences("In all that time there was no channel account", "整个期间没有任何渠道账号")));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
