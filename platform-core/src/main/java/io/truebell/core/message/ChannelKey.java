package io.truebell.core.message;

import java.util.regex.Pattern;

/**
 * Names a channel plugin, e.g. {@code webhook}. A record and not an enum: a new channel edits no
 * core file.
 *
 * @param value 2 to 40 characters of {@code a-z}, {@code 0-9} and {@code -}, starting with a letter
 */
public record ChannelKey(String value) {
  private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9-]{1,39}");

  public ChannelKey {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException("not a channel key: " + value);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
