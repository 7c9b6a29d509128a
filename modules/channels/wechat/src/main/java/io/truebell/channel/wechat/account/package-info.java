/** What both channels' accounts and addresses have in common. */
@NullMarked
package io.truebell.channel.wechat.account;

import org.jspecify.annotations.NullMarked;
