/** The description of the API as data. */
@NullMarked
package io.truebell.admin.openapi;

import org.jspecify.annotations.NullMarked;
