/**
 * A notification as the values of a provider's template: found by the account's settings, checked
 * before an authorisation is spent.
 */
@NullMarked
package io.truebell.channel.wechat.template;

import org.jspecify.annotations.NullMarked;
