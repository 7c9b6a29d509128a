package io.truebell.channel.wechat.simulator;

import io.truebell.core.message.AccountId;
import io.truebell.core.spi.SimulatedReport;
import io.truebell.core.spi.SimulatedReports;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** What simulated people decide, and what WeChat tells the account of it. */
@Component
class SimulatedPeople {
  private final ConsentRows consents;
  private final MessageRows messages;
  private final SimulatedPush push;
  private final ObjectProvider<SimulatedReports> post;
  private final Clock clock;

  SimulatedPeople(
      ConsentRows consents,
      MessageRows messages,
      SimulatedPush push,
      ObjectProvider<SimulatedReports> post,
      Clock clock) {
    this.consents = consents;
    this.messages = messages;
    this.push = push;
    this.post = post;
    this.clock = clock;
  }

  PersonView look(AccountId account, String openid) {
    return new PersonView(openid, consents.of(account, openid), messages.of(account, openid));
  }

  /**
   * The person answers the dialog. Where an answer is kept there is no dialog, the kept answer is
   * repeated, and nothing is pushed: whether WeChat does is documented nowhere.
   */
  PersonView.DecidedView answer(AccountId account, String openid, PersonRequests.Answer answer) {
    ConsentRows.Answered now = consents.answer(account, openid, answer.template(), answer);
    boolean pushed =
        now.shown()
            && tell(
                account,
                "subscribe_msg_popup_event",
                "SubscribeMsgPopupEvent",
                openid,
                now.consent());
    return new PersonView.DecidedView(openid, now.consent(), now.shown(), pushed);
  }

  /** The person changes it in the settings; only refusals are pushed [official]. */
  PersonView.DecidedView change(AccountId account, String openid, PersonRequests.Answer change) {
    ConsentRows.Consent now = consents.change(account, openid, change.template(), change.status());
    boolean pushed =
        now.refused()
            && tell(account, "subscribe_msg_change_event", "SubscribeMsgChangeEvent", openid, now);
    return new PersonView.DecidedView(openid, now, true, pushed);
  }

  /** As XML in odd seconds and as JSON in even ones, so that both are met. */
  private boolean tell(
      AccountId account, String name, String wrapper, String openid, ConsentRows.Consent now) {
    long seconds = clock.instant().getEpochSecond();
    SimulatedEvent event =
        SimulatedEvent.consent(name, wrapper, openid, seconds, now.template(), now.status());
    Optional<SimulatedReport> report = push.report(account, event, seconds % 2 == 1);
    report.ifPresent(it -> post.getObject().post(account, List.of(it)));
    return report.isPresent();
  }
}
