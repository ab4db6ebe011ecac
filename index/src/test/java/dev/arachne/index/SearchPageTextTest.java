package dev.arachne.index;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The page of a search, without a browser. */
class SearchPageTextTest {
  @Test
  void numbersAreThoseOfEnglishInEachLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      String page = SearchPage.start("mill", 1_234_567);
      assertTrue(page.contains("<p>1,234,567 pages."), page);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void namesWordsAndUrlsAreEscaped() {
    String hostile = "'\"><script>&";
    var results =
        new SearchResults(
            List.of(), 1, 0, 0, SearchResults.Counted.EXACTLY, List.of(), Optional.of(hostile));
    String page = new SearchPage(hostile, hostile, "javascript:" + hostile).results(results);
    assertFalse(page.contains("<script"), page);
    assertFalse(page.contains("\"javascript:"), page);
    assertTrue(page.contains("&#39;&quot;&gt;&lt;script&gt;&amp;"), page);
  }
}
