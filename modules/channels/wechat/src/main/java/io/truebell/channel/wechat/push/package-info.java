/**
 * The events that WeChat pushes to an account's address: verified while it waits, read afterwards.
 *
 * <p>[official, message-push pages] GET checks the address: {@code signature} is the SHA-1 of
 * token, timestamp and nonce, sorted and joined, and {@code echostr} is answered as it is. Every
 * POST carries the same three. In the modes safe and compatible there is {@code msg_signature} too,
 * which covers the encrypted body. WeChat waits five seconds, tries three times more, and takes
 * {@code success} for an answer.
 *
 * <p>In plain mode nothing that WeChat signs covers the body: whoever saw one call could send
 * another body with its signature. So a nonce that came with one body lets no other body in
 * [decision]. That is remembered by each process for itself, for as long as a timestamp is fresh;
 * where several processes serve one address, only the safe mode is proof against it.
 */
@NullMarked
package io.truebell.channel.wechat.push;

import org.jspecify.annotations.NullMarked;
