package dev.arachne.options;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.ParsedUrl;
import dev.arachne.url.RejectedUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A parsed seed. */
public sealed interface Seed {

  /** A URL. */
  record Page(CrawlUrl url) implements Seed {
    @Override
    public String canonical() {
      return url.toString();
    }
  }

  /** A folder of this machine, by its real path. */
  record Folder(Path path) implements Seed {
    @Override
    public String canonical() {
      return path.toString();
    }

    /** The URL of a folder that is served on {@code port} of this machine. */
    public static String url(int port) {
      return "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port + "/";
    }
  }

  /** A scheme whose colon was forgotten, which would be a host of that name. */
  Pattern SCHEME_WITHOUT_COLON = Pattern.compile("(https?)//(.+)", Pattern.CASE_INSENSITIVE);

  /** A path below a name without a dot or a port: rather of a folder than of a host. */
  Pattern PATH = Pattern.compile("(?!localhost/)[^./:@?#\\[\\]]+/(?!/).*");

  /** Something other than a scheme before a colon and two slashes. */
  Pattern NO_SCHEME = Pattern.compile("[^/?#]*://.*");

  /** The seed in a form that is independent of the working directory. */
  String canonical();

  /**
   * Parses {@code typed}: a folder if one of this name exists, otherwise a URL, which gets {@code
   * http://} if it has no scheme.
   *
   * @throws UsageException if it is neither; the message does not have a password
   */
  static Seed of(String typed) throws UsageException {
    return ofStripped(typed.strip());
  }

  private static Seed ofStripped(String typed) throws UsageException {
    if (!hasScheme(typed)) {
      Path path = pathOf(typed);
      if (path != null && Files.isDirectory(path)) {
        return new Folder(real(path, typed));
      }
      if (path != null && Files.exists(path)) {
        throw new UsageException(typed, "is a file; use the folder it is in, or a URL");
      }
      if (typed.startsWith("/") || typed.startsWith("./") || typed.startsWith("../")) {
        throw new UsageException(typed, "there is no such folder; use a folder or a URL");
      }
      if (PATH.matcher(typed).matches()) {
        throw new UsageException(
            typed, "there is no such folder; if it is a host, use http://" + typed);
      }
      if (NO_SCHEME.matcher(typed).matches()) {
        throw new UsageException(
            withoutPassword(typed), "this is not a URL; use one such as http://example.com/");
      }
    }
    Matcher typo = SCHEME_WITHOUT_COLON.matcher(typed);
    if (typo.matches()) {
      String meant = typo.group(1) + "://" + typo.group(2);
      throw new UsageException(
          withoutPassword(typed), "this is not a URL; use " + withoutPassword(meant));
    }
    String url = hasScheme(typed) ? typed : "http://" + typed;
    ParsedUrl parsed = CrawlUrl.parse(url);
    if (parsed instanceof RejectedUrl(String _, var reason)) {
      throw new UsageException(
          withoutPassword(typed),
          reason.text() + "; use a URL such as http://example.com/ or a folder");
    }
    return new Page((CrawlUrl) parsed);
  }

  /**
   * A seed as it was typed, but for the user's name and password in it, if it is a URL.
   *
   * @param users gets the name and password
   */
  static String withoutUser(String typed, Consumer<SiteUser> users) {
    if (typed.indexOf('@') < 0
        || !(CrawlUrl.parse(hasScheme(typed) ? typed : "http://" + typed)
            instanceof CrawlUrl url)) {
      return typed;
    }
    Optional<SiteUser> user = SiteUser.of(url);
    user.ifPresent(users);
    return user.isPresent() ? url.toString() : typed;
  }

  private static String withoutPassword(String typed) {
    int at = typed.startsWith("mailto:") ? -1 : typed.lastIndexOf('@');
    return at < 0 ? typed : "***" + typed.substring(at);
  }

  /** A scheme is letters before a colon that no port number follows: localhost:8080 has none. */
  static boolean hasScheme(String typed) {
    return typed.toLowerCase(Locale.ROOT).matches("[a-z][a-z0-9+.-]*:(//.*|[^0-9/].*)");
  }

  private static @Nullable Path pathOf(String typed) {
    try {
      return Path.of(typed);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static Path real(Path path, String typed) throws UsageException {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new UsageException(typed, "cannot be read: " + e.getMessage());
    }
  }
}
