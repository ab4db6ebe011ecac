package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.options.LinkGroup;
import dev.arachne.options.NofollowPolicy;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links that are in header fields, and pages of other statuses than 200. */
class FieldLinksTest {
  private static Set<String> asked(TestWeb web) {
    var asked = new TreeSet<>(web.targets());
    asked.remove("/robots.txt");
    return asked;
  }

  private static TestSite site() {
    return TestSite.of(
        route(
            "/",
            html("<a href=/here>")
                .header(
                    "Link",
                    "</next>; rel=next, </style>; rel=stylesheet, </early>; rel=preload,"
                        + " <//cdn.test>; rel=preconnect, </left>; rel=\"next nofollow\","
                        + " </elsewhere>; rel=next; anchor=\"/x\"")
                .header("Refresh", "5; url=/refreshed")
                .header("Content-Location", "/index.en.html")));
  }

  @Test
  void linksInHeaderFieldsAreFollowedByTheirKind() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      TestCrawl.of(crawlOf(web.url("/")));
      assertEquals(
          Set.of("/", "/here", "/next", "/left", "/refreshed", "/index.en.html"), asked(web));
    }
    try (TestWeb web = TestWeb.serve(site())) {
      TestCrawl.of(crawlOf(web.url("/")).follow(Set.of(LinkGroup.STYLES)));
      assertEquals(Set.of("/", "/style"), asked(web));
    }
    try (TestWeb web = TestWeb.serve(site())) {
      TestCrawl.of(crawlOf(web.url("/")).nofollow(NofollowPolicy.LINKS).maxPages(100));
      assertEquals(Set.of("/", "/here", "/next", "/refreshed", "/index.en.html"), asked(web));
    }
    try (TestWeb web = TestWeb.serve(site())) {
      TestCrawl.of(crawlOf(web.url("/")).maxDepth(0));
      assertEquals(Set.of("/"), asked(web));
    }
  }

  @Test
  void aPageThatAsksNotToFollowItsLinksMeansThoseOfItsHeadToo() throws Exception {
    TestSite site =
        TestSite.of(
            route(
                "/",
                html("").header("Link", "</next>; rel=next").header("X-Robots-Tag", "nofollow")));
    try (TestWeb web = TestWeb.serve(site)) {
      TestCrawl.of(crawlOf(web.url("/")));
      assertEquals(Set.of("/"), asked(web));
    }
  }

  private static HttpReply page(int status) {
    return HttpReply.of(status)
        .header("Content-Type", "text/html")
        .body("<a href=/here>".getBytes(US_ASCII));
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 202, 203, 226, 300})
  void pagesOfTheseStatusesAreRead(int status) throws Exception {
    Reply page = page(status).header("Location", "/preferred");
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", page)))) {
      TestCrawl.of(crawlOf(web.url("/")));
      assertEquals(
          status == 300 ? Set.of("/", "/here", "/preferred") : Set.of("/", "/here"), asked(web));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {206, 403, 404, 500})
  void thoseOfOthersAreNot(int status) throws Exception {
    Reply page = page(status).header("Link", "</next>; rel=next");
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", page)))) {
      TestCrawl.of(crawlOf(web.url("/")));
      assertEquals(Set.of("/"), asked(web));
    }
  }
}
