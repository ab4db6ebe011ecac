package dev.arachne.options;

import dev.arachne.http.FixedAddresses;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Options that are addresses. */
final class AddressTypes {
  private static final Pattern FIXED =
      Pattern.compile("\\+?(?<host>\\[[^\\]]+\\]|[^:]+):(?<port>\\d{1,5}):(?<addresses>.+)");

  private AddressTypes() {}

  /** Addresses of this machine or of others. */
  record Literal() implements OptionType<InetAddress> {
    @Override
    public List<String> texts(InetAddress value) {
      return List.of(value.getHostAddress());
    }

    @Override
    public InetAddress read(List<String> texts) {
      return address(texts.getLast());
    }
  }

  /**
   * The address of a server: {@code [ADDRESS:]PORT}; an empty text is any free port of this
   * machine.
   */
  record Listening() implements OptionType<InetSocketAddress> {
    private static final int MOST_PORT = 0xFFFF;

    @Override
    public List<String> texts(InetSocketAddress value) {
      return List.of(bracketed(value.getAddress().getHostAddress()) + ":" + value.getPort());
    }

    @Override
    public InetSocketAddress read(List<String> texts) {
      String text = texts.getLast();
      int colon = text.lastIndexOf(':');
      InetAddress address = colon < 0 ? InetAddress.ofLiteral("127.0.0.1") : listened(text, colon);
      String port = text.substring(colon + 1);
      return new InetSocketAddress(address, port.isEmpty() ? 0 : port(text, port));
    }

    private static InetAddress listened(String text, int colon) {
      try {
        return InetAddress.ofLiteral(text.substring(0, colon).replaceFirst("^\\[(.*)]$", "$1"));
      } catch (IllegalArgumentException e) {
        throw wrong(text);
      }
    }

    private static int port(String text, String port) {
      try {
        return (int) OptionType.number(port, 0, MOST_PORT);
      } catch (IllegalArgumentException e) {
        throw wrong(text);
      }
    }

    private static IllegalArgumentException wrong(String text) {
      return new IllegalArgumentException(
          "'"
              + text
              + "' is not a port; use PORT or ADDRESS:PORT, as in 8080 or 0.0.0.0:8080, or the"
              + " option at the end");
    }
  }

  /** {@code HOST:PORT:ADDRESS[,ADDRESS]}, as curl has it. */
  record Fixed() implements ListType<FixedAddresses> {
    @Override
    public List<String> texts(List<FixedAddresses> value) {
      List<String> texts = new ArrayList<>();
      for (FixedAddresses each : value) {
        List<String> addresses = new ArrayList<>();
        each.addresses().forEach(its -> addresses.add(bracketed(its.getHostAddress())));
        texts.add(bracketed(each.host()) + ":" + each.port() + ":" + String.join(",", addresses));
      }
      return List.copyOf(texts);
    }

    @Override
    public List<FixedAddresses> read(List<String> texts) {
      List<FixedAddresses> all = new ArrayList<>();
      for (String text : texts) {
        all.add(fixed(text));
      }
      return List.copyOf(all);
    }

    private static FixedAddresses fixed(String text) {
      Matcher fixed = FIXED.matcher(text);
      if (!fixed.matches()) {
        throw new IllegalArgumentException(
            "'" + text + "' is not an address of a host; use HOST:PORT:ADDRESS");
      }
      int port = Integer.parseInt(fixed.group("port"));
      if (port < 1 || port > 0xFFFF) {
        throw new IllegalArgumentException(port + " is not a port; use 1 to 65535");
      }
      List<InetAddress> addresses = new ArrayList<>();
      for (String each : fixed.group("addresses").split(",", -1)) {
        addresses.add(address(each));
      }
      return new FixedAddresses(host(fixed.group("host")), port, addresses);
    }

    /** The host as URLs have it: in lower case and in ASCII. */
    private static String host(String text) {
      if (!text.contains("*") && CrawlUrl.parse("http://" + text + "/") instanceof CrawlUrl url) {
        return bare(url.host());
      }
      throw new IllegalArgumentException(
          "'" + text + "' is not a host name; use one such as www.example.com");
    }
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.ofLiteral(bare(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an IP address; use one such as 127.0.0.1 or [::1]", e);
    }
  }

  private static String bare(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  private static String bracketed(String host) {
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
