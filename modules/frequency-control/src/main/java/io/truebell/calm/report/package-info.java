/** What calm made of a person's messages, and what another policy would have made of them. */
@NullMarked
package io.truebell.calm.report;

import org.jspecify.annotations.NullMarked;
