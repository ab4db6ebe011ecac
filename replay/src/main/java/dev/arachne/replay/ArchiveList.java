package dev.arachne.replay;

import static dev.arachne.replay.OwnPages.escaped;
import static dev.arachne.replay.OwnPages.link;

import dev.arachne.archive.Cdxj;
import dev.arachne.archive.CdxjLookup;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists the captures of an archive, in parts: hosts, and the pages of a host. The part of the index
 * that is read for each is bounded. Thread-safe.
 */
final class ArchiveList {
  private static final int MOST_HOSTS = 200;
  private static final int MOST_PAGES = 200;
  private static final int MOST_LINES = 100_000;

  private final CdxjLookup index;

  ArchiveList(CdxjLookup index) {
    this.index = index;
  }

  /** The part of a key that is the host, such as {@code com,example)}. */
  private static String host(String key) {
    int end = key.indexOf(')');
    return end < 0 ? key : key.substring(0, end + 1);
  }

  /** The first key behind all keys of a host. */
  private static String behind(String host) {
    return host.endsWith(")") ? host.substring(0, host.length() - 1) + "*" : host + "!";
  }

  /** The hosts from a key on: the first capture of each. */
  List<Cdxj> hosts(String from) throws IOException {
    List<Cdxj> hosts = new ArrayList<>();
    Optional<Cdxj> next = index.ceiling(from);
    while (next.isPresent() && hosts.size() <= MOST_HOSTS) {
      hosts.add(next.get());
      next = index.ceiling(behind(host(next.get().key())));
    }
    return hosts;
  }

  /** The list of hosts as HTML. */
  String hostsHtml(List<Cdxj> hosts) {
    var html =
        new StringBuilder("<table><tr><th>Host</th><th class=\"wide\">First URL</th></tr>\n");
    for (Cdxj each : hosts.subList(0, Math.min(hosts.size(), MOST_HOSTS))) {
      html.append("<tr><td>").append(link(path(host(each.key()), "", false), name(each)));
      html.append("</td><td class=\"wide dim\">")
          .append(escaped(each.url()))
          .append("</td></tr>\n");
    }
    html.append("</table>\n");
    if (hosts.size() > MOST_HOSTS) {
      String from = encoded(host(hosts.getLast().key()));
      html.append("<p>").append(link("/?from=" + from, "More hosts")).append("</p>\n");
    }
    return html.toString();
  }

  /** The name of a capture's host, as people write it. */
  static String name(Cdxj capture) {
    return capture.url().replaceAll("^[a-z]+://([^/?#]*).*$", "$1");
  }

  static String path(String host, String from, boolean isAll) {
    return "/-/host?key="
        + encoded(host)
        + (from.isEmpty() ? "" : "&from=" + encoded(from))
        + (isAll ? "&all=1" : "");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** The captures of one key. */
  private record Row(Cdxj latest, int captures) {}

  /** The pages of a host as HTML, or all of its URLs. */
  String pagesHtml(String host, String from, boolean isAll) throws IOException {
    List<Row> rows = new ArrayList<>();
    String next = rows(host, from, isAll, rows);
    var html = new StringBuilder("<p class=\"dim\">");
    html.append(isAll ? "All URLs. " : "Pages. ");
    html.append(link(path(host, "", !isAll), isAll ? "Pages only" : "All URLs")).append("</p>\n");
    if (rows.isEmpty()) {
      html.append("<p>There are none").append(next.isEmpty() ? ".</p>\n" : " so far.</p>\n");
    } else {
      html.append(
          "<table><tr><th>URL</th><th class=\"number\">Captures</th><th class=\"date\">Latest (UTC)</th>");
      html.append("<th class=\"wide\">Type</th></tr>\n");
    }
    for (Row row : rows) {
      Cdxj latest = row.latest();
      html.append("<tr><td>").append(link(OwnPages.at(latest), path(latest)));
      html.append("</td><td class=\"number\">");
      html.append(link("/*/" + latest.url(), String.valueOf(row.captures())));
      html.append("</td><td class=\"date\">").append(OwnPages.time(latest), 0, 10);
      html.append("<span class=\"wide\">").append(OwnPages.time(latest).substring(10));
      html.append("</span></td><td class=\"wide dim\">").append(escaped(latest.mediaType()));
      html.append("</td></tr>\n");
    }
    html.append(rows.isEmpty() ? "" : "</table>\n");
    if (!next.isEmpty()) {
      html.append("<p>").append(link(path(host, next, isAll), "More")).append("</p>\n");
    }
    return html.toString();
  }

  /** The URL behind its host. */
  private static String path(Cdxj capture) {
    String path = capture.url().replaceFirst("^[a-z]+://[^/?#]*", "");
    return path.isEmpty() ? "/" : path;
  }

  /** Adds rows, and returns the key at which to continue; empty at the end. */
  private String rows(String host, String from, boolean isAll, List<Row> rows) throws IOException {
    @Nullable Cdxj latest = null;
    int captures = 0;
    int lines = 0;
    try (CdxjLookup.Lines all = index.from(from.isEmpty() ? host : from)) {
      for (String line = all.next(); line != null && line.startsWith(host); line = all.next()) {
        Optional<Cdxj> capture = Cdxj.parse(line);
        if (capture.isEmpty()) {
          continue;
        }
        boolean isOther = latest == null || !latest.key().equals(capture.get().key());
        if (isOther) {
          add(latest, captures, isAll, rows);
          latest = null;
          captures = 0;
          if (rows.size() == MOST_PAGES || lines > MOST_LINES) {
            return capture.get().key();
          }
        }
        lines++;
        captures++;
        latest = latest == null || isPage(capture.get()) || isAll ? capture.get() : latest;
      }
    }
    add(latest, captures, isAll, rows);
    return "";
  }

  private static void add(@Nullable Cdxj latest, int captures, boolean isAll, List<Row> rows) {
    if (latest != null && (isAll || isPage(latest))) {
      rows.add(new Row(latest, captures));
    }
  }

  private static boolean isPage(Cdxj capture) {
    return capture.status().equals(Optional.of(200))
        && (capture.mediaType().equals("text/html")
            || capture.mediaType().equals("application/xhtml+xml"));
  }
}
