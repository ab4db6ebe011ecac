package dev.arachne.testkit;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A site with one of each fault that a report looks for, and next to each a similar page without
 * the fault. Its start page links to all others. It is to be served by https.
 */
public final class PlantedSite {
  /** The URL of an image on the page about mixed content. */
  public static final String MIXED = "http://images.invalid/dot.gif";

  /** A page has more bytes than this if it is the heavy one. */
  public static final int HEAVY = 100_000;

  /** An id in the form that tools make of the parameters of a method. */
  private static final String LONG_ID = "at(" + "java.lang.String,".repeat(20) + ")";

  private static final byte[] DOT =
      Base64.getDecoder().decode("R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==");

  private static final String SYLLABLES =
      "ba be bi bo bu da de di do du ka ke ki ko ku ma me mi mo";

  /**
   * The findings of a report about the site: the check, the subject and the place, a path each or a
   * text.
   */
  public static final List<String> FAULTS =
      List.of(
          "broken-links /gone /broken-link 3",
          "broken-links /gone /to-broken 3",
          "broken-images /no.gif /broken-image 3",
          "broken-parts /no.js /broken-part 3",
          "redirect-loops /loop-a /loop 3",
          "mixed-content " + MIXED + " /mixed 3",
          "malformed-links http://exa mple/ /malformed 3",
          "missing-fragments /ok#nowhere /fragments 3",
          "missing-fragments /fragments#nothing /fragments 4",
          "redirect-chains /chain-1 /chain 3",
          "links-to-redirects /old /redirect 3",
          "links-to-redirects /to-gone /to-broken 3",
          "wrong-media-types /image.txt /wrong-type 3",
          "charset-mistakes /charset / 0",
          "canonical-mistakes /canonical /canonical 2",
          "hreflang-mistakes /languages / 0",
          "heavy-pages /heavy / 0",
          "missing-titles /no-title / 0",
          "duplicate-titles Twins /twin-a 0",
          "duplicate-titles Twins /twin-b 0",
          "missing-h1 /no-h1 / 0",
          "duplicate-h1 Same heading /same-h1-a 0",
          "duplicate-h1 Same heading /same-h1-b 0",
          "missing-descriptions /no-description / 0",
          "duplicate-descriptions The same. /same-description-a 0",
          "duplicate-descriptions The same. /same-description-b 0",
          "blocked-links /private/x /blocked 3",
          "not-in-sitemap /unlisted / 0",
          "unlinked-sitemap-entries /only-in-sitemap",
          "near-duplicates /near-a /near-b 0",
          "thin-pages /thin / 0");

  private final Map<String, Reply> pages = new TreeMap<>();

  private PlantedSite() {
    links();
    texts();
  }

  /** The site. */
  public static TestSite site() {
    var site = new PlantedSite();
    List<Route> routes = new ArrayList<>();
    var list = new StringBuilder();
    site.pages.forEach((path, reply) -> {
      routes.add(route(path, reply));
      list.append("<a href=\"%s\">%s</a>\n".formatted(path, path));
    });
    routes.add(route("/", page("/", list.toString())));
    routes.add(route("/robots.txt", text("User-agent: *\nDisallow: /private/\n")));
    routes.add(route("/dot.gif", ok("image/gif", DOT)));
    routes.add(route("/drawing.svg", ok("image/svg+xml", "<svg/>".getBytes(UTF_8))));
    routes.add(route("/image.txt", text("no image")));
    routes.add(route("/loop-a", redirect(302, "/loop-b")));
    routes.add(route("/loop-b", redirect(302, "/loop-a")));
    routes.add(route("/chain-1", redirect(301, "/chain-2")));
    routes.add(route("/chain-2", redirect(301, "/ok")));
    routes.add(route("/old", redirect(301, "/ok")));
    routes.add(route("/to-gone", redirect(301, "/gone")));
    return TestSite.of(routes.toArray(new Route[0]));
  }

  /** The entries of the site's sitemap: paths. */
  public static List<String> sitemap() {
    List<String> listed = new ArrayList<>(new PlantedSite().pages.keySet());
    listed.remove("/unlisted");
    listed.addAll(List.of("/", "/only-in-sitemap"));
    return listed;
  }

