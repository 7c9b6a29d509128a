/** The loop that visits tenants with due work. */
@NullMarked
package io.truebell.dispatch.worker;

import org.jspecify.annotations.NullMarked;
