/**
 * The channels of WeChat: subscribe messages of mini-programs and template messages of official
 * accounts. One artifact, since tokens, event push and its encryption are the same for both.
 *
 * <p>Each fact about the protocol is marked at the class that relies on it:
 *
 * <ul>
 *   <li><b>[official]</b> a page of developers.weixin.qq.com, named at the class;
 *   <li><b>[sdk]</b> published clients, above all WxJava;
 *   <li><b>[sibling]</b> the page of a sibling product (Tencent Cloud 1219/67648);
 *   <li><b>[forum]</b> WeChat's community or a public issue, some by its staff;
 *   <li><b>[decision]</b> ours, where no document speaks.
 * </ul>
 *
 * <p>Rooms: {@code api} calls with the account's access token and reads answers, {@code template}
 * makes and checks a template's values, {@code subscribe} and {@code official} are the two
 * channels, {@code push} verifies and reads the events that WeChat pushes, {@code account} knows
 * what both have in common.
 */
@NullMarked
@ApplicationModule(displayName = "Channel: WeChat")
package io.truebell.channel.wechat;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
