package dev.arachne.dashboard;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The URLs of a crawl by host and folder, by their outcomes. Confined to one thread at a time. */
final class PathTree {
  private static final int DEPTH = 8;

  /** The limit of folders. Beyond it, URLs in new folders are counted in the enclosing folder. */
  private static final int MOST = 20_000;

  private static final int LONGEST_NAME = 200;

  /** Folders that are written: those with the most URLs. */
  private static final int MOST_WRITTEN = 250;

  private final Folder root = new Folder("", "");
  private int folders;

  /** A folder and its content. */
  private static final class Folder {
    private final String name;
    private final String path;
    private final long[] outcomes = new long[Outcome.values().length];
    private @Nullable Map<String, Folder> inside;
    private long urls;
    private long bytes;

    Folder(String name, String path) {
      this.name = name;
      this.path = path;
    }

    List<Folder> inside() {
      if (inside == null) {
        return List.of();
      }
      List<Folder> sorted = new ArrayList<>(inside.values());
      sorted.sort(Comparator.comparingLong((Folder each) -> each.urls).reversed());
      return sorted;
    }
  }

  /** Adds a URL that was found. */
  void add(String url, Outcome outcome, int urls, long bytes) {
    for (Folder folder : folders(url)) {
      folder.urls += urls;
      folder.bytes += bytes;
      folder.outcomes[outcome.ordinal()]++;
    }
  }

  /** Moves a URL from pending to its outcome. */
  void decide(String url, Outcome outcome, long bytes) {
    for (Folder folder : folders(url)) {
      folder.outcomes[Outcome.PENDING.ordinal()]--;
    }
    add(url, outcome, 0, bytes);
  }

  /** The host of a URL and the folders that it is in. */
  private List<Folder> folders(String url) {
    int end = end(url);
    int from = url.indexOf("://") + 3;
    List<Folder> way = new ArrayList<>(DEPTH);
    Folder at = root;
    int slash = url.indexOf('/', from);
    for (int depth = 0; slash >= 0 && slash < end && depth < DEPTH; depth++) {
      String name = depth == 0 ? url.substring(0, slash) : url.substring(from, slash + 1);
      Folder next = next(at, name, url.substring(0, slash + 1));
      if (next == null) {
        return way;
      }
      way.add(next);
      at = next;
      from = slash + 1;
      slash = url.indexOf('/', from);
    }
    return way;
  }

  private static int end(String url) {
    int query = url.indexOf('?');
    return query < 0 ? url.length() : query;
  }

  private @Nullable Folder next(Folder in, String name, String path) {
    Map<String, Folder> inside = in.inside;
    Folder known = inside == null ? null : inside.get(name);
    if (known != null || folders >= MOST || name.length() > LONGEST_NAME) {
      return known;
    }
    if (inside == null) {
      inside = new HashMap<>(4);
      in.inside = inside;
    }
    folders++;
    var made = new Folder(name, path);
    inside.put(name, made);
    return made;
  }

  /**
   * Writes the folders with the most URLs, as a list of objects; the content of each is a list
   * again.
   */
  void write(JsonGenerator json) {
    Set<Folder> chosen = new HashSet<>();
    var next = new PriorityQueue<>(Comparator.comparingLong((Folder each) -> each.urls).reversed());
    next.addAll(root.inside());
    while (!next.isEmpty() && chosen.size() < MOST_WRITTEN) {
      Folder folder = next.remove();
      chosen.add(folder);
      if (folder.inside != null) {
        next.addAll(folder.inside.values());
      }
    }
    write(root.inside(), chosen, json);
  }

  private static void write(List<Folder> folders, Set<Folder> chosen, JsonGenerator json) {
    json.writeStartArray();
    for (Folder folder : folders) {
      if (chosen.contains(folder)) {
        json.writeStartObject();
        json.writeStringProperty("name", folder.name);
        json.writeStringProperty("path", folder.path);
        json.writeNumberProperty("urls", folder.urls);
        json.writeNumberProperty("bytes", folder.bytes);
        for (Outcome outcome : Outcome.values()) {
          json.writeNumberProperty(outcome.text(), folder.outcomes[outcome.ordinal()]);
        }
        List<Folder> inside = folder.inside();
        json.writeNumberProperty("folders", inside.size());
        json.writeName("inside");
        write(inside, chosen, json);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }
}
