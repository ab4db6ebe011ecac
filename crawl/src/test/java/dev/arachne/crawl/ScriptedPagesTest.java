package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RenderPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.testkit.TestWeb;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The ways in which scripts name pages, each of which a crawl with a browser finds. */
final class ScriptedPagesTest {
  private final ScriptedPages site = new ScriptedPages();

  private Set<String> found(RenderPolicy policy) throws Exception {
    Set<String> found = new ConcurrentSkipListSet<>();
    try (TestWeb web = TestWeb.plan().site("127.0.1.1", site).start()) {
      var options =
          CrawlOptions.crawlOf(web.url("127.0.1.1", "/"))
              .sitemaps(SitemapPolicy.IGNORE)
              .render(policy)
              .browserSandbox(LocalChromium.sandbox());
      var _ =
          new Crawl(options.build())
              .process(page -> {
                if (page.url().path().startsWith("/found/")) {
                  found.add(page.url().path().substring("/found/".length()));
                }
              })
              .run();
    }
    return found;
  }

  @ParameterizedTest
  @EnumSource(names = {"ALWAYS", "AUTO"})
  void eachIsFoundWithABrowser(RenderPolicy policy) throws Exception {
    LocalChromium.assumeInstalled();
    Set<String> all = new TreeSet<>();
    site.names().forEach(all::add);
    assertEquals(47, all.size());
    Set<String> missed = new TreeSet<>(all);
    missed.removeAll(found(policy));
    assertEquals(Set.of(), missed);
  }

  @Test
  void noneIsFoundWithoutOne() throws Exception {
    assertEquals(Set.of(), found(RenderPolicy.NEVER));
  }
}
