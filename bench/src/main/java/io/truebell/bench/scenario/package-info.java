/** What is measured: one class for each scenario. */
@NullMarked
package io.truebell.bench.scenario;

import org.jspecify.annotations.NullMarked;
