package dev.arachne.testkit;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A site to scrape: the 250 best of films that do not exist, 25 to a list page, each with a page of
 * its own, a robots.txt and a sitemap. Always the same site, so a test knows the expected results.
 *
 * <pre>
 *   /                    list page 1: rank, title, year and rating of 25 films, links to them and
 *   /?page=2 ... 10      to every list page, by relative query strings
 *   /film/1 ... 250      title, year, director, minutes, rating; links to two others
 *   /api/films?page=N    list page N as JSON: films, and next, the path of the next page
 *   /robots.txt          disallows /login, names /sitemap.xml
 *   /sitemap.xml         all films, under http and the Host asked for
 * </pre>
 */
public final class TopFilms implements TestSite {

  /** How many films there are. */
  public static final int FILMS = 250;

  /** How many list pages. */
  public static final int LIST_PAGES = 10;

  private static final int PER_PAGE = FILMS / LIST_PAGES;

  private static final List<String> FIRST =
      List.of(
          "Silent",
          "Golden",
          "Last",
          "Crooked",
          "Distant",
          "Velvet",
          "Broken",
          "Midnight",
          "Paper",
          "Burning",
          "Hidden",
          "Second",
          "Winter",
          "Hollow",
          "Electric",
          "Restless");
  private static final List<String> SECOND =
      List.of(
          "Loom",
          "Harbour",
          "Witness",
          "Café",
          "Salt & Silk",
          "Orchard",
          "Letter",
          "Staircase",
          "Weaver",
          "Horizon",
          "Parade",
          "Engine",
          "Garden",
          "Mirror",
          "\"Nine\"",
          "Thread");
  private static final List<String> DIRECTORS =
      List.of(
          "A. Lindqvist",
          "B. Okafor",
          "C. Moreau",
          "D. Tanaka",
          "E. Novák",
          "F. O'Hara",
          "G. Şahin");

  /**
   * A film of the list.
   *
   * @param rank from 1 to {@link #FILMS}
   * @param title unique, in plain text
   * @param year of its release
   * @param director one name
   * @param minutes how long it runs
   * @param tenths its rating in tenths, from 80 to 93, never rising with the rank
   */
  public record Film(int rank, String title, int year, String director, int minutes, int tenths) {

    /** The rating as the pages write it, such as {@code 9.3}. */
    public String rating() {
      return tenths / 10 + "." + tenths % 10;
    }

    /** The path of the film's page. */
    public String path() {
      return "/film/" + rank;
    }
  }

  /** The film at this rank, from 1 to {@link #FILMS}. */
  public static Film film(int rank) {
    String first = FIRST.get(rank % FIRST.size());
    String second = SECOND.get((rank / FIRST.size() + rank) % SECOND.size());
    return new Film(
        rank,
        "The " + first + " " + second,
        1930 + rank * 37 % 95,
        DIRECTORS.get(rank * 5 % DIRECTORS.size()),
        80 + rank * 13 % 100,
        93 - rank * 13 / FILMS);
  }

  @Override
  public Reply reply(TestRequest request) {
    String target = request.target();
    if (target.equals("/")) {
      return list(1);
    }
    if (target.startsWith("/?page=")) {
      int page = number(target.substring("/?page=".length()), LIST_PAGES);
      return page > 1 ? list(page) : Reply.status(404);
    }
    if (target.startsWith("/api/films?page=")) {
      int page = number(target.substring("/api/films?page=".length()), LIST_PAGES);
      return page > 0 ? json(page) : Reply.status(404);
    }
    if (target.startsWith("/film/")) {
      int rank = number(target.substring("/film/".length()), FILMS);
      return rank > 0 ? Reply.html(page(film(rank))) : Reply.status(404);
    }
    String origin = "http://" + request.host();
    return switch (target) {
      case "/robots.txt" ->
          Reply.text("User-agent: *\nDisallow: /login\nSitemap: " + origin + "/sitemap.xml\n");
      case "/sitemap.xml" -> sitemap(origin);
      case "/login" -> Reply.html("<!doctype html>\n<title>Log in</title>\n");
      default -> Reply.status(404);
    };
  }

