package dev.arachne.output;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The names of files for URLs: host and path, each segment made fit for the file systems of Linux,
 * macOS and Windows. Pure.
 *
 * <pre>
 *   /x/y.html       x/y.html
 *   /x/             x/index.html
 *   /list?page=2    list@page=2
 *   /a:b*           a_b_               : * " &lt; &gt; | \ and all but visible ASCII
 *   /nul.txt        _nul.txt           devices of Windows
 *   /end.           end_
 *   /{300 x}        {200 x}~fingerprint
 * </pre>
 *
 * Different URLs may get one name; the caller then adds the fingerprint. Names that begin with a
 * tilde and a whole fingerprint are never those of a URL, so they are free for that.
 */
public final class SavedName {
  /** Characters of a path below the directory; Linux takes 4,096 in all. */
  public static final int LONGEST_PATH = 2_000;

  /** Characters of a name; file systems take 255, a fingerprint needs 17. */
  private static final int LONGEST_NAME = 200;

  /** Characters of a fingerprint that distinguish URLs with the same plain name. */
  private static final int MARK = 16;

  private static final String INDEX = "index.html";

  /**
   * Characters that some file system rejects in a name, in addition to those that are not visible
   * ASCII.
   */
  private static final String UNFIT = "/\\:*\"<>|";

  /** A device on Windows, with any extension. */
  private static final Pattern DEVICE =
      Pattern.compile("(?i)(con|prn|aux|nul|conin\\$|conout\\$|com[0-9]|lpt[0-9])(\\..*)?");

  /** Looks like {@link #own} or {@link #unfinished}. */
  private static final Pattern OURS = Pattern.compile("(?i)~[0-9a-f]{32}(\\.part)?");

  private SavedName() {}

  /** The name that the URL would like, below the directory. */
  public static String of(String url, String fingerprint) {
    int start = url.indexOf("://") + 3;
    int question = url.indexOf('?', start);
    String location = url.substring(start, question < 0 ? url.length() : question);
    List<String> names = new ArrayList<>(List.of(location.split("/", -1)));
    if (names.getLast().isEmpty()) {
      names.set(names.size() - 1, INDEX);
    }
    if (question >= 0) {
      names.set(names.size() - 1, names.getLast() + url.substring(question));
    }
    String host = names.removeFirst();
    var path = new StringBuilder(host.isEmpty() ? "files" : fit(host, fingerprint));
    for (String name : names) {
      path.append('/').append(fit(name, fingerprint));
    }
    return path.toString();
  }

  /** The name where {@code plain} is taken by another URL. */
  public static String marked(String plain, String fingerprint) {
    return plain + "~" + fingerprint.substring(0, MARK);
  }

  /** The name that no other URL can have, next to the folders of the host. */
  public static String own(String plain, String fingerprint) {
    return plain.substring(0, plain.indexOf('/') + 1) + "~" + fingerprint;
  }

  /** The name of a file that is being written. */
  static String unfinished(String fingerprint) {
    return "~" + fingerprint + ".part";
  }

  private static String fit(String name, String fingerprint) {
    if (isPlain(name)) {
      return name;
    }
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      return "_" + name.length() + "~" + fingerprint.substring(0, MARK);
    }
    String fit = fit(name);
    if (mayBeDevice(fit) && DEVICE.matcher(fit).matches()) {
      fit = "_" + fit;
    }
    if (fit.length() > LONGEST_NAME) {
      fit = fit.substring(0, LONGEST_NAME);
    }
    return fit.length() == LONGEST_NAME || (fit.startsWith("~") && OURS.matcher(fit).matches())
        ? marked(fit, fingerprint)
        : fit;
  }

  private static String fit(String name) {
    int end = name.length();
    while (end > 0 && name.charAt(end - 1) == '.') {
      end--;
    }
    var fit = new StringBuilder(name);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '?') {
        fit.setCharAt(i, '@');
      } else if (i >= end || c <= ' ' || c > '~' || UNFIT.indexOf(c) >= 0) {
        fit.setCharAt(i, '_');
      }
    }
    return fit.toString();
  }

  /** Whether it begins as the names of devices do. */
  private static boolean mayBeDevice(String name) {
    return "cpanlCPANL".indexOf(name.charAt(0)) >= 0;
  }

  /** True for most names, which need no pattern; false for names that may need one. */
  private static boolean isPlain(String name) {
    int stem = name.length();
    for (int i = name.length() - 1; i >= 0; i--) {
      char c = name.charAt(i);
      if (c == '.') {
        stem = i;
      } else if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9')
          && c != '-'
          && c != '_') {
        return false;
      }
    }
    boolean isLikeDevice = (stem == 3 || stem == 4) && mayBeDevice(name);
    return stem > 0 && !isLikeDevice && !name.endsWith(".") && name.length() < LONGEST_NAME;
  }
}
