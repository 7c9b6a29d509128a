/**
 * Calls of WeChat's API: with the account's access token, and with what the answer means.
 *
 * <p>Every answer is HTTP 200 with {@code errcode} and {@code errmsg}, errors too [official];
 * {@code errmsg} ends with {@code rid: …}, by which WeChat's console finds the call for seven days
 * [sdk], and is kept.
 */
@NullMarked
package io.truebell.channel.wechat.api;

import org.jspecify.annotations.NullMarked;
