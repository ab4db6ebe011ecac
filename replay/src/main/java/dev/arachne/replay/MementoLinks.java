package dev.arachne.replay;

import dev.arachne.archive.Cdxj;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The links between a URL, its captures and the resources that lead to them (RFC 7089 2.2, 5). */
final class MementoLinks {
  private final String here;
  private final String url;
  private final List<Cdxj> captures;

  /**
   * Links of a URL.
   *
   * @param host of ours, as the browser names it
   * @param captures in order of time
   */
  MementoLinks(String host, String url, List<Cdxj> captures) {
    this.here = "http://" + host;
    this.url = clean(url);
    this.captures = captures;
  }

  /** The link from a capture to the URL that it is of. */
  static String original(String url) {
    return "<%s>; rel=\"original\"".formatted(clean(url));
  }

  private static String clean(String url) {
    return url.replace("<", "%3C").replace(">", "%3E").replace("\n", "");
  }

  /** The field Link of an answer; of a capture with its neighbours. */
  String header(Optional<Cdxj> capture) {
    List<String> links = new ArrayList<>(general());
    int at = capture.map(captures::indexOf).orElse(-1);
    if (!captures.isEmpty()) {
      int last = captures.size() - 1;
      List<Integer> named = new ArrayList<>(List.of(0, last));
      if (at >= 0) {
        named.addAll(List.of(Math.max(0, at - 1), at, Math.min(last, at + 1)));
      }
      named.stream().distinct().sorted().forEach(each -> links.add(memento(each, at)));
    }
    return String.join(", ", links);
  }

  /** The map of all captures, in application/link-format. */
  String map() {
    List<String> links = new ArrayList<>(general());
    for (int i = 0; i < captures.size(); i++) {
      links.add(memento(i, -1));
    }
    return String.join(",\n", links) + "\n";
  }

  private List<String> general() {
    return List.of(
        original(url),
        "<%s/-/timegate/%s>; rel=\"timegate\"".formatted(here, url),
        "<%s/-/timemap/%s>; rel=\"timemap\"; type=\"application/link-format\""
            .formatted(here, url));
  }

  /** A link to a capture, with its relation to all captures and to the shown one. */
  private String memento(int index, int shown) {
    var rel = new StringBuilder();
    rel.append(index == 0 ? "first " : "");
    rel.append(index == captures.size() - 1 ? "last " : "");
    rel.append(shown >= 0 && index == shown - 1 ? "prev " : "");
    rel.append(shown >= 0 && index == shown + 1 ? "next " : "");
    Cdxj capture = captures.get(index);
    return "<%s%s>; rel=\"%smemento\"; datetime=\"%s\""
        .formatted(
            here,
            OwnPages.at(capture).replace("<", "%3C").replace(">", "%3E"),
            rel,
            HttpDate.text(capture.time()));
  }
}
