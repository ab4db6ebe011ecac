package dev.arachne.crawl;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Saves the body of each page as a file under host and path. Any thread that may block.
 *
 * <p>A URL can be longer than a file name, two URLs can want one name, and one can want for a
 * folder what another has for a file ({@code /a} and {@code /a/b}). So a name is taken as it is
 * where that is possible, and otherwise gets the URL's fingerprint at its end. Who has a name is
 * for the disk to say, since a crawl may be resumed: a file that is older than the crawl is of an
 * earlier one and is replaced, one with the same content is as good, and any other is left alone.
 * Dot segments and empty ones do not name anything, so no path leads out of the directory.
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

  private final FileTime began;

  private SavedBodies(Path directory, UnaryOperator<String> display, FileTime began) {
    this.directory = directory;
    this.display = display;
    this.began = began;
  }

  /**
   * Saves under {@code directory}, which is made if it is not there.
   *
   * @param began when the crawl did, in its first run
   */
  static SavedBodies in(Path directory, UnaryOperator<String> display, Instant began)
      throws UsageException {
    try {
      Path real = Files.createDirectories(directory).toRealPath();
      return new SavedBodies(real, display, FileTime.from(began));
    } catch (IOException e) {
      throw new UsageException(
          directory.toString(), "cannot be made; type another directory after --save");
    }
  }

  @Override
  public void handle(CrawledPage page) throws IOException {
    String url = display.apply(page.url().toString());
    save(url, page.url().fingerprint().toString(), page.response().body());
  }

  /** Returns where the body is now. */
  Path save(String url, String fingerprint, byte[] body) throws IOException {
    String plain = plainPath(url, fingerprint);
    for (String path : List.of(plain, plain + "~" + fingerprint.substring(0, 16))) {
      Path file = directory.resolve(path);
      if (path.length() <= LONGEST_PATH && hasFolder(file) && write(file, fingerprint, body)) {
        return file;
      }
    }
    Path own = directory.resolve(plain.substring(0, plain.indexOf('/') + 1) + "~" + fingerprint);
    Files.createDirectories(own.getParent());
    return Files.write(own, body);
  }

  private static boolean hasFolder(Path file) throws IOException {
    try {
      Files.createDirectories(file.getParent());
      return true;
    } catch (FileAlreadyExistsException e) {
      return false; // What it wants for a folder is a file.
    }
  }

  /** Has the file have this content, if nobody else has the name; whole or not at all. */
  private boolean write(Path file, String fingerprint, byte[] body) throws IOException {
    Path unfinished = file.resolveSibling("~" + fingerprint + ".part");
    Files.write(unfinished, body);
    synchronized (this) {
      if (isFree(file, unfinished)) {
        Files.move(unfinished, file, ATOMIC_MOVE);
        return true;
      }
    }
    Files.delete(unfinished);
    return false;
  }

  private boolean isFree(Path file, Path content) throws IOException {
    if (!Files.exists(file)) {
      return true;
    }
    return Files.isRegularFile(file)
        && (Files.getLastModifiedTime(file).compareTo(began) < 0
            || Files.mismatch(file, content) < 0);
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
