package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The links of a response's header fields. Stateless. */
public final class HeaderLinks {
  /** The maximum number of links of one field; no legitimate field has as many. */
  private static final int MAX_LINKS = 1000;

  private HeaderLinks() {}

  /**
   * The target of a {@code Location} field (RFC 9110 10.2.2), empty if it is not an http or https
   * URL.
   *
   * @param url the requested URL
   */
  public static Optional<Outlink> location(String value, CrawlUrl url) {
    return outlink(value, OutlinkKind.REDIRECT, "", url);
  }

  /**
   * The target of a {@code Refresh} field, empty if it has no URL and the page only reloads itself.
   */
  public static Optional<Outlink> refresh(String value, CrawlUrl url) {
    byte[] bytes = value.getBytes(UTF_8);
    MetaRefresh refresh = MetaRefresh.parse(bytes, 0, bytes.length);
    if (refresh == null || refresh.urlFrom() >= refresh.urlTo()) {
      return Optional.empty();
    }
    String target =
        new String(bytes, refresh.urlFrom(), refresh.urlTo() - refresh.urlFrom(), UTF_8);
    return outlink(target, OutlinkKind.REFRESH, "", url);
  }

  /**
   * The URL of the page in a response itself: the target of a {@code Content-Location} field (RFC
   * 9110 8.7), or of the {@code Location} of a response that offers choices (15.4.1). Empty if it
   * is not an http or https URL.
   */
  public static Optional<Outlink> contentLocation(String value, CrawlUrl url) {
    return outlink(value, OutlinkKind.LINK, "", url);
  }

  /**
   * The links of a {@code Link} field (RFC 8288 3), of the context {@code url} itself: links with
   * an {@code anchor} parameter have another context and are skipped.
   */
  public static List<Outlink> links(String value, CrawlUrl url) {
    List<Outlink> found = new ArrayList<>();
    LinkField field = new LinkField(value);
    while (found.size() < MAX_LINKS && field.next()) {
      String rel = field.parameter("rel");
      byte[] relBytes = rel.getBytes(UTF_8);
      OutlinkKind kind = LinkRelation.kind(relBytes, 0, relBytes.length);
      if (!field.hasParameter("anchor")) {
        outlink(field.target(), kind, rel, url).ifPresent(found::add);
      }
    }
    return found;
  }

  private static Optional<Outlink> outlink(
      String target, OutlinkKind kind, String rel, CrawlUrl url) {
    return url.resolve(target) instanceof CrawlUrl resolved
        ? Optional.of(new Outlink(resolved, kind, rel, ""))
        : Optional.empty();
  }

  /** Iterates over the link-values of a field. */
  private static final class LinkField {
    private final String in;
    private int p;
    private String target = "";
    private final List<String> names = new ArrayList<>();
    private final List<String> values = new ArrayList<>();

    LinkField(String in) {
      this.in = in;
    }

    boolean next() {
      p = in.indexOf('<', p);
      int close = p < 0 ? -1 : in.indexOf('>', p);
      if (close < 0) {
        p = in.length();
        return false;
      }
      target = in.substring(p + 1, close);
      p = close + 1;
      names.clear();
      values.clear();
      skipSpaces();
      while (p < in.length() && in.charAt(p) == ';') {
        p++;
        readParameter();
        skipSpaces();
      }
      return true;
    }

    String target() {
      return target;
    }

    boolean hasParameter(String name) {
      return names.contains(name);
    }

    /** The first parameter of the name; empty if absent. */
    String parameter(String name) {
      int index = names.indexOf(name);
      return index < 0 ? "" : values.get(index);
    }

    private void readParameter() {
      skipSpaces();
      int from = p;
      while (p < in.length() && "=;, \t".indexOf(in.charAt(p)) < 0) {
        p++;
      }
      names.add(in.substring(from, p).toLowerCase(Locale.ROOT));
      skipSpaces();
      @Nullable String value = null;
      if (p < in.length() && in.charAt(p) == '=') {
        p++;
        skipSpaces();
        value = p < in.length() && in.charAt(p) == '"' ? quoted() : token();
      }
      values.add(value == null ? "" : value);
    }

    private String quoted() {
      StringBuilder value = new StringBuilder();
      p++;
      while (p < in.length() && in.charAt(p) != '"') {
        if (in.charAt(p) == '\\' && p + 1 < in.length()) {
          p++;
        }
        value.append(in.charAt(p++));
      }
      p++;
      return value.toString();
    }

    private String token() {
      int from = p;
      while (p < in.length() && ";, \t".indexOf(in.charAt(p)) < 0) {
        p++;
      }
      return in.substring(from, p);
    }

    private void skipSpaces() {
      while (p < in.length() && (in.charAt(p) == ' ' || in.charAt(p) == '\t')) {
        p++;
      }
    }
  }
}
