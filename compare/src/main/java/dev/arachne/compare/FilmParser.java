package dev.arachne.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.road.FetchedPage;
import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;

/** The ways to take the titles out of a page of the list of films. */
public enum FilmParser {
  /** A path through the tree of the page. */
  XPATH("XPath") {
    @Override
    List<String> titles(String page) {
      return Jsoup.parse(page).selectXpath("//li//span[@class='title']").eachText();
    }
  },
  /** A selector on the same tree. */
  CSS("CSS") {
    @Override
    List<String> titles(String page) {
      return Jsoup.parse(page).select("li .title").eachText();
    }
  },
  /** A pattern on the text, which knows no tree. */
  REGEX("regex") {
    @Override
    List<String> titles(String page) {
      return TITLE
          .matcher(page)
          .results()
          .map(title -> title.group(1).replace("&quot;", "\"").replace("&amp;", "&"))
          .toList();
    }
  };

  private static final Pattern TITLE = Pattern.compile("class=\"title\"[^>]*>([^<]+)<");

  private final String title;

  FilmParser(String title) {
    this.title = title;
  }

  /** The titles in the order of the page, as plain text. */
  final List<String> titles(FetchedPage page) {
    return titles(new String(page.body(), UTF_8));
  }

  abstract List<String> titles(String page);

  /** Its description in a word. */
  @Override
  public String toString() {
    return title;
  }
}
