/** The channel wechat-official: template messages of official accounts to their followers. */
@NullMarked
package io.truebell.channel.wechat.official;

import org.jspecify.annotations.NullMarked;
