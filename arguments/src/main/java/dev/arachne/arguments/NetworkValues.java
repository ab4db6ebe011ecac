package dev.arachne.arguments;

import dev.arachne.http.FixedAddresses;
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
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** How options that speak of URLs, headers, hosts and proxies are read, as {@link Values}. */
public final class NetworkValues {
  private static final OptionType<Long> ANY_SIZE = OptionType.size(1);
  private static final Pattern AGENT = Pattern.compile("[A-Za-z_-]+");
  private static final OptionType<List<FixedAddresses>> FIXED = OptionType.fixedAddresses();
  private static final OptionType<InetAddress> ADDRESS = OptionType.address();

  private static final HttpRequest ANY = HttpRequest.get(CrawlUrl.of("http://a/"));

  private NetworkValues() {}

  /** An http or https URL; {@code http://} may be omitted. */
  public static CrawlUrl url(String value) {
    return switch (TypedUrl.parse(value)) {
      case CrawlUrl url -> url;
      case RejectedUrl(String input, var reason) ->
          throw new TypeConversionException(
              "'" + input + "': " + reason.text() + "; use one such as http://example.com/");
    };
  }

  /** A header field: {@code Name: value}. */
  public static RequestField field(String value) {
    int colon = value.indexOf(':');
    if (colon < 1 || value.substring(colon + 1).isBlank()) {
      throw new TypeConversionException("'" + value + "' is not a header; use \"Name: value\"");
    }
    return field(value.substring(0, colon), value.substring(colon + 1).strip());
  }

  /** The value of a header whose name is that of the option. */
  public static RequestField referer(String value) {
    return field("Referer", value);
  }

  private static RequestField field(String name, String value) {
    try {
      ANY.with(name, value);
      return new RequestField(name, value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage() + "; use another header");
    }
  }

  /** {@code user:password}. */
  public static Credentials userAndPassword(String value) {
    int colon = value.indexOf(':');
    if (colon < 0) {
      throw new TypeConversionException(
          "the password is missing; use USER:PASSWORD, with nothing behind the colon for none");
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

  /** {@code host:port:address[,address]}, as curl has it. */
  public static FixedAddresses fixedName(String value) {
    return Values.typed(text -> FIXED.typed(text).getFirst(), value);
  }

  /** An IP address. */
  public static InetAddress address(String value) {
    return Values.typed(ADDRESS::typed, value);
  }

  /** A number of bytes from 1; k, M and G are powers of 1024. */
  public static Long size(String value) {
    try {
      return ANY_SIZE.read(List.of(value));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** The offset at which a download resumes; a hyphen is the end of its file. */
  public static String endOfFile(String value) {
    if (!value.equals("-")) {
      throw new TypeConversionException(
          value + " is not an offset; use -C -, for the end of the file");
    }
    return value;
  }

  /** A name that a robots.txt can name (RFC 9309 2.2.1). */
  public static String agent(String value) {
    if (AGENT.matcher(value).matches()) {
      return value;
    }
    Matcher beginning = AGENT.matcher(value);
    String hint = beginning.lookingAt() ? "use " + beginning.group() : "use such a name";
    throw new TypeConversionException(
        "no robots.txt can name '" + value + "', only letters, - and _; " + hint);
  }
}
