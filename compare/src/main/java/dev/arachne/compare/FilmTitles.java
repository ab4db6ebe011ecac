package dev.arachne.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.regex.Pattern;

/** The titles on a page of the list of films: the simplest scraper that does. */
final class FilmTitles {
  private static final Pattern TITLE = Pattern.compile("class=\"title\"[^>]*>([^<]+)<");

  private FilmTitles() {}

  /** The titles in the order of the page, as plain text. */
  static List<String> of(FetchedPage page) {
    return TITLE
        .matcher(new String(page.body(), UTF_8))
        .results()
        .map(title -> title.group(1).replace("&quot;", "\"").replace("&amp;", "&"))
        .toList();
  }
}
