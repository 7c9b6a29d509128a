/** Serves the pages: one document that draws them all, and the files it is made of. */
@NullMarked
package io.truebell.admin.pages;

import org.jspecify.annotations.NullMarked;
