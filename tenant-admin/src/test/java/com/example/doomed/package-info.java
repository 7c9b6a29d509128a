/**
 * What a test puts on the class path of a node so that it can die, or lose an answer, at a place of
 * its choice, with a channel whose provider the test is.
 */
@NullMarked
package com.example.doomed;

import org.jspecify.annotations.NullMarked;
