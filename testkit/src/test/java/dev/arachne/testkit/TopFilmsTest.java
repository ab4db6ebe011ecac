package dev.arachne.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TopFilmsTest {

  private static HttpReply ask(String target) {
    return (HttpReply) new TopFilms().reply(TestRequest.get(target));
  }

  private static String body(String target) {
    return new String(ask(target).pieces().iterator().next(), StandardCharsets.UTF_8);
  }

  @Test
  void theListPagesLinkToEveryFilmInOrder() {
    int rank = 1;
    for (int page = 1; page <= TopFilms.LIST_PAGES; page++) {
      String html = body(page == 1 ? "/" : "/?page=" + page);
      var entry =
          Pattern.compile(
                  "class=\"rank\">(\\d+)<.*\\s.*<a href=\"([^\"]+)\"><span class=\"names\"><span class=\"title\">")
              .matcher(html);
      while (entry.find()) {
        assertEquals(Integer.toString(rank), entry.group(1));
        assertEquals(TopFilms.film(rank++).path(), entry.group(2));
      }
      String next = "rel=\"next\" href=\"?page=" + (page + 1) + "\"";
      assertEquals(page < TopFilms.LIST_PAGES, html.contains(next));
      for (int other = 2; other <= TopFilms.LIST_PAGES; other++) {
        assertTrue(html.contains("<a href=\"?page=" + other + "\">"), html);
      }
    }
    assertEquals(TopFilms.FILMS + 1, rank);
  }

  @Test
  void everyFilmHasItsOwnTitleAndRatingsNeverRise() {
    var titles = new HashSet<String>();
    var ratings = new TreeSet<Integer>();
    int before = 93;
    for (int rank = 1; rank <= TopFilms.FILMS; rank++) {
      var film = TopFilms.film(rank);
      assertTrue(titles.add(film.title()), film.title());
      assertTrue(film.tenths() <= before && film.tenths() >= 80, film::rating);
      before = film.tenths();
      ratings.add(before);
    }
    assertEquals(14, ratings.size());
  }

  @Test
  void aFilmsPageSaysWhatTheFilmIs() {
    var film = TopFilms.film(52);
    assertEquals("The Distant Staircase", film.title());
    String page = body("/film/52");
    assertTrue(page.contains("<h1>The Distant Staircase</h1>"), page);
    assertTrue(page.contains("<dd class=\"rating\">" + film.rating() + "</dd>"), page);
    assertTrue(page.contains("<dd class=\"year\">" + film.year() + "</dd>"), page);
  }

  @Test
  void nothingIsBeyondTheEnds() {
    for (String target :
        new String[] {"/film/0", "/film/251", "/film/x", "/film/01", "/?page=1", "/?page=11"}) {
      assertEquals(404, ask(target).status(), target);
    }
    assertTrue(body("/robots.txt").endsWith("Sitemap: http://localhost/sitemap.xml\n"));
    assertEquals(250, body("/sitemap.xml").split("<loc>http://localhost/film/", -1).length - 1);
  }
}
