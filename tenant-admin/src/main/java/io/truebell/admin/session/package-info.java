/** Sign-in for browsers: what the server remembers of one, and nothing that a script can read. */
@NullMarked
package io.truebell.admin.session;

import org.jspecify.annotations.NullMarked;
