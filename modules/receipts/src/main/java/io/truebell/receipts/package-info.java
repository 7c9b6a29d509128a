/** What providers report later: taken in, checked, stored, read, and matched to its delivery. */
@NullMarked
@ApplicationModule(displayName = "Receipts")
package io.truebell.receipts;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
