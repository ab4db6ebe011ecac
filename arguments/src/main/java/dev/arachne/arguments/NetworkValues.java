package dev.arachne.arguments;

import dev.arachne.http.HttpRequest;
import dev.arachne.http.Proxy;
import dev.arachne.http.Proxy.Credentials;
import dev.arachne.options.OptionType;
import dev.arachne.options.SiteProxy;
import dev.arachne.options.TypedUrl;
import dev.arachne.protocol.RequestField;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.RejectedUrl;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** How options that speak of URLs, headers, hosts and proxies are read, as {@link Values}. */
public final class NetworkValues {
  private static final OptionType<Long> ANY_SIZE = OptionType.size(1);
  private static final Pattern AGENT = Pattern.compile("[A-Za-z_-]+");
  private static final Pattern FIXED_NAME =
      Pattern.compile("\\+?(?<host>\\[[^\\]]+\\]|[^:]+):(?<port>\\d{1,5}):(?<addresses>.+)");

  private static final HttpRequest ANY = HttpRequest.get(CrawlUrl.of("http://a/"));

  private NetworkValues() {}

  /** An http or https URL; {@code http://} may be left out. */
  public static CrawlUrl url(String value) {
    return switch (TypedUrl.parse(value)) {
      case CrawlUrl url -> url;
      case RejectedUrl(String input, var reason) ->
          throw new TypeConversionException(
              "'" + input + "': " + reason.text() + "; type one such as http://example.com/");
    };
  }

  /** A header field: {@code Name: value}. */
  public static RequestField field(String value) {
    int colon = value.indexOf(':');
    if (colon < 1 || value.substring(colon + 1).isBlank()) {
      throw new TypeConversionException("'" + value + "' is no header; type \"Name: value\"");
    }
    return field(value.substring(0, colon), value.substring(colon + 1).strip());
  }

  /** The value of a header, of the name that the option says. */
  public static RequestField referer(String value) {
    return field("Referer", value);
  }

  private static RequestField field(String name, String value) {
    try {
      ANY.with(name, value);
      return new RequestField(name, value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage() + "; type another header");
    }
  }

  /** {@code user:password}. */
  public static Credentials userAndPassword(String value) {
    int colon = value.indexOf(':');
    if (colon < 0) {
      throw new TypeConversionException(
          "the password is missing; type USER:PASSWORD, with nothing behind the colon for none");
    }
    return credentials(value);
  }

  private static Credentials credentials(String value) {
    int colon = value.indexOf(':');
    return colon < 0
        ? new Credentials(value, "")
        : new Credentials(value.substring(0, colon), value.substring(colon + 1));
  }

  /** {@code [http://|socks5://][user:password@]host[:port]}. */
  public static Proxy proxyAddress(String value) {
    try {
      return SiteProxy.parse(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /**
   * Addresses that a user gives a host at a port, in place of looking them up.
   *
   * @param host lower case, an IPv6 address without brackets
   */
  public record FixedAddresses(String host, int port, List<InetAddress> addresses) {}

  /** {@code host:port:address[,address]}, as curl has it. */
  public static FixedAddresses fixedName(String value) {
    Matcher fixed = FIXED_NAME.matcher(value);
    if (!fixed.matches()) {
      throw new TypeConversionException(
          "'" + value + "' is no address of a host; type HOST:PORT:ADDRESS");
    }
    return new FixedAddresses(
        withoutBrackets(fixed.group("host")).toLowerCase(Locale.ROOT),
        port(fixed.group("port")),
        Arrays.stream(fixed.group("addresses").split(",", -1))
            .map(NetworkValues::address)
            .toList());
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.ofLiteral(withoutBrackets(text));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "'" + text + "' is no IP address; type one such as 127.0.0.1 or [::1]");
    }
  }

  private static String withoutBrackets(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  private static int port(String digits) {
    int port = Integer.parseInt(digits);
    if (port > 0xFFFF) {
      throw new TypeConversionException(digits + " is no port; type 1 to 65535");
    }
    return port;
  }

  /** A number of bytes from 1; k, M and G are powers of 1024. */
  public static Long size(String value) {
    try {
      return ANY_SIZE.read(List.of(value));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** Where a download goes on: at the end of its file, which is typed as a hyphen. */
  public static String endOfFile(String value) {
    if (!value.equals("-")) {
      throw new TypeConversionException(
          value + " is no place to go on; type -C -, for the end of the file");
    }
    return value;
  }

  /** A name that a robots.txt can name (RFC 9309 2.2.1). */
  public static String agent(String value) {
    if (AGENT.matcher(value).matches()) {
      return value;
    }
    Matcher beginning = AGENT.matcher(value);
    String hint = beginning.lookingAt() ? "type " + beginning.group() : "type such a name";
    throw new TypeConversionException(
        "no robots.txt can name '" + value + "', only letters, - and _; " + hint);
  }
}
