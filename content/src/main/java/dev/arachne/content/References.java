package dev.arachne.content;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.UrlResolver;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Optional;

/** Makes the references of a page absolute. Confined to one thread. */
final class References {
  /** The schemes other than http and https that a reader can follow. */
  private static final String[] OTHERS = {"mailto:", "tel:", "ftp:", "news:", "geo:"};

  private final UrlResolver resolver = new UrlResolver();

  References(CrawlUrl base, Charset queries) {
    resolver.queryCharset(queries);
    resolver.base(base);
  }

  /** Continues with the base that the page states, if it is a URL. */
  void base(String href) {
    url(href).ifPresent(resolver::base);
  }

  /** The URL of a reference, without its fragment; empty if a crawler does not follow it. */
  Optional<CrawlUrl> url(String reference) {
    byte[] utf8 = reference.getBytes(UTF_8);
    return resolver.resolve(utf8, 0, utf8.length) ? Optional.of(resolver.url()) : Optional.empty();
  }

  /** The absolute form of a reference, with its fragment; empty if a reader cannot follow it. */
  String absolute(String reference) {
    String trimmed = reference.strip();
    if (trimmed.isEmpty() || trimmed.length() > CrawlUrl.MAX_LENGTH) {
      return "";
    }
    int hash = trimmed.indexOf('#');
    String resource = hash < 0 ? trimmed : trimmed.substring(0, hash);
    byte[] utf8 = resource.getBytes(UTF_8);
    if (resolver.resolve(utf8, 0, utf8.length)) {
      String url = new String(resolver.bytes(), 0, resolver.length(), UTF_8);
      return hash < 0 ? url : url + fragment(trimmed.substring(hash));
    }
    String lower = trimmed.toLowerCase(Locale.ROOT);
    for (String other : OTHERS) {
      if (lower.startsWith(other)) {
        return fragment(trimmed);
      }
    }
    return "";
  }

  /** Percent-encodes the characters that would end a URL in a text. */
  private static String fragment(String text) {
    boolean plain = true;
    for (int i = 0; i < text.length(); i++) {
      plain &= isPlain(text.charAt(i));
    }
    if (plain) {
      return text;
    }
    var encoded = new StringBuilder();
    for (byte b : text.getBytes(UTF_8)) {
      if (isPlain((char) (b & 0xFF))) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(String.format(Locale.ROOT, "%02X", b));
      }
    }
    return encoded.toString();
  }

  private static boolean isPlain(char c) {
    return c > ' ' && c < 0x7F && "\"<>`\\".indexOf(c) < 0;
  }
}
