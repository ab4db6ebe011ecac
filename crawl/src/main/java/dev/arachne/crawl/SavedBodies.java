package dev.arachne.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Saves the body of each page as a file under host and path. Guarded by its own lock for names;
 * bodies are written outside of it.
 *
 * <p>A URL can be longer than a file name, two URLs can want one name, and one can want for a
 * folder what another has for a file ({@code /a} and {@code /a/b}). So a name is taken as it is
 * where that is possible, and otherwise gets the URL's fingerprint at its end. Dot segments and
 * empty ones do not name anything, so no path leads out of the directory.
 */
final class SavedBodies implements PageHandler {
  /** Characters of a name; file systems take 255, a fingerprint needs 17. */
  private static final int LONGEST_NAME = 200;

  /** Characters of a path below the directory; Linux takes 4,096 in all. */
  private static final int LONGEST_PATH = 2_000;

  private static final String INDEX = "index.html";

  /** What some file system does not take in a name; URLs are ASCII. */
  private static final Pattern UNFIT = Pattern.compile("[^!-~]|[/\\\\:*\"<>|]");

  private final Path directory;
  private final UnaryOperator<String> display;

  /** Names that are taken, in lower case, since some file systems do not tell cases apart. */
  private final Set<String> files = new HashSet<>();

  private final Set<String> folders = new HashSet<>();

  private SavedBodies(Path directory, UnaryOperator<String> display) {
    this.directory = directory;
    this.display = display;
  }

  static SavedBodies in(Path directory, UnaryOperator<String> display) throws UsageException {
    try {
      return new SavedBodies(Files.createDirectories(directory).toRealPath(), display);
    } catch (IOException e) {
      throw new UsageException(
          directory.toString(), "cannot be made; type another directory after --save");
    }
  }

  @Override
  public void handle(CrawledPage page) throws IOException {
    String url = display.apply(page.url().toString());
    Path file = directory.resolve(take(url, page.url().fingerprint().toString()));
    Files.createDirectories(file.getParent());
    Files.write(file, page.response().body());
  }

  /** A path below the directory that nobody else has, and nobody will get. */
  synchronized String take(String url, String fingerprint) {
    String plain = plainPath(url, fingerprint);
    String path =
        Stream.of(plain, plain + "~" + fingerprint.substring(0, 16))
            .filter(this::isFree)
            .findFirst()
            .orElse(plain.substring(0, plain.indexOf('/') + 1) + "~" + fingerprint);
    String name = path.toLowerCase(Locale.ROOT);
    files.add(name);
    for (String folder = parent(name); !folder.isEmpty(); folder = parent(folder)) {
      folders.add(folder);
    }
    return path;
  }

  private boolean isFree(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    if (path.length() > LONGEST_PATH || files.contains(name) || folders.contains(name)) {
      return false;
    }
    for (String folder = parent(name); !folder.isEmpty(); folder = parent(folder)) {
      if (files.contains(folder)) {
        return false;
      }
    }
    return true;
  }

  private static String parent(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('/')));
  }

  /** Host and path of {@code url}, each segment made fit to be a name. */
  private static String plainPath(String url, String fingerprint) {
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
    names.removeFirst();
    String host = location.substring(0, location.indexOf('/')).replace(':', '_');
    var path = new StringBuilder(host.isEmpty() ? "files" : host);
    for (String name : names) {
      path.append('/').append(fit(name, fingerprint));
    }
    return path.toString();
  }

  private static String fit(String name, String fingerprint) {
    String fit = UNFIT.matcher(name).replaceAll("_");
    if (fit.isEmpty() || fit.equals(".") || fit.equals("..")) {
      return "_" + fit.length() + "~" + fingerprint.substring(0, 16);
    }
    if (fit.length() > LONGEST_NAME) {
      return fit.substring(0, LONGEST_NAME) + "~" + fingerprint.substring(0, 16);
    }
    return fit;
  }
}
