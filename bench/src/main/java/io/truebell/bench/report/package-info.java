/** What was measured, against the targets, for people. */
@NullMarked
package io.truebell.bench.report;

import org.jspecify.annotations.NullMarked;
