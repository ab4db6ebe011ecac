package dev.arachne.archive;

import dev.arachne.url.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.regex.Pattern;

/*
 * Replay finds a capture by this key, so it has to be the key that the replay program makes of the
 * requested URL. The rules are those of the Python package surt, which pywb and cdxj-indexer use;
 * they join more URLs than are equal (http and https, www., the case of paths, the order of a
 * query), and are kept for that reason alone. CrawlUrl.surt, the frontier's order, keeps such URLs
 * apart.
 */

/**
 * The key of a URL in an index of captures: its host reversed, without parts that seldom matter,
 * such as {@code com,example)/a?b=1&c=2}.
 */
final class CdxKey {
  private static final Pattern WWW = Pattern.compile("^www\\d*\\.");
  private static final Pattern SESSION_IN_PATH =
      Pattern.compile("/\\((?:[a-z]\\([0-9a-z]{24}\\)|[0-9a-z]{24})\\)(/[^?]+\\.aspx)");
  private static final Pattern SESSION_IN_QUERY =
      Pattern.compile(
          "(?:jsessionid=[0-9a-z]{32}|phpsessid=[0-9a-z]{32}|sid=[0-9a-z]{32}"
              + "|aspsessionid[a-z]{8}=[a-z]{24}|cfid=[^&]+&cftoken=[^&]+)(?:&|$)");

  private CdxKey() {}

  /** The key of a URL; of any other URI itself, without blanks. */
  static String of(String uri) {
    if (!(CrawlUrl.parse(uri) instanceof CrawlUrl url)) {
      return encoded(bytes(uri.strip()));
    }
    var key = new StringBuilder(uri.length() + 8);
    appendHost(url.host(), key);
    if (url.port() != (url.scheme().equals("https") ? 443 : 80)) {
      key.append(':').append(url.port());
    }
    key.append(')');
    String pathAndQuery = url.pathAndQuery();
    int query = pathAndQuery.indexOf('?');
    key.append(path(query < 0 ? pathAndQuery : pathAndQuery.substring(0, query)));
    if (query >= 0 && query + 1 < pathAndQuery.length()) {
      key.append(query(pathAndQuery.substring(query + 1)));
    }
    return key.toString();
  }

  private static void appendHost(String host, StringBuilder key) {
    if (host.startsWith("[")) {
      key.append(host, 1, host.length() - 1);
      return;
    }
    String[] labels = WWW.matcher(host).replaceFirst("").split("\\.", -1);
    for (int i = labels.length - 1; i >= 0; i--) {
      key.append(labels[i]).append(i > 0 ? "," : "");
    }
  }

  private static String path(String path) {
    String lower = latin1(lower(decoded(bytes(path))));
    Deque<String> segments = new ArrayDeque<>();
    for (String segment : lower.split("/", -1)) {
      if (segment.equals("..")) {
        segments.pollLast();
      } else if (!segment.isEmpty() && !segment.equals(".")) {
        segments.addLast(segment);
      }
    }
    String plain = "/" + String.join("/", segments);
    return encoded(latin1(SESSION_IN_PATH.matcher(plain).replaceFirst("$1")));
  }

  private static String query(String query) {
    String lower = encoded(lower(decoded(bytes(query))));
    String[] parts = SESSION_IN_QUERY.matcher(lower).replaceAll("").split("&", -1);
    Arrays.sort(parts);
    String sorted = String.join("&", parts);
    return sorted.isEmpty() ? "" : "?" + sorted;
  }

  /** Returns the bytes with the capital letters of ASCII made small. */
  private static byte[] lower(byte[] bytes) {
    byte[] lower = bytes.clone();
    for (int i = 0; i < lower.length; i++) {
      if (lower[i] >= 'A' && lower[i] <= 'Z') {
        lower[i] |= 0x20;
      }
    }
    return lower;
  }

  /** Removes percent-encoding, however often it was applied. */
  private static byte[] decoded(byte[] bytes) {
    byte[] before = bytes;
    while (true) {
      byte[] after = decodedOnce(before);
      if (after.length == before.length) {
        return after;
      }
      before = after;
    }
  }

  private static byte[] decodedOnce(byte[] bytes) {
    byte[] decoded = new byte[bytes.length];
    int n = 0;
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high >= 0 ? Character.digit(bytes[i + 2], 16) : -1;
      if (bytes[i] == '%' && low >= 0) {
        decoded[n++] = (byte) (high << 4 | low);
        i += 2;
      } else {
        decoded[n++] = bytes[i];
      }
    }
    return Arrays.copyOf(decoded, n);
  }

  private static String encoded(byte[] bytes) {
    var text = new StringBuilder(bytes.length);
    for (byte each : bytes) {
      int b = each & 0xff;
      if (b <= ' ' || b >= 0x7f || b == '%' || b == '#') {
        text.append('%')
            .append(Character.forDigit(b >> 4, 16))
            .append(Character.forDigit(b & 15, 16));
      } else {
        text.append((char) b);
      }
    }
    return text.toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
