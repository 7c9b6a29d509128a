/** The inbox side of messages: what a person read, kept and put away. */
@NullMarked
package io.truebell.dispatch.mailbox;

import org.jspecify.annotations.NullMarked;
