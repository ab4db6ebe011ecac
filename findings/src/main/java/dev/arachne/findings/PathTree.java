package dev.arachne.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The URLs of a site by host and path, with sums for each subtree. Confined to one thread. */
final class PathTree {
  private static final int DEPTH = 12;

  private final String name;
  private final String path;
  private final Map<String, PathTree> below = new TreeMap<>();
  private long urls;
  private long bytes;
  private final long[] groups = new long[StatusGroup.values().length];

  private PathTree(String name, String path) {
    this.name = name;
    this.path = path;
  }

  /** The hosts of these URLs, those with the most URLs first. */
  static List<PathTree> of(List<SiteReport.Row> rows) {
    var root = new PathTree("", "");
    for (SiteReport.Row row : rows) {
      root.add(row.facts());
    }
    return root.inside();
  }

  private void add(UrlFacts facts) {
    String url = facts.url();
    int query = url.indexOf('?');
    String path = query < 0 ? url : url.substring(0, query);
    int from = path.indexOf("://") + 3;
    PathTree at = this;
    int slash = path.indexOf('/', from);
    for (int depth = 0; slash >= 0 && depth < DEPTH; depth++) {
      String name = depth == 0 ? path.substring(0, slash) : path.substring(from, slash + 1);
      String whole = path.substring(0, slash + 1);
      at = at.below.computeIfAbsent(name, its -> new PathTree(its, whole));
      at.count(facts);
      from = slash + 1;
      slash = path.indexOf('/', from);
    }
  }

  private void count(UrlFacts facts) {
    urls++;
    bytes += facts.bytes();
    groups[StatusGroup.of(facts).ordinal()]++;
  }

  /** The folders in it, those with the most URLs first. */
  List<PathTree> inside() {
    List<PathTree> inside = new ArrayList<>(below.values());
    inside.sort(Comparator.comparingLong((PathTree each) -> -each.urls));
    return inside;
  }

  /** Its last part, with a slash behind it; for a host the whole name. */
  String name() {
    return name;
  }

  /** The common prefix of its URLs. */
  String path() {
    return path;
  }

  long urls() {
    return urls;
  }

  long bytes() {
    return bytes;
  }

  long count(StatusGroup group) {
    return groups[group.ordinal()];
  }
}