  /** The number written here, or 0 for a text that is not a number from 1 to {@code most}. */
  private static int number(String text, int most) {
    if (!text.matches("[1-9]\\d{0,2}")) {
      return 0;
    }
    int number = Integer.parseInt(text);
    return number <= most ? number : 0;
  }

  private static Reply list(int page) {
    int first = (page - 1) * PER_PAGE + 1;
    var html = new StringBuilder(top("Top " + FILMS));
    html.append("<ol class=\"films\" start=\"").append(first).append("\">\n");
    for (int rank = first; rank < first + PER_PAGE; rank++) {
      Film film = film(rank);
      html.append(
          """
          <li class="film"><em class="rank">%d</em>
            <a href="%s"><span class="names"><span class="title">%s</span></span></a>
            <span class="year">(%d)</span> <span class="rating">%s</span></li>
          """
              .formatted(rank, film.path(), escaped(film.title()), film.year(), film.rating()));
    }
    html.append("</ol>\n<p class=\"pages\"><a href=\"/\">1</a>\n");
    for (int other = 2; other <= LIST_PAGES; other++) {
      html.append("<a href=\"?page=%1$d\">%1$d</a>\n".formatted(other));
    }
    if (page < LIST_PAGES) {
      html.append(
          "<a class=\"next\" rel=\"next\" href=\"?page=%d\">Next</a>\n".formatted(page + 1));
    }
    return Reply.html(html.append("</p>\n<a href=\"/login\">Log in</a>\n").toString());
  }

  private static Reply json(int page) {
    var json = new StringBuilder("{\"films\": [");
    for (int rank = (page - 1) * PER_PAGE + 1; rank <= page * PER_PAGE; rank++) {
      Film film = film(rank);
      json.append(rank % PER_PAGE == 1 ? "\n" : ",\n");
      json.append(
          """
          {"rank": %d, "title": "%s", "year": %d, "rating": %s, "director": {"name": "%s"}}\
          """
              .formatted(
                  rank,
                  film.title().replace("\"", "\\\""),
                  film.year(),
                  film.rating(),
                  film.director()));
    }
    json.append("\n]");
    if (page < LIST_PAGES) {
      json.append(", \"next\": \"/api/films?page=").append(page + 1).append('"');
    }
    byte[] bytes = json.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
    return Reply.ok("application/json", bytes);
  }

  private static String page(Film film) {
    Film similar = film(film.rank() % FILMS + 1);
    Film another = film(film.rank() * 7 % FILMS + 1);
    return top(escaped(film.title()))
        + """
        <p class="rank">No. %d</p>
        <dl>
          <dt>Year</dt><dd class="year">%d</dd>
          <dt>Director</dt><dd class="director">%s</dd>
          <dt>Length</dt><dd class="minutes"><time datetime="PT%dM">%d min</time></dd>
          <dt>Rating</dt><dd class="rating">%s</dd>
        </dl>
        <p>See also <a href="%s">%s</a> and <a href="%s">%s</a>, or <a href="/">all</a>.</p>
        """
            .formatted(
                film.rank(),
                film.year(),
                escaped(film.director()),
                film.minutes(),
                film.minutes(),
                film.rating(),
                similar.path(),
                escaped(similar.title()),
                another.path(),
                escaped(another.title()));
  }

  private static String top(String title) {
    return "<!doctype html>\n<html lang=\"en\">\n<title>%1$s</title>\n<h1>%1$s</h1>\n"
        .formatted(title);
  }

  private static Reply sitemap(String origin) {
    var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for (int rank = 1; rank <= FILMS; rank++) {
      xml.append("<url><loc>").append(origin).append(film(rank).path()).append("</loc></url>\n");
    }
    byte[] bytes = xml.append("</urlset>\n").toString().getBytes(StandardCharsets.UTF_8);
    return Reply.ok("application/xml", bytes);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("\"", "&quot;");
  }
}
