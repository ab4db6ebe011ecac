package dev.arachne.traps;

import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * What URLs have in common that one program of a site is likely to make: their folders, the kind of
 * their last name, and the names of their parameters, such as {@code /calendar/#/#} or {@code
 * /shop/*.php?color&size}. A folder with a digit in its name stands for all such folders. Paths in
 * which a name is there twice have one template below each first folder, such as {@code
 * /loop/.../*}. Immutable.
 *
 * @param path begins with a slash
 * @param names of parameters, in alphabetical order, each once
 */
public record UrlTemplate(String path, List<String> names) {
  /** Longest ending of a name that is looked at. */
  private static final int MOST_SUFFIX = 6;

  private static final int MOST_FOLDERS = 24;

  public UrlTemplate {
    names = List.copyOf(names);
  }

  /** The template of a URL. */
  public static UrlTemplate of(CrawlUrl url) {
    List<String> names = new ArrayList<>();
    String[] segments = url.path().substring(1).split("/", -1);
    int last = segments.length - 1;
    if (last > 0 && segments[last].isEmpty()) {
      last--; // A folder is named as its siblings are that lack the slash.
    }
    List<String> folders = new ArrayList<>();
    Set<String> known = new HashSet<>();
    boolean isRepeated = false;
    for (int i = 0; i <= last; i++) {
      String name = withoutParameters(segments[i], names);
      isRepeated |= !known.add(name) && !hasDigit(name);
      folders.add(i < last ? name : kind(name));
    }
    String name = folders.removeLast();
    String path = place(folders, isRepeated) + name;
    if (names.isEmpty() && url.query().isEmpty()) {
      return new UrlTemplate(path, List.of());
    }
    names.addAll(Query.of(url.query()).names());
    return new UrlTemplate(path, List.copyOf(new TreeSet<>(names)));
  }

  private static String place(List<String> folders, boolean isRepeated) {
    int shown = isRepeated ? 1 : Math.min(MOST_FOLDERS, folders.size());
    var path = new StringBuilder();
    for (String folder : folders.subList(0, shown)) {
      path.append('/').append(hasDigit(folder) ? "#" : folder);
    }
    return path.append(shown < folders.size() ? "/.../" : "/").toString();
  }

  /** A segment without what stands behind a semicolon in it (RFC 3986 3.3). */
  private static String withoutParameters(String segment, List<String> names) {
    int semicolon = segment.indexOf(';');
    if (semicolon < 0) {
      return segment;
    }
    int equals = segment.indexOf('=', semicolon);
    names.add(segment.substring(semicolon, equals < 0 ? segment.length() : equals));
    return segment.substring(0, semicolon);
  }

  private static String kind(String name) {
    if (name.isEmpty()) {
      return "";
    }
    int dot = name.lastIndexOf('.');
    boolean hasSuffix = dot > 0 && name.length() - dot <= MOST_SUFFIX;
    String suffix = hasSuffix ? name.substring(dot).toLowerCase(Locale.ROOT) : "";
    return (hasDigit(name.substring(0, name.length() - suffix.length())) ? "#" : "*") + suffix;
  }

  private static boolean hasDigit(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= '0' && text.charAt(i) <= '9') {
        return true;
      }
    }
    return false;
  }

  /** A number that hardly another template has. */
  public long key() {
    return key(toString());
  }

  /** That of a template, by its text. */
  public static long key(String template) {
    return TrapHash.of(template);
  }

  /** The same without parameters. */
  public UrlTemplate ofPath() {
    return new UrlTemplate(path, List.of());
  }

  @Override
  public String toString() {
    return names.isEmpty() ? path : path + "?" + String.join("&", names);
  }
}
