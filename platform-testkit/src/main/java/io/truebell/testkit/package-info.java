/**
 * What tests stand on: real stores, a clock that ticks, contract suites, the record of promises.
 */
@NullMarked
package io.truebell.testkit;

import org.jspecify.annotations.NullMarked;
