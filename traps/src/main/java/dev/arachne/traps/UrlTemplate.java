package dev.arachne.traps;

import dev.arachne.url.CrawlUrl;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The common form of URLs that one program of a site is likely to make. It has their folders, the
 * kind of their last name, and the names of their parameters, such as {@code /calendar/#/#} or
 * {@code /shop/*.php?color&size}. A folder with a digit in its name stands for all such folders.
 * Paths with a repeated name have one template below each first folder, such as {@code
 * /loop/.../*}; repeats are searched among the first 64 names. Two are equal if their texts are.
 * Immutable.
 */
public final class UrlTemplate {
  /** Longest ending of a name that is looked at. */
  private static final int MOST_SUFFIX = 6;

  private static final int MOST_FOLDERS = 24;

  /** Names of a path that are compared with each other. */
  private static final int MOST_COMPARED = 64;

  private final String text;
  private final long key;

  private UrlTemplate(String text) {
    this.text = text;
    this.key = key(text);
  }

  /** The template of a URL. */
  public static UrlTemplate of(CrawlUrl url) {
    String path = url.path();
    boolean hasParts = path.indexOf(';') >= 0;
    boolean isPlain = url.query().isEmpty() && !hasParts;
    String text = path(path, hasParts);
    return new UrlTemplate(isPlain ? text : text + parameters(path, url.query()));
  }

  private static String path(String path, boolean hasParts) {
    // A folder is treated like its siblings without the slash.
    int end = path.length() > 1 && path.endsWith("/") ? path.length() - 1 : path.length();
    var text = new StringBuilder(path.length() + 1);
    int folders = 0;
    int afterFirst = 0;
    boolean isRepeated = false;
    long known = 0; // One bit for each name so far, which differs for most names.
    int from = 1;
    while (true) {
      int slash = path.indexOf('/', from, end);
      int to = slash < 0 ? end : slash;
      to = hasParts ? nameEnd(path, from, to) : to;
      long bit = 1L << 31 * (to - from) + (to > from ? path.charAt(from) : 0);
      isRepeated |=
          (known & bit) != 0 && isThereBefore(path, from, to) && !hasDigit(path, from, to);
      known |= bit;
      if (slash < 0) {
        return place(text, folders, isRepeated ? afterFirst : text.length())
            .append(kind(path, from, to))
            .toString();
      }
      if (folders++ < MOST_FOLDERS) {
        text.append('/');
        if (hasDigit(path, from, to)) {
          text.append('#');
        } else {
          text.append(path, from, to);
        }
      }
      afterFirst = folders == 1 ? text.length() : afterFirst;
      from = slash + 1;
    }
  }

  /** The folders that are shown of a path, which end at {@code shown}. */
  private static StringBuilder place(StringBuilder folders, int count, int shown) {
    boolean isCut = shown < folders.length() || count > MOST_FOLDERS;
    folders.setLength(shown);
    return folders.append(isCut ? "/.../" : "/");
  }

  /** Whether a name of a path is one of those before it, as far as they are compared. */
  private static boolean isThereBefore(String path, int from, int to) {
    int at = 1;
    for (int i = 0; i < MOST_COMPARED && at < from; i++) {
      int slash = path.indexOf('/', at);
      int end = nameEnd(path, at, slash);
      if (end - at == to - from && path.regionMatches(at, path, from, to - from)) {
        return true;
      }
      at = slash + 1;
    }
    return false;
  }

  /** The end of a name, without its part behind a semicolon (RFC 3986 3.3). */
  private static int nameEnd(String path, int from, int to) {
    int semicolon = path.indexOf(';', from, to);
    return semicolon < 0 ? to : semicolon;
  }

  private static String kind(String path, int from, int to) {
    if (from == to) {
      return "";
    }
    int dot = path.lastIndexOf('.', to - 1);
    boolean hasSuffix = dot > from && to - dot <= MOST_SUFFIX;
    int end = hasSuffix ? dot : to;
    return (hasDigit(path, from, end) ? "#" : "*")
        + path.substring(end, to).toLowerCase(Locale.ROOT);
  }

  private static boolean hasDigit(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) >= '0' && text.charAt(i) <= '9') {
        return true;
      }
    }
    return false;
  }

  /** The names of the parameters of a path and of a query, in alphabetical order, each once. */
  private static String parameters(String path, String query) {
    Set<String> names = new TreeSet<>(Query.of(query).names());
    for (String segment : path.split("/", -1)) {
      int semicolon = segment.indexOf(';');
      if (semicolon >= 0) {
        int equals = segment.indexOf('=', semicolon);
        names.add(segment.substring(semicolon, equals < 0 ? segment.length() : equals));
      }
    }
    return names.isEmpty() ? "" : "?" + String.join("&", names);
  }

  /** A number that is almost certainly unique to the template. */
  public long key() {
    return key;
  }

  /** The number of a template, by its text. */
  public static long key(String template) {
    return TrapHash.of(template);
  }

  /** The same without parameters. */
  public UrlTemplate ofPath() {
    int query = text.indexOf('?');
    return query < 0 ? this : new UrlTemplate(text.substring(0, query));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof UrlTemplate its && its.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
