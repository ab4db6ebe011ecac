package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.ledger.RenderingNote.Action;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RenderInteraction;
import dev.arachne.options.RenderPolicy;
import dev.arachne.options.RenderWait;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Crawls of pages that show more if they are used. */
final class InteractivePagesTest {
  private static final String HOST = "127.0.1.1";

  @TempDir private Path temporary;

  private final InteractivePages site = new InteractivePages();
  private final Map<String, String> bodies = new ConcurrentHashMap<>();

  private CrawlOptions.Builder rendering(String root) {
    return CrawlOptions.crawlOf(root)
        .sitemaps(SitemapPolicy.IGNORE)
        .directory(temporary.resolve("crawl"))
        .render(RenderPolicy.ALWAYS)
        .browserSandbox(LocalChromium.sandbox());
  }

  private void crawl(CrawlOptions.Builder options) throws Exception {
    var _ =
        new Crawl(options.build())
            .process(page -> bodies.put(page.url().path(), new String(page.body(), UTF_8)))
            .run();
  }

  private Set<String> found() {
    return bodies.keySet().stream()
        .filter(path -> path.startsWith("/found/"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "AUTO"})
  void eachPageIsFoundAndNothingForbiddenIsAsked(RenderPolicy policy) throws Exception {
    LocalChromium.assumeInstalled();
    try (TestWeb web = TestWeb.plan().site(HOST, site).start()) {
      crawl(rendering(web.url(HOST, "/")).render(policy).renderInteraction(RenderInteraction.ON));
      assertEquals(site.targets(), found());
      assertEquals(
          List.of(), web.targets().stream().filter(it -> it.startsWith("/forbidden")).toList());
      assertEquals(
          Set.of("GET"),
          web.requests().stream().map(LoggedRequest::method).collect(Collectors.toSet()));
      List<Violation> violations = new ArrayList<>();
      var audit = CrawlAudit.of(temporary.resolve("crawl"), violations::add);
      assertEquals(List.of(), violations);
      assertEquals(web.requestCount(), audit.requests());
    }
  }

  @Test
  void theNoteOfAPageHasItsActions() throws Exception {
    LocalChromium.assumeInstalled();
    try (TestWeb web = TestWeb.plan().site(HOST, site).start()) {
      crawl(rendering(web.url(HOST, "/way/load-more")).renderInteraction(RenderInteraction.ON));
      assertEquals(
          List.of(
              new Action("clicked \"Load more\"", 1),
              new Action("clicked \"Load more\"", 1),
              new Action("clicked \"Load more\"", 1),
              new Action("clicked \"Load more\"", 1),
              new Action("clicked \"Load more\"", 1)),
          note(web.url(HOST, "/way/load-more")).actions());
      assertTrue(
          bodies.get("/way/load-more").contains("<a href=\"/found/load-more/5\">"),
          bodies.get("/way/load-more"));
    }
  }

  @Test
  void withoutTheOptionPagesAreLeftAlone() throws Exception {
    LocalChromium.assumeInstalled();
    try (TestWeb web = TestWeb.plan().site(HOST, site).start()) {
      crawl(rendering(web.url(HOST, "/")));
      // What these show at first; the end of the list is in view at once.
      assertEquals(
          Set.of(
              "/found/pager-with-history/1",
              "/found/pager/1",
              "/found/scroll-in-view/1",
              "/found/tabs/1"),
          found());
      assertEquals(List.of(), note(web.url(HOST, "/way/load-more")).actions());
    }
  }

  @Test
  void usingPagesNeedsABrowser() {
    var crawl =
        new Crawl(
            CrawlOptions.crawlOf("http://127.0.0.1/")
                .renderInteraction(RenderInteraction.ON)
                .build());
    var refusal = assertThrows(UsageException.class, crawl::run);
    assertTrue(refusal.toString().contains("add --render always"), refusal::toString);
  }

  @Test
  void aPageIsTakenWhenTheAwaitedElementIsThere() throws Exception {
    LocalChromium.assumeInstalled();
    try (TestWeb web =
        TestWeb.plan()
            .site(
                HOST,
                request ->
                    Reply.html(
                        request.path().equals("/late")
                            ? "<script>setTimeout(() => { document.body.innerHTML ="
                                + " '<p id=list><a href=/never>x</a>' }, 20_000)</script>"
                            : "<a href=/late>x</a>"))
            .start()) {
      crawl(rendering(web.url(HOST, "/late")).renderWait(new RenderWait.Element("#list a")));
      assertEquals(Set.of("/late", "/never"), bodies.keySet());
      assertEquals("", note(web.url(HOST, "/late")).failure());
      assertEquals(
          "no element matches '#list a' within 30 s", note(web.url(HOST, "/never")).failure());
    }
  }

  @Test
  void nothingIsFetchedForAnInvalidSelector() throws Exception {
    LocalChromium.assumeInstalled();
    try (TestWeb web = TestWeb.plan().site(HOST, site).start()) {
      var options =
          rendering(web.url(HOST, "/")).renderWait(new RenderWait.Element("#list >")).build();
      var refusal = assertThrows(UsageException.class, () -> new Crawl(options).run());
      assertEquals(
          "--render-wait: '#list >' is neither a time nor a valid CSS selector;"
              + " use 5s, or '#list .item'",
          refusal.getMessage());
      assertEquals(0, web.requestCount());
    }
  }

  private RenderingNote note(String url) throws Exception {
    UrlStory story = UrlStory.of(url, temporary.resolve("crawl"));
    return story.renderings().get(story.entries().size() - 1);
  }
}
