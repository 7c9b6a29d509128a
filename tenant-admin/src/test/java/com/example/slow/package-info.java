/** An endpoint that answers later, outside what is scanned. */
@NullMarked
package com.example.slow;

import org.jspecify.annotations.NullMarked;
