/** The channel Miaotixing (喵提醒): reminders that their owner receives in WeChat. */
@NullMarked
@ApplicationModule(displayName = "Channel: Miaotixing")
package io.truebell.channel.miaotixing;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
