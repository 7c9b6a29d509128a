/** WeChat as its documents describe it, for sandbox accounts: it remembers tokens and consents. */
@NullMarked
package io.truebell.channel.wechat.simulator;

import org.jspecify.annotations.NullMarked;
