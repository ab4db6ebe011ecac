package dev.arachne.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.UrlResolver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/** The JDK's documentation, where Debian has it, read as Markdown and rendered back. */
class DocumentationTest {
  private static final Path API = Path.of("/usr/share/doc/openjdk-17-jre-headless/api");
  private static final int PAGES = 100;

  @Test
  void pagesOfTheJdkKeepTheirHeadingsLinksAndCode() throws Exception {
    assumeTrue(Files.isDirectory(API), "SKIPPED: the package openjdk-17-doc is not installed");
    List<Path> pages = pages();
    assertEquals(PAGES, pages.size());
    int links = 0;
    int blocks = 0;
    for (Path page : pages) {
      String name = API.relativize(page).toString();
      CrawlUrl url = CrawlUrl.of("http://docs.test/" + name);
      Document document = Jsoup.parse(Files.readString(page));
      Element main = document.selectFirst("main");
      Document rendered =
          RenderedMarkdown.of(
              PageReader.read(Files.readAllBytes(page), "text/html", "", url)
                  .orElseThrow()
                  .markdown());
      assertEquals(RenderedMarkdown.headings(main), RenderedMarkdown.headings(rendered), name);
      assertEquals(RenderedMarkdown.blocks(main), RenderedMarkdown.blocks(rendered), name);
      assertEquals(RenderedMarkdown.spans(main), RenderedMarkdown.spans(rendered), name);
      List<String> wanted = links(main, url);
      assertEquals(wanted, links(rendered, url), name);
      main.select("nav, button, script, [style*=display:none]").remove();
      assertEquals(
          RenderedMarkdown.characters(main), RenderedMarkdown.characters(rendered.body()), name);
      links += wanted.size();
      blocks += RenderedMarkdown.blocks(main).size();
    }
    assertTrue(links > 10_000 && blocks > 100, links + " links, " + blocks + " blocks of code");
  }

  private static List<Path> pages() throws Exception {
    List<Path> all;
    try (var files = Files.walk(API.resolve("java.base/java"))) {
      all =
          files
              .filter(file -> file.toString().endsWith(".html"))
              .filter(file -> !file.toString().contains("class-use"))
              .filter(file -> !file.getFileName().toString().startsWith("package-"))
              .sorted()
              .toList();
    }
    List<Path> pages = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      pages.add(all.get(i * (all.size() / PAGES)));
    }
    return pages;
  }

  /** Text and target of each link that is not within a block of code. */
  private static List<String> links(Element page, CrawlUrl url) {
    List<String> links = new ArrayList<>();
    var resolver = new UrlResolver();
    resolver.base(url);
    for (Element link : page.select("a[href]")) {
      String text = RenderedMarkdown.plain(link.text());
      if (link.closest("pre, nav") == null && !text.isEmpty()) {
        String href = link.attr("href");
        int hash = href.indexOf('#');
        byte[] resource =
            (hash < 0 ? href : href.substring(0, hash)).getBytes(StandardCharsets.UTF_8);
        assertTrue(resolver.resolve(resource, 0, resource.length), href);
        links.add(
            text
                + " -> "
                + resolver.url()
                + (hash < 0
                    ? ""
                    : href.substring(hash)
                        .replace("%5B", "[")
                        .replace("%5D", "]")
                        .replace("%3C", "<")
                        .replace("%3E", ">")));
      }
    }
    return links;
  }
}
