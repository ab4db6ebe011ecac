package dev.arachne.url;

/**
 * The sort-friendly reordering of a URL: its host's labels from the most general to the most
 * specific.
 */
final class Surt {
  private Surt() {}

  static String of(CrawlUrl url) {
    String host = url.host();
    var surt = new StringBuilder(url.toString().length() + 2);
    if (isAddress(host)) {
      surt.append(host);
    } else {
      appendReversed(host, surt);
    }
    if (url.port() != CrawlUrl.defaultPort(url.scheme())) {
      surt.append(':').append(url.port());
    }
    return surt.append(')').append(url.pathAndQuery()).toString();
  }

  private static void appendReversed(String host, StringBuilder surt) {
    int end = host.length();
    for (int dot = host.lastIndexOf('.'); dot >= 0; dot = host.lastIndexOf('.', dot - 1)) {
      surt.append(host, dot + 1, end).append(',');
      end = dot;
    }
    surt.append(host, 0, end);
  }

  /** In a canonical host only addresses end in a digit-only label or a bracket. */
  static boolean isAddress(String host) {
    return host.endsWith("]")
        || host.substring(host.lastIndexOf('.') + 1).chars().allMatch(ByteClass::isDigit);
  }
}
