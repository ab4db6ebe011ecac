package dev.arachne.pages;

import dev.arachne.options.OptionsFile;
import dev.arachne.options.Seed;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The folders that a crawl has served itself, by their URLs. Immutable. */
public final class ServedFolders {
  /** No folders. */
  public static final ServedFolders NONE = new ServedFolders(Map.of());

  private final Map<String, String> shown;

  private ServedFolders(Map<String, String> shown) {
    this.shown = Map.copyOf(shown);
  }

  /**
   * The served folders of the crawl in a directory.
   *
   * @throws UsageException if no crawl is kept there
   */
  public static ServedFolders of(Path crawl) throws UsageException, IOException {
    Map<String, String> shown = new HashMap<>();
    for (Map.Entry<String, Integer> each : OptionsFile.read(crawl).folders().entrySet()) {
      String folder = Path.of(each.getKey()).toUri().toString();
      shown.put(Seed.Folder.url(each.getValue()), folder.endsWith("/") ? folder : folder + "/");
    }
    return new ServedFolders(shown);
  }

  /** Returns a URL as users know it: that of a file, if it was served from a folder. */
  public String shown(String url) {
    for (Map.Entry<String, String> each : shown.entrySet()) {
      if (url.startsWith(each.getKey())) {
        return each.getValue() + url.substring(each.getKey().length());
      }
    }
    return url;
  }

  /** Returns a text with its URLs as users know them. */
  public String shownIn(String text) {
    String shownSoFar = text;
    for (Map.Entry<String, String> each : shown.entrySet()) {
      shownSoFar = shownSoFar.replace(each.getKey(), each.getValue());
    }
    return shownSoFar;
  }

  /** Returns the URL of a file of a served folder, whether it exists or not; else the text. */
  public String typed(String text) {
    if (shown.isEmpty() || text.contains("://") || text.indexOf('\0') >= 0) {
      return text;
    }
    String file = Path.of(text).toAbsolutePath().normalize().toUri().toString();
    return crawled(file).equals(file) ? text : file;
  }

  /** Returns the crawled URL of a URL as users know it. */
  public String crawled(String url) {
    for (Map.Entry<String, String> each : shown.entrySet()) {
      if (url.startsWith(each.getValue())) {
        return each.getKey() + url.substring(each.getValue().length());
      }
    }
    return url;
  }
}
