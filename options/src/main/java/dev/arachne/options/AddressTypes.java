package dev.arachne.options;

import dev.arachne.http.FixedAddresses;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
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
            "'" + text + "' is no address of a host; type HOST:PORT:ADDRESS");
      }
      int port = Integer.parseInt(fixed.group("port"));
      if (port < 1 || port > 0xFFFF) {
        throw new IllegalArgumentException(port + " is no port; type 1 to 65535");
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
          "'" + text + "' is no host; type one such as www.example.com");
    }
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.ofLiteral(bare(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no IP address; type one such as 127.0.0.1 or [::1]", e);
    }
  }

  private static String bare(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  private static String bracketed(String host) {
    return host.contains(":") ? "[" + host + "]" : host;
  }
}
