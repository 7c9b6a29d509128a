/** The channel wechat-subscribe: subscribe messages of mini-programs, one consent each. */
@NullMarked
package io.truebell.channel.wechat.subscribe;

import org.jspecify.annotations.NullMarked;
