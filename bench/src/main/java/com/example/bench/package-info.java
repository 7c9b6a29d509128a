/** A channel for benchmarks, built as a third party builds one: it knows platform-core alone. */
@NullMarked
package com.example.bench;

import org.jspecify.annotations.NullMarked;
