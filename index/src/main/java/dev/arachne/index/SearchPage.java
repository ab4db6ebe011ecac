package dev.arachne.index;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

/**
 * The page of a search, as HTML that works without scripts. All texts from the web are escaped
 * here. Pure.
 */
final class SearchPage {
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1c1f23; --dim: #5d6670; --line: #d9dde2; --paper: #fff;
        --tint: #f3f5f7; --link: #0b57b0; --mark: #fff0b8; --seen: #6b3fa0; }
      @media (prefers-color-scheme: dark) { :root { --ink: #e6e8ea; --dim: #9aa4ae; --line: #343a41;
        --paper: #15181b; --tint: #1d2125; --link: #82b7ff; --mark: #55480f; --seen: #c3a5f0; } }
      * { box-sizing: border-box; }
      body { margin: 0 auto; max-width: 66rem; padding: 1.5rem 1.25rem 4rem; background: var(--paper);
        color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
      a { color: var(--link); text-decoration: none; }
      a:hover, a:focus { text-decoration: underline; }
      header { display: flex; gap: .5rem 1rem; align-items: center; flex-wrap: wrap;
        border-bottom: 1px solid var(--line); padding-bottom: 1rem; margin-bottom: 1rem; }
      header > a { font-weight: 600; color: var(--ink); }
      form { flex: 1 1 18rem; display: flex; gap: .5rem; }
      input { flex: 1; min-width: 0; font: inherit; padding: .45rem .7rem; color: inherit;
        background: var(--tint); border: 1px solid var(--line); border-radius: .4rem; }
      button { font: inherit; padding: .45rem 1rem; color: var(--paper); background: var(--link);
        border: 0; border-radius: .4rem; cursor: pointer; }
      main { display: grid; grid-template-columns: minmax(0, 1fr) 15rem; gap: 0 2.5rem; }
      .sum { grid-column: 1 / -1; color: var(--dim); margin: 0 0 1rem; font-size: .9rem; }
      .remark { grid-column: 1 / -1; margin: 0 0 1rem; padding: .5rem .8rem; background: var(--tint);
        border-left: 3px solid var(--link); }
      ol { list-style: none; margin: 0; padding: 0; grid-column: 1; }
      li { margin: 0 0 1.5rem; }
      h1 { font-size: 1.4rem; line-height: 1.3; margin: 1rem 0 .5rem; }
      h2 { font-size: 1.1rem; line-height: 1.35; margin: 0; font-weight: 500; }
      h2 a:visited { color: var(--seen); }
      .url { color: var(--dim); font-size: .85rem; font-style: normal; display: block; }
      p { margin: .2rem 0; }
      mark { background: var(--mark); color: inherit; border-radius: .2rem; padding: 0 .1em; }
      .facts { color: var(--dim); font-size: .85rem; display: flex; flex-wrap: wrap; gap: 0 .9rem; }
      aside { grid-column: 2; grid-row: 2 / span 9; font-size: .9rem; }
      .remark ~ aside { grid-row: 3 / span 9; }
      aside h3 { font-size: .85rem; margin: 0 0 .3rem; color: var(--dim); font-weight: 500; }
      aside ul { list-style: none; margin: 0 0 1.3rem; padding: 0; }
      aside li { margin: 0; padding: .15rem 0; display: flex; justify-content: space-between; gap: .6rem; }
      aside li.on a { font-weight: 600; color: var(--ink); }
      aside span { color: var(--dim); font-variant-numeric: tabular-nums; }
      nav { grid-column: 1; display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .5rem; }
      nav a, nav b { border: 1px solid var(--line); border-radius: .4rem; padding: .3rem .75rem; }
      nav b { background: var(--tint); }
      table { border-collapse: collapse; }
      td { padding: .3rem 1.2rem .3rem 0; vertical-align: top; }
      td:last-child { color: var(--dim); }
      code { font: .9em/1.6 ui-monospace, monospace; background: var(--tint); border-radius: .3rem;
        padding: .1rem .35rem; white-space: nowrap; }
      @media (max-width: 46rem) { body { padding: 1rem .9rem 3rem; }
        main { display: flex; flex-direction: column; }
        aside { order: 1; margin-bottom: .6rem; } .sum { order: 0; margin-bottom: .6rem; }
        .remark { order: 0; } ol { order: 2; } nav { order: 3; }
        aside h3 { position: absolute; width: 1px; height: 1px; overflow: hidden; }
        aside ul { display: flex; gap: .4rem; overflow-x: auto; margin: 0 0 .45rem; padding-bottom: .1rem; }
        aside li { flex: none; border: 1px solid var(--line); border-radius: 1rem; padding: .15rem .7rem; }
        aside li.on { background: var(--tint); } li { margin-bottom: 1.25rem; } }
      """;

  /**
   * The policy of the page: it runs no scripts, loads nothing, and has one style sheet, in itself.
   */
  static final String POLICY =
      "default-src 'none'; style-src 'sha256-%s'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
          .formatted(sha256(STYLE));

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Numbers of pages that are shown on each side of the present one. */
  private static final int NEIGHBOURS = 3;

  private final String name;
  private final String words;
  private final String like;

  /**
   * The page of a search.
   *
   * @param name of the crawl
   * @param words that were searched for
   * @param like the URL of the page for a search of similar pages; empty for other searches
   */
  SearchPage(String name, String words, String like) {
    this.name = name;
    this.words = words;
    this.like = like;
  }

  private static String sha256(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** The page is in English wherever the server runs. */
  private static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** The page before the first search. */
  static String start(String name, long pages) {
    return new SearchPage(name, "", "")
        .page(
            "Search " + name,
            """
            <h1>Search %s</h1>
            <p>%s pages. All the words of a query are on a page, or in links that lead there.</p>
            <table>
            <tr><td><code>"two words"</code></td><td>in a row</td></tr>
            <tr><td><code>-word</code></td><td>not on the page</td></tr>
            <tr><td><code>title:word</code></td><td>in the title; <code>url:</code> in the URL,
             <code>text:</code> in the main text</td></tr>
            <tr><td><code>site:example.com</code></td><td>of this site, or below
             <code>site:example.com/docs</code></td></tr>
            <tr><td><code>type:pdf</code></td><td>of this media type</td></tr>
            <tr><td><code>lang:en</code></td><td>in this language</td></tr>
            <tr><td><code>since:2026-11</code></td><td>dated then or later</td></tr>
            </table>
            """
                .formatted(escaped(name), count(pages)));
  }

  /** A page with the reason of a failure. */
  static String failure(String title, String text) {
    return new SearchPage("Search", "", "")
        .page(title, "<h1>%s</h1>\n<p>%s</p>\n".formatted(escaped(title), escaped(text)));
  }

  /** The page with results. */
  String results(SearchResults results) {
    var content = new StringBuilder("<main>\n");
    content.append("<p class=\"sum\">").append(sum(results)).append("</p>\n");
    results
        .remark()
        .ifPresent(
            it -> content.append("<p class=\"remark\">").append(escaped(it)).append("</p>\n"));
    if (!results.facets().isEmpty() && results.total() > 0) {
      content.append("<aside aria-label=\"Narrow the results\">\n");
      results.facets().stream().filter(this::isOfUse).forEach(facet -> add(facet, content));
      content.append("</aside>\n");
    }
    content.append("<ol>\n");
    results.hits().forEach(hit -> add(hit, content));
    content.append("</ol>\n");
    addPaging(results, content);
    String title = like.isEmpty() ? words : "Pages like " + like;
    return page(title + " - " + name, content.append("</main>\n").toString());
  }

  private String sum(SearchResults results) {
    String of =
        like.isEmpty() ? "" : " like <a href=\"%s\">%s</a>".formatted(href(like), escaped(like));
    if (results.total() == 0) {
      return "No page matches" + of + ".";
    }
    String pages =
        "%s %s%s".formatted(count(results.total()), results.total() == 1 ? "page" : "pages", of);
    String place =
        results.page() > 1 ? ", page %d of %d".formatted(results.page(), results.pages()) : "";
    return pages + place;
  }

  private void add(SearchHit hit, StringBuilder content) {
    String title = escaped(hit.title().isEmpty() ? hit.url() : hit.title());
    String lang =
        hit.language().matches("[A-Za-z0-9-]{1,35}") ? " lang=\"" + hit.language() + "\"" : "";
    content.append("<li").append(lang).append("><h2 dir=\"auto\">");
    content.append(
        isFollowed(hit.url())
            ? "<a href=\"%s\" rel=\"noreferrer\">%s</a>".formatted(escaped(hit.url()), title)
            : title);
    content.append("</h2>\n<cite class=\"url\">").append(escaped(hit.url())).append("</cite>\n");
    if (!hit.snippet().text().isEmpty()) {
      content.append("<p dir=\"auto\">").append(marked(hit.snippet())).append("</p>\n");
    }
    content.append("<div class=\"facts\" lang=\"en\"><span>").append(DAY.format(hit.fetchTime()));
    content.append("</span>");
    if (hit.linkingPages() > 0) {
      content.append(
          "<span>%s %s here</span>"
              .formatted(
                  count(hit.linkingPages()),
                  hit.linkingPages() == 1 ? "page links" : "pages link"));
    }
    if (hit.alike() > 0) {
      content.append(
          "<span>%s more %s nearly the same</span>"
              .formatted(count(hit.alike()), hit.alike() == 1 ? "says" : "say"));
    }
    content.append("<a href=\"").append(escaped("/?like=" + encoded(hit.url())));
    content.append("\">similar</a></div></li>\n");
  }

  /** Browsers follow no link from here to a file, and no other link than one of the web is made. */
  private static boolean isFollowed(String url) {
    return url.startsWith("http://") || url.startsWith("https://");
  }

  private static String href(String url) {
    return isFollowed(url) ? escaped(url) : "/";
  }

  private static String marked(Snippet snippet) {
    var html = new StringBuilder();
    int from = 0;
    for (Snippet.Mark mark : snippet.marks()) {
      html.append(escaped(snippet.text().substring(from, mark.from()))).append("<mark>");
      html.append(escaped(snippet.text().substring(mark.from(), mark.to()))).append("</mark>");
      from = mark.to();
    }
    return html.append(escaped(snippet.text().substring(from))).toString();
  }

  /**
   * Whether a facet is shown: one with a single value does not narrow the results, unless it was
   * chosen.
   */
  private boolean isOfUse(SearchFacet facet) {
    return facet.values().size() > 1
        || isOn(facet.name() + ":" + facet.values().getFirst().value());
  }

  private boolean isOn(String choice) {
    return (" " + words + " ").contains(" " + choice + " ");
  }

  private void add(SearchFacet facet, StringBuilder content) {
    String title =
        switch (facet.name()) {
          case "site" -> "Site";
          case "type" -> "Media type";
          case "lang" -> "Language";
          default -> facet.name();
        };
    content.append("<h3>").append(escaped(title)).append("</h3>\n<ul>\n");
    for (SearchFacet.Value value : facet.values()) {
      String choice = facet.name() + ":" + value.value();
      boolean isOn = isOn(choice);
      String other =
          isOn
              ? (" " + words + " ").replace(" " + choice + " ", " ").strip()
              : (words + " " + choice).strip();
      content.append(isOn ? "<li class=\"on\">" : "<li>");
      content.append("<a href=\"").append(escaped(link(other, 1))).append("\">");
      content.append(escaped(value.value())).append(isOn ? " ×" : "").append("</a><span>");
      content.append(count(value.pages())).append("</span></li>\n");
    }
    content.append("</ul>\n");
  }

  private void addPaging(SearchResults results, StringBuilder content) {
    if (results.pages() < 2) {
      return;
    }
    content.append("<nav aria-label=\"Pages of results\">\n");
    int now = Math.min(results.page(), results.pages() + 1);
    if (now > 1) {
      content.append(turn("Previous", now - 1));
    }
    for (int i = Math.max(1, now - NEIGHBOURS);
        i <= Math.min(results.pages(), now + NEIGHBOURS);
        i++) {
      content.append(i == now ? "<b aria-current=\"page\">" + i + "</b>\n" : turn("" + i, i));
    }
    if (now < results.pages()) {
      content.append(turn("Next", now + 1));
    }
    content.append("</nav>\n");
  }

  private String turn(String text, int page) {
    return "<a href=\"" + escaped(link(words, page)) + "\">" + text + "</a>\n";
  }

  private String link(String query, int page) {
    return "/?q="
        + encoded(query)
        + (like.isEmpty() ? "" : "&like=" + encoded(like))
        + (page == 1 ? "" : "&page=" + page);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private String page(String title, String content) {
    return """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>%s</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,"><style>%s</style></head><body>
    <header><a href="/">%s</a>
    <form action="/" role="search"><input type="search" name="q" value="%s" placeholder="Words"
     aria-label="Search" autocomplete="off" spellcheck="false"%s><button>Search</button></form></header>
    %s</body></html>
    """
        .formatted(
            escaped(title),
            STYLE,
            escaped(name),
            escaped(words),
            words.isEmpty() && like.isEmpty() ? " autofocus" : "",
            content);
  }
}
