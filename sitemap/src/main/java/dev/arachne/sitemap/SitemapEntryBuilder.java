package dev.arachne.sitemap;

import dev.arachne.url.CrawlUrl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects the fields of one entry after another, checks the finished entry, and hands it to the
 * sink.
 */
final class SitemapEntryBuilder {
  private final CrawlUrl sitemap;
  private final SitemapOptions options;
  private final SitemapSink sink;

  private SitemapFormat form = SitemapFormat.UNKNOWN;
  private boolean inEntry;
  private String location = "";
  private String spareLocation = "";
  private Optional<Instant> lastModified = Optional.empty();
  private Optional<ChangeFrequency> changeFrequency = Optional.empty();
  private double priority = SitemapEntry.DEFAULT_PRIORITY;
  private final List<CrawlUrl> alternates = new ArrayList<>();
  private int entries;
  private int rejected;
  private boolean tooMany;

  SitemapEntryBuilder(CrawlUrl sitemap, SitemapOptions options, SitemapSink sink) {
    this.sitemap = sitemap;
    this.options = options;
    this.sink = sink;
  }

  SitemapFormat form() {
    return form;
  }

  int entries() {
    return entries;
  }

  int rejected() {
    return rejected;
  }

  /** Whether the sitemap has more entries than are reported: the rest need not be read. */
  boolean hasTooMany() {
    return tooMany;
  }

  void begin(SitemapFormat form) {
    this.form = form;
  }

  boolean isInEntry() {
    return inEntry;
  }

  /** Whether the element is an entry of this form. */
  boolean isEntry(String name) {
    return switch (form) {
      case URL_SET -> name.equals("url");
      case INDEX -> name.equals("sitemap");
      case RSS -> name.equals("item");
      case ATOM -> name.equals("entry");
      case TEXT, UNKNOWN -> false;
    };
  }

  /** Whether the text of the element is a field of an entry. */
  boolean isField(String name) {
    return switch (name) {
      case "loc", "lastmod", "changefreq", "priority" ->
          form == SitemapFormat.URL_SET || form == SitemapFormat.INDEX;
      case "link", "guid", "pubdate" -> form == SitemapFormat.RSS;
      case "updated", "modified" -> form == SitemapFormat.ATOM;
      default -> false;
    };
  }

  /** Whether an attribute of the element has the location of the entry. */
  boolean isLinkElement(String name) {
    return form == SitemapFormat.ATOM && name.equals("link");
  }

  /** Whether the element names another language's page of an entry, in any namespace. */
  boolean isAlternate(String name, String rel) {
    return form == SitemapFormat.URL_SET
        && inEntry
        && name.equals("link")
        && rel.equals("alternate");
  }

  void alternate(String href) {
    if (alternates.size() < SitemapEntry.MOST_ALTERNATES
        && resolved(href) instanceof CrawlUrl url) {
      alternates.add(url);
    }
  }

  void beginEntry() {
    endEntry();
    inEntry = true;
  }

  void link(String href, String rel) {
    if (location.isEmpty() && (rel.isEmpty() || rel.equals("alternate"))) {
      location = href;
    }
  }

  /** Takes text in an entry outside any field: some sitemaps omit {@code loc}. */
  void bareText(String text) {
    if (form != SitemapFormat.RSS && form != SitemapFormat.ATOM && spareLocation.isEmpty()) {
      spareLocation = text;
    }
  }

  void field(String name, String value) {
    switch (name) {
      case "loc", "link" -> {
        if (!location.isEmpty() && !value.isEmpty()) {
          beginEntry(); // a second location in an entry is a second entry
        }
        location = value.isEmpty() ? location : value;
      }
      case "guid" -> spareLocation = value;
      case "lastmod", "pubdate", "updated", "modified" -> lastModified = SitemapDates.parse(value);
      case "changefreq" -> changeFrequency = frequency(value);
      case "priority" -> priority = priority(value);
      default -> throw new IllegalArgumentException(name);
    }
  }

  void endEntry() {
    String found = location.isEmpty() ? spareLocation : location;
    if (inEntry && !found.isEmpty()) {
      add(found);
    }
    inEntry = false;
    location = "";
    spareLocation = "";
    lastModified = Optional.empty();
    changeFrequency = Optional.empty();
    priority = SitemapEntry.DEFAULT_PRIORITY;
    alternates.clear();
  }

  /** Adds a line of a text sitemap. */
  void line(String line) {
    if (!line.isEmpty()) {
      add(line);
    }
  }

  /**
   * Whether a sitemap may cover {@code url}: it is in the same directory or below (sitemaps.org).
   */
  static boolean covers(CrawlUrl sitemap, CrawlUrl url) {
    String directory = sitemap.path().substring(0, sitemap.path().lastIndexOf('/') + 1);
    return url.origin().equals(sitemap.origin()) && url.path().startsWith(directory);
  }

  private void add(String location) {
    if (tooMany) {
      return;
    }
    @Nullable CrawlUrl url = resolved(location);
    boolean elsewhere =
        form != SitemapFormat.INDEX
            && options.location() == SitemapOptions.Location.OWN_DIRECTORY
            && url != null
            && !covers(sitemap, url);
    if (url == null || elsewhere) {
      rejected++;
    } else if (entries == options.maxEntries()) {
      tooMany = true;
    } else {
      entries++;
      sink.entry(form, new SitemapEntry(url, lastModified, changeFrequency, priority, alternates));
    }
  }

  /**
   * Locations must be absolute; in feeds, and where a slash makes it plain, a relative one is taken
   * too.
   */
  private @Nullable CrawlUrl resolved(String location) {
    boolean relative =
        form == SitemapFormat.RSS || form == SitemapFormat.ATOM || location.startsWith("/");
    String reference = location.startsWith("www.") ? "http://" + location : location;
    Object parsed = relative ? sitemap.resolve(reference) : CrawlUrl.parse(reference);
    return parsed instanceof CrawlUrl url ? url : null;
  }

  private static Optional<ChangeFrequency> frequency(String value) {
    for (ChangeFrequency frequency : ChangeFrequency.values()) {
      if (frequency.name().equals(value.toUpperCase(Locale.ROOT))) {
        return Optional.of(frequency);
      }
    }
    return Optional.empty();
  }

  private static double priority(String value) {
    try {
      double priority = value.length() > 16 ? -1 : Double.parseDouble(value);
      return priority >= 0 && priority <= 1 ? priority : SitemapEntry.DEFAULT_PRIORITY;
    } catch (NumberFormatException e) {
      return SitemapEntry.DEFAULT_PRIORITY;
    }
  }
}
