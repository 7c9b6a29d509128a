package io.truebell.channel.wechat.simulator;

import java.util.List;

/**
 * A simulated person.
 *
 * @param consents for the templates that the person decided about; to all others the person
 *     consents as long as there is no decision at all
 * @param messages what the person got, the newest first, at most 100
 */
record PersonView(
    String openid, List<ConsentRows.Consent> consents, List<MessageRows.Message> messages) {
  /**
   * What a decision changed.
   *
   * @param shown whether the person saw a dialog, or the settings
   * @param pushed whether WeChat told the account of it
   */
  record DecidedView(String openid, ConsentRows.Consent consent, boolean shown, boolean pushed) {}
}
