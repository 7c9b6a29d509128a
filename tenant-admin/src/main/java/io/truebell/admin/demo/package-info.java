/** What a first run shows. */
@NullMarked
package io.truebell.admin.demo;

import org.jspecify.annotations.NullMarked;