  private void links() {
    plain(
        "/ok",
        "<p id=place>Here.</p><a href=#place>place</a><a name=\"naïve\"></a><i id=%s></i>"
            .formatted(LONG_ID));
    plain(
        "/broken-link",
        "<a href=/gone>gone</a> <a href=mailto:me@site.example>mail</a><a href=\"\">me</a>");
    plain("/to-broken", "<a href=/to-gone>gone elsewhere</a>");
    plain("/broken-image", "<img src=/no.gif alt=none><img src=/dot.gif alt=dot><img src=data:,x>");
    plain("/broken-part", "<script src=/no.js></script><script>'<a href=/never>'</script>");
    plain("/loop", "<a href=/loop-a>around</a>");
    plain("/chain", "<a href=/chain-1>far</a>");
    plain("/redirect", "<a href=/old>old</a>");
    plain(
        "/mixed", "<img src=%s><a href=http://other.invalid/>a link is none</a>".formatted(MIXED));
    plain(
        "/malformed", "<a href=\"http://exa mple/\">spaced</a> <a href=javascript:x()>script</a>");
    plain(
        "/fragments",
        """
        <a href=/ok#nowhere>nowhere</a>
        <a href=#nothing>nothing</a>
        <a href=#top>top</a> <a href="#">start</a> <a href="/ok#place">place</a>
        <a href="/ok#na%%C3%%AFve">name</a> <a href="/ok#:~:text=Here">text</a> <i id=i></i><a href=#i>i</a>
        <a href=/ok#%s>long</a>
        """
            .formatted(LONG_ID));
    plain("/wrong-type", "<img src=/image.txt><img src=/drawing.svg>");
    plain("/blocked", "<a href=/private/x>blocked</a>");
    pages.put("/charset", page("/charset", "<meta charset=iso-8859-1>"));
    pages.put("/charset-alias", page("/charset-alias", "<meta charset=utf8>"));
    pages.put("/canonical", head("/canonical", "<link rel=canonical href=/gone-too>"));
    pages.put(
        "/canonical-self", head("/canonical-self", "<link rel=canonical href=/canonical-self>"));
    pages.put(
        "/copy", body("Page /ok", "Page /ok.", "/ok", "/ok", "<link rel=canonical href=/ok>", ""));
    pages.put("/languages", head("/languages", "<link rel=alternate hreflang=de href=/ok>"));
    String versions =
        "<link rel=alternate hreflang=en href=/en><link rel=alternate hreflang=de href=/de>";
    pages.put("/en", head("/en", versions));
    pages.put("/de", head("/de", versions));
  }

  private void texts() {
    pages.put("/heavy", page("/heavy", "<!--" + "x".repeat(HEAVY) + "-->"));
    pages.put("/no-title", body("", "Described: no title.", "/no-title", "/no-title", "", ""));
    pages.put("/twin-a", body("Twins", "One.", "/twin-a", "/twin-a", "", ""));
    pages.put("/twin-b", body("Twins", "Two.", "/twin-b", "/twin-b", "", ""));
    pages.put("/no-h1", body("No heading", "Has none.", "", "/no-h1", "", ""));
    pages.put("/same-h1-a", body("A heading", "Heads.", "Same heading", "/same-h1-a", "", ""));
    pages.put("/same-h1-b", body("B heading", "More.", "Same heading", "/same-h1-b", "", ""));
    pages.put("/no-description", body("Untold", "", "Untold", "/no-description", "", ""));
    pages.put("/same-description-a", body("Told", "The same.", "Told", "/told-a", "", ""));
    pages.put("/same-description-b", body("Retold", "The same.", "Retold", "/told-b", "", ""));
    pages.put("/near-a", body("Near", "Near one.", "Near", "/near", "", ""));
    pages.put("/near-b", body("Nearly", "Near two.", "Nearly", "/near", "", ""));
    pages.put("/unlisted", page("/unlisted", ""));
    String little =
        "<html lang=en><title>%s</title><meta name=description content=\"%s\">%s<h1>%s</h1><p>Little.";
    pages.put("/thin", html(little.formatted("Thin", "Is thin.", "", "Thin")));
    String hidden = "<meta name=robots content=noindex>";
    pages.put("/thin-hidden", html(little.formatted("Twins", "One.", hidden, "Same heading")));
  }

  private void plain(String path, String content) {
    pages.put(path, page(path, content));
  }

  /** A page without faults but those in its content, which begins in line 3. */
  private static HttpReply page(String path, String content) {
    return body("Page " + path, "About " + path, "Heading " + path, path, "", content);
  }

  private static HttpReply head(String path, String more) {
    return body("Page " + path, "About " + path, "Heading " + path, path, more, "");
  }

  private static HttpReply body(
      String title, String description, String heading, String seed, String head, String content) {
    return html(
        "<!DOCTYPE html><html lang=en>%s%s\n%s\n%s<p>%s</p>"
            .formatted(
                title.isEmpty() ? "" : "<title>" + title + "</title>",
                description.isEmpty()
                    ? ""
                    : "<meta name=description content=\"" + description + "\">",
                head + (heading.isEmpty() ? "" : "<h1>" + heading + "</h1>"),
                content,
                words(seed)));
  }

  /** A text of words, different enough for each seed that no two texts count as similar. */
  private static String words(String seed) {
    var chance = new Random(seed.hashCode());
    String[] syllables = SYLLABLES.split(" ");
    var text = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      for (int j = 0; j < 3; j++) {
        text.append(syllables[chance.nextInt(syllables.length)]);
      }
      text.append(i % 9 == 8 ? ". " : " ");
    }
    return text.toString();
  }
}
