package dev.arachne.options;

import dev.arachne.http.Proxy;
import dev.arachne.http.Proxy.Credentials;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A proxy, and for which URLs it is. Immutable.
 *
 * @param scheme of the URLs; empty for all that no other proxy is for
 * @param proxy the way there
 */
public record SiteProxy(Optional<String> scheme, Proxy proxy) {
  private static final Pattern PROXY =
      Pattern.compile(
          "((?<scheme>[a-z0-9]+)://)?((?<user>.*)@)?(?<host>\\[[^\\]]+\\]|[^:/@\\[\\]]+)(:(?<port>\\d{1,5}))?/?",
          Pattern.CASE_INSENSITIVE);

  /** The port of a proxy without one, as in curl. */
  private static final int PORT = 1080;

  /** A proxy for all URLs. */
  public static SiteProxy of(Proxy proxy) {
    return new SiteProxy(Optional.empty(), proxy);
  }

  /**
   * The proxy that {@code [http://|socks5://][user:password@]host[:port]} names, as curl has it.
   *
   * @throws IllegalArgumentException if it names none; the message does not repeat it
   */
  public static Proxy parse(String text) {
    Matcher proxy = PROXY.matcher(text.strip());
    if (!proxy.matches()) {
      throw new IllegalArgumentException(
          "this names no proxy; use one such as http://host:3128 or socks5://host:1080");
    }
    String host = proxy.group("host");
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    int port = proxy.group("port") == null ? PORT : Integer.parseInt(proxy.group("port"));
    if (port < 1 || port > 0xFFFF) {
      throw new IllegalArgumentException(port + " is not a port; use 1 to 65535");
    }
    Optional<Credentials> user =
        Optional.ofNullable(proxy.group("user")).map(SiteProxy::credentials);
    String scheme = proxy.group("scheme");
    return switch (scheme == null ? "http" : scheme.toLowerCase(Locale.ROOT)) {
      case "http" -> new Proxy.Http(bare, port, user);
      case "socks5", "socks5h" -> new Proxy.Socks5(bare, port, user);
      default ->
          throw new IllegalArgumentException(
              "proxies of scheme " + scheme + " are not supported; use http:// or socks5://");
    };
  }

  private static Credentials credentials(String text) {
    String[] pair = text.split(":", 2);
    return new Credentials(decoded(pair[0]), pair.length < 2 ? "" : decoded(pair[1]));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // A percent sign that encodes nothing is literal.
    }
  }

  /**
   * The proxies in an environment, as curl reads it: {@code http_proxy} in lower case alone, which
   * no header of a request to a CGI program can set; {@code https_proxy} and {@code all_proxy} also
   * in upper case.
   *
   * @throws IllegalArgumentException if a variable names no proxy; the message has its name
   */
  public static List<SiteProxy> of(Map<String, String> environment) {
    List<SiteProxy> proxies = new ArrayList<>();
    add("http", List.of("http_proxy"), environment, proxies);
    add("https", List.of("https_proxy", "HTTPS_PROXY"), environment, proxies);
    add("", List.of("all_proxy", "ALL_PROXY"), environment, proxies);
    return List.copyOf(proxies);
  }

  private static void add(
      String scheme, List<String> names, Map<String, String> environment, List<SiteProxy> to) {
    for (String name : names) {
      String value = environment.getOrDefault(name, "");
      if (!value.isBlank()) {
        try {
          to.add(new SiteProxy(Optional.of(scheme).filter(its -> !its.isEmpty()), parse(value)));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
        return;
      }
    }
  }

  /** The text of the proxy behind its scheme, as it is typed; with the password. */
  String text() {
    String kind = proxy instanceof Proxy.Http ? "http" : "socks5";
    String user =
        proxy
            .credentials()
            .map(its -> encoded(its.user()) + ":" + encoded(its.password()) + "@")
            .orElse("");
    String host = proxy.host().contains(":") ? "[" + proxy.host() + "]" : proxy.host();
    return scheme.map(its -> its + " ").orElse("")
        + kind
        + "://"
        + user
        + host
        + ":"
        + proxy.port();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Parses the form that {@link #text} wrote. */
  static SiteProxy read(String text) {
    int blank = text.indexOf(' ');
    return new SiteProxy(
        blank < 0 ? Optional.empty() : Optional.of(text.substring(0, blank)),
        parse(text.substring(blank + 1)));
  }
}
