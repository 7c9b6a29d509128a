package io.truebell.ledger.grants;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ChannelAccounts.GrantTemplate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** The templates that the tenant's accounts send with: a typo must not be a lost authorisation. */
@Component
class Templates {
  private final ChannelAccounts accounts;

  Templates(ChannelAccounts accounts) {
    this.accounts = accounts;
  }

  /** A template of a channel, whichever account uses it. */
  record Template(ChannelKey channel, String name) {}

  /** A snapshot, for many checks. */
  record Known(List<GrantTemplate> all) {
    Known {
      all = List.copyOf(all);
    }

    /**
     * The template, which must be one that is sent with.
     *
     * @throws ApiProblem 422 when it is not
     */
    Template named(ChannelKey channel, String template) {
      if (!sendsWith(channel, template)) {
        throw unknown("template", channel, template);
      }
      return new Template(channel, template);
    }

    /** Whether an account sends with it. */
    boolean sendsWith(ChannelKey channel, String template) {
      return all.stream()
          .anyMatch(t -> t.channel().equals(channel) && t.template().equals(template));
    }

    /**
     * The one template that a type goes out with.
     *
     * @throws ApiProblem 422 when there is none, or more than one
     */
    Template ofType(ChannelKey channel, String type) {
      List<String> found = templates(channel, type);
      if (found.size() != 1) {
        throw ApiProblem.invalid(
            "type",
            found.isEmpty() ? "unknown_type" : "ambiguous_type",
            "%s on %s goes out with %s"
                .formatted(
                    type,
                    channel,
                    found.isEmpty() ? "no template" : "several: " + String.join(", ", found)));
      }
      return new Template(channel, found.getFirst());
    }

    /** The types by template, of all accounts together. */
    Map<Template, List<String>> types() {
      return all.stream()
          .collect(
              Collectors.groupingBy(
                  t -> new Template(t.channel(), t.template()),
                  Collectors.flatMapping(
                      t -> t.types().stream(),
                      Collectors.collectingAndThen(
                          Collectors.<String, Collection<String>>toCollection(TreeSet::new),
                          ArrayList::new))));
    }

    private List<String> templates(ChannelKey channel, String type) {
      return all.stream()
          .filter(t -> t.channel().equals(channel) && t.types().contains(type))
          .map(GrantTemplate::template)
          .distinct()
          .sorted()
          .toList();
    }
  }

  /** Says that a template is none that is sent with. */
  static ApiProblem unknown(String field, ChannelKey channel, String template) {
    return ApiProblem.invalid(
        field,
        "unknown_template",
        "no enabled account of " + channel + " sends with the template " + template);
  }

  /** All that the tenant sends with now. */
  Known known() {
    return new Known(accounts.grantTemplates());
  }

  /** The template of a type, when exactly one is configured. */
  Optional<Template> ofType(ChannelKey channel, String type) {
    List<String> found = known().templates(channel, type);
    return found.size() == 1
        ? Optional.of(new Template(channel, found.getFirst()))
        : Optional.empty();
  }
}
