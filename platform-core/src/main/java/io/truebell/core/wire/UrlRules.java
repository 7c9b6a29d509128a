package io.truebell.core.wire;

import java.net.IDN;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a URL that a tenant supplied must look like, and which addresses it may lead to. A channel
 * asks when the URL is stored; the wire asks again at each call, and checks the addresses as well.
 */
public final class UrlRules {
  private static final int MAX_LENGTH = 2048;
  private static final Pattern PARTS = Pattern.compile("(?is)(https?)://([^/?#]*)(.*)");
  private static final Pattern HOST_AND_PORT = Pattern.compile("(.*?)(?::([0-9]*))?");
  private static final Pattern DOTTED_QUAD =
      Pattern.compile(
          "(?:(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(?:\\.(?!$)|$)){4}"); // ranges; zeros below
  private static final Pattern LEADING_ZERO = Pattern.compile("(?:^|\\.)0[0-9]");
  private static final Pattern LOOKS_LIKE_NUMBER =
      Pattern.compile("(?:.*\\.)?(?:[0-9]+|0[xX][0-9a-fA-F]*)");
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63})*");

  /** Letters that the IDNA versions read differently, so that one name could lead to two hosts. */
  private static final Pattern AMBIGUOUS = Pattern.compile("[\u00df\u03c2\u200c\u200d]");

  private final Set<Integer> ports;
  private final List<Network> privateNetworks;

  public UrlRules(WireSettings settings) {
    this.ports = settings.allowedPorts();
    this.privateNetworks = settings.privateNetworks();
  }

  /**
   * The URL without accidental differences: no surrounding spaces, scheme and host in lower case,
   * an international host name in its ASCII form, no default port.
   */
  public static String tidy(String url) {
    String plain = url.strip();
    Matcher parts = PARTS.matcher(plain);
    if (!parts.matches()) {
      return plain;
    }
    String scheme = parts.group(1).toLowerCase(Locale.ROOT);
    return scheme + "://" + tidyAuthority(parts.group(2), scheme) + parts.group(3);
  }

  /** Why this URL is refused before its name is looked up; empty when it is not. */
  public Optional<String> refusal(String url) {
    if (url.length() > MAX_LENGTH) {
      return Optional.of("must have at most " + MAX_LENGTH + " characters");
    }
    try {
      return refusal(new URI(url));
    } catch (URISyntaxException e) {
      return Optional.of("is not a URL");
    }
  }

  /** Like {@link #refusal(String)}. */
  public Optional<String> refusal(URI url) {
    return Optional.ofNullable(problem(url));
  }

  private @Nullable String problem(URI url) {
    String scheme = url.getScheme();
    String host = url.getHost();
    if (!"https".equals(scheme) && !("http".equals(scheme) && !privateNetworks.isEmpty())) {
      return "must start with https://";
    }
    if (url.getRawUserInfo() != null || String.valueOf(url.getRawAuthority()).contains("@")) {
      return "must not hold a user name or password";
    }
    if (host == null) {
      return "has no valid host name";
    }
    if (url.getRawFragment() != null) {
      return "must not have a fragment (#)";
    }
    if (privateNetworks.isEmpty() && !ports.contains(portOf(url))) {
      return "must not use port " + portOf(url);
    }
    return hostProblem(host.toLowerCase(Locale.ROOT));
  }

  private @Nullable String hostProblem(String host) {
    if (host.startsWith("[")) {
      InetAddress literal = host.contains("%") ? null : InetAddress.ofLiteral(host);
      return literal != null && reachable(literal)
          ? null
          : "leads to an address that is not public";
    }
    if (LOOKS_LIKE_NUMBER.matcher(host).matches()) {
      if (!DOTTED_QUAD.matcher(host).matches() || LEADING_ZERO.matcher(host).find()) {
        return "writes an address in an unusual way";
      }
      return reachable(InetAddress.ofLiteral(host))
          ? null
          : "leads to an address that is not public";
    }
    if (host.length() > 253 || !NAME.matcher(host).matches()) {
      return "has no valid host name";
    }
    boolean local = !host.contains(".") || host.endsWith(".localhost");
    return local && privateNetworks.isEmpty() ? "names a host that is not public" : null;
  }

  /** Whether a call to {@code url} may connect to {@code address}. */
  boolean allows(URI url, InetAddress address) {
    if (inPrivateNetworks(address)) {
      return true;
    }
    return "https".equals(url.getScheme())
        && ports.contains(portOf(url))
        && PublicAddresses.contains(address);
  }

  private boolean reachable(InetAddress address) {
    return PublicAddresses.contains(address) || inPrivateNetworks(address);
  }

  private boolean inPrivateNetworks(InetAddress address) {
    return privateNetworks.stream().anyMatch(network -> network.contains(address));
  }

  static int portOf(URI url) {
    if (url.getPort() >= 0) {
      return url.getPort();
    }
    return "https".equals(url.getScheme()) ? 443 : 80;
  }

  private static String tidyAuthority(String authority, String scheme) {
    int at = authority.lastIndexOf('@') + 1;
    Matcher hostAndPort = HOST_AND_PORT.matcher(authority.substring(at));
    if (!hostAndPort.matches()) {
      return authority;
    }
    String port = hostAndPort.group(2);
    boolean usual = port == null || port.isEmpty() || port.equals(usualPort(scheme));
    return authority.substring(0, at) + ascii(hostAndPort.group(1)) + (usual ? "" : ":" + port);
  }

  private static String usualPort(String scheme) {
    return "https".equals(scheme) ? "443" : "80";
  }

  private static String ascii(String host) {
    if (host.startsWith("[") || AMBIGUOUS.matcher(host).find()) {
      return host;
    }
    try {
      return IDN.toASCII(host).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return host;
    }
  }
}
