package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.arachne.testkit.Suites;
import dev.arachne.url.CrawlUrl;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LinkExtractorTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/dir/page.html");

  @Test
  void everyKindOfLinkIsReportedWithItsKind() {
    String page =
        """
        <html lang=de><head><title> A &amp;
          B </title><link rel="stylesheet" href=s.css><link rel='Shortcut Icon' href=i.ico>
        <link rel=canonical href=/canon><script src=x.js>if (a<b) "<a href=no>"</script>
        <meta http-equiv=Refresh content="5; url=next.html"><meta name=robots content=nofollow></head>
        <a href="a?x=1&amp;y=2" rel="nofollow me">text</a><area href=area>
        <iframe src=frame><a href=no></iframe><frame src=f2>
        <img src=1.png srcset="2.png 2x, 3.png 3x" data-src=lazy.png>
        <video src=v.mp4 poster=p.png><source src=v2.mp4></video><object data=o><embed src=e>
        <svg><a xlink:href=svg-a><image href=svg-i /></a><use href=u.svg#x /></svg>
        """;
    assertEquals(
        List.of(
            "STYLESHEET /dir/s.css",
            "ICON /dir/i.ico",
            "LINK /canon",
            "SCRIPT /dir/x.js",
            "REFRESH /dir/next.html",
            "ANCHOR /dir/a?x=1&y=2",
            "AREA /dir/area",
            "IFRAME /dir/frame",
            "FRAME /dir/f2",
            "IMAGE /dir/1.png",
            "LAZY /dir/lazy.png",
            "IMAGE /dir/2.png",
            "IMAGE /dir/3.png",
            "MEDIA /dir/v.mp4",
            "IMAGE /dir/p.png",
            "MEDIA /dir/v2.mp4",
            "EMBED /dir/o",
            "EMBED /dir/e",
            "ANCHOR /dir/svg-a",
            "IMAGE /dir/svg-i",
            "EMBED /dir/u.svg"),
        kindsAndPaths(page));
    PageMetadata said = page(page);
    assertEquals("A & B", said.title());
    assertEquals("de", said.language());
    assertEquals("nofollow", said.robots());
    assertEquals(Optional.of(CrawlUrl.of("http://site.test/canon")), said.canonical());
    assertEquals(21, said.links());
  }

  @Test
  void linksForBrowsersAndOtherProgramsAreHints() {
    String page =
        """
        <link rel=preload as=font href=1><link rel=DNS-Prefetch href=//2><link rel=preconnect href=//3>
        <link rel="modulepreload" href=4><link rel=EditURI href=5><link rel=pingback href=6>
        <link rel="preload stylesheet" href=7><link rel=next href=8><link rel="prefetch" href=9>
        """;
    assertEquals(
        List.of(
            "HINT /dir/1",
            "HINT /",
            "HINT /",
            "HINT /dir/4",
            "HINT /dir/5",
            "HINT /dir/6",
            "STYLESHEET /dir/7",
            "LINK /dir/8",
            "LINK /dir/9"),
        kindsAndPaths(page));
    assertEquals(
        List.of(OutlinkKind.HINT),
        HeaderLinks.links("<x>; rel=preload; as=style", URL).stream().map(Outlink::kind).toList());
  }

  @Test
  void anEmptyReferenceIsALinkOnlyWhereItLeadsToThePage() {
    assertEquals(
        List.of("ANCHOR /dir/page.html", "AREA /dir/page.html"),
        kindsAndPaths(
            """
            <a href=""></a><area href><iframe src=""></iframe><iframe src></iframe><img src="">
            <script src=""></script><frame src=""><link rel=next href=""><embed src="">
            <object data=""></object><video src="" poster=""></video>
            """));
  }

  @Test
  void metaRobotsTagsForThisCrawlerAloneAreObeyed() {
    String page = "<meta name=robots content=noindex><meta name=Arachne content=nofollow>";
    assertEquals("noindex", page(page).robots());
    LinkExtractor named = new LinkExtractor(LinkOptions.defaults().agent("ARACHNE"));
    assertEquals(
        "noindex,nofollow",
        named.extract(page.getBytes(UTF_8), "text/html", URL, (kind, target, note) -> {}).robots());
  }

  @Test
  void anEmptyTitleDoesNotTakeTheTextBehindIt() {
    assertEquals("", page("<title></title><div>Not a title").title());
  }

  @Test
  void aBaseElementCountsForLinksBeforeItToo() {
    assertEquals(
        List.of("ANCHOR /other/a", "ANCHOR /other/b"),
        kindsAndPaths("<a href=a>x</a><base href=/other/x><base href=/no/><a href=b>"));
  }

  @Test
  void commentsAndRawTextHideLinks() {
    assertEquals(
        List.of("ANCHOR /dir/yes"),
        kindsAndPaths(
            """
            <!-- <a href=1> --><!--><title><a href=2></title><textarea><a href=3></textarea>
            <style><a href=4></style><xmp><a href=5></xmp><noembed><a href=6></noembed>
            <noframes><a href=7></noframes><script><!-- <script> </script> <a href=8> --></script>
            <![CDATA[ > <a href=yes> ]]><template><a href=9><template><a href=10></template>
            <a href=11></template><plaintext><a href=12>
            """));
  }

  @Test
  void noscriptAndDeclarativeShadowRootsAreRead() {
    assertEquals(
        List.of("ANCHOR /dir/1", "ANCHOR /dir/2", "ANCHOR /dir/3"),
        kindsAndPaths(
            "<noscript><a href=1></noscript><template shadowrootmode=open><a href=2></template>"
                + "<a href=3>"));
  }

  @Test
  void foreignContentHasNoRawTextButHasCdata() {
    assertEquals(
        List.of("ANCHOR /dir/1", "ANCHOR /dir/2", "ANCHOR /dir/4", "ANCHOR /dir/6"),
        kindsAndPaths(
            "<svg><style><a href=1></style><title><a href=2></title><![CDATA[ <a href=3> ]]>"
                + "<p><a href=4><![CDATA[ > <svg><foreignObject><title><a href=5></title>"
                + "</foreignObject><script/><a href=6>"));
  }

  @Test
  void theTextOfAnAnchorIsKeptWhenAskedFor() {
    LinkExtractor extractor = new LinkExtractor(LinkOptions.defaults().anchorText(AnchorText.KEPT));
    List<String> texts = new ArrayList<>();
    byte[] page =
        """
        <a href=1> one
         <b>t&eacute;xt</b><!-- no --><script>no</script></a> no <a href=2>two<a href=3>\
        """
            .getBytes(UTF_8);
    extractor.extract(page, "text/html", URL, (kind, target, note) -> texts.add(note.text()));
    assertEquals(List.of("one téxt", "two", ""), texts);
  }

  @Test
  void aLegacyPageIsReadInItsEncodingAndItsQueriesAreWrittenInIt() {
    String german = "<meta charset=iso-8859-1><a href=\"/ä?q=ä\">";
    assertEquals(
        List.of("http://site.test/%C3%A4?q=%E4"),
        urls(german.getBytes(Charset.forName("windows-1252"))));
    String japanese = "<meta charset=shift_jis><title>表</title><a href=\"/表?q=表\">";
    assertEquals(
        List.of("http://site.test/%E8%A1%A8?q=%95\\"),
        urls(japanese.getBytes(Charset.forName("windows-31j"))));
    assertEquals(
        List.of("http://site.test/%C3%A4?q=%C3%A4"),
        urls("\uFEFF<a href=\"/ä?q=ä\">".getBytes(java.nio.charset.StandardCharsets.UTF_16LE)));
  }

  @Test
  void aFeedYieldsItsEntriesAndWhatBelongsToThem() {
    assertEquals(
        List.of("LINK /", "FEED_ENTRY /1?a&b", "FEED_ENTRY /g", "MEDIA /m.mp3"),
        of(
            "application/rss+xml",
            """
            <?xml version="1.0"?><rss><channel><link>/</link>
            <item><link> <![CDATA[/1?a&b]]></link><guid isPermaLink=false>x</guid></item>
            <item><guid>/g</guid><enclosure url="/m.mp3"/></item></channel></rss>
            """));
    assertEquals(
        List.of("LINK /self", "FEED_ENTRY /e", "MEDIA /m"),
        of(
            "application/atom+xml",
            "<feed><link rel=self href='/self'/><entry><link href='/e'/>"
                + "<link rel='enclosure' href='/m'/></entry></feed>"));
  }

  @Test
  void htmlInAnEntryOfAFeedIsReadAsAPage() {
    assertEquals(
        List.of("ANCHOR /dir/a", "IMAGE /dir/b.png", "ANCHOR /dir/c&d", "FEED_ENTRY /dir/1"),
        of(
            "application/rss+xml",
            """
            <rss><channel><item><description>&lt;a href="a"&gt;x&lt;/a&gt; AT&amp;amp;T</description>
            <content:encoded><![CDATA[<img src=b.png><a href="c&amp;d">]]></content:encoded>
            <link>1</link></item></channel></rss>
            """));
    assertEquals(
        List.of("ANCHOR /dir/a", "ANCHOR /dir/b"),
        of(
            "application/atom+xml",
            "<feed><entry><summary>&lt;a href=no&gt;</summary><content type='html'>&lt;a href=a&gt;"
                + "</content><content type='xhtml'><div><a href='b'/></div></content></entry></feed>"));
  }

  @Test
  void aJsonFeedYieldsWhatOthersDo() {
    String feed =
        """
        {"version": "https://jsonfeed.org/version/1.1", "title": "T", "home_page_url": "/",
         "feed_url": "f.json", "next_url": "f2.json", "icon": "i.png", "hubs": [{"url": "no"}],
         "authors": [{"name": "url", "url": "\\/me", "avatar": "me.png"}],
         "items": [
          {"id": "no", "url": "1\\u00e4", "external_url": "http:\\/\\/site.test/e",
           "content_html": "<a href=\\"h\\">x</a><iframe srcdoc='<a href=s>'>",
           "attachments": [{"url": "m.mp3", "mime_type": "audio/mpeg"}]},
          {"url": ""}, ["url", {"url": "2"}]]}
        """;
    List<String> links =
        List.of(
            "LINK /",
            "LINK /dir/f.json",
            "LINK /dir/f2.json",
            "ICON /dir/i.png",
            "LINK /me",
            "IMAGE /dir/me.png",
            "FEED_ENTRY /dir/1%C3%A4",
            "FEED_ENTRY /e",
            "ANCHOR /dir/h",
            "ANCHOR /dir/s",
            "MEDIA /dir/m.mp3",
            "FEED_ENTRY /dir/2");
    assertEquals(links, of("application/feed+json", feed));
    assertEquals(links, of("application/json; charset=utf-8", feed));
    assertEquals(List.of(), of("application/json", "{\"items\": [{\"url\": \"x\"}]}"));
    assertEquals(List.of(), of("text/plain", feed));
  }

  @Test
  void aManifestYieldsItsPagesAndPictures() {
    String page = "<link rel=manifest href=m.webmanifest>";
    assertEquals(List.of("MANIFEST /dir/m.webmanifest"), kindsAndPaths(page));
    String manifest =
        """
        {"name": "N", "start_url": "start?x=1", "scope": "/no", "icons": [{"src": "i.png"}],
         "shortcuts": [{"url": "s", "icons": [{"src": "s.png"}]}],
         "screenshots": [{"src": "p.png"}], "related_applications": [{"url": "no"}]}
        """;
    List<String> links =
        List.of(
            "LINK /dir/start?x=1",
            "ICON /dir/i.png",
            "LINK /dir/s",
            "ICON /dir/s.png",
            "IMAGE /dir/p.png");
    assertEquals(links, of("application/manifest+json", manifest));
    assertEquals(links, of("application/json", manifest));
  }

  @Test
  void factsForOtherProgramsAreMetadata() {
    assertEquals(
        List.of("METADATA /dir/o", "METADATA /dir/p.png", "METADATA /dir/t.png"),
        kindsAndPaths(
            """
            <meta property="og:url" content=o><meta property=OG:image content="p.png">
            <meta property="og:title" content=no><meta name="twitter:image" content=t.png>
            <meta property="og:url">
            """));
    assertEquals(
        List.of(
            "METADATA /w", "METADATA /i.png", "METADATA /j.png", "METADATA /x", "ANCHOR /dir/a"),
        kindsAndPaths(
            """
            <script type="application/ld+json">{"@context": "https://schema.org", "@id": "#no",
            "@graph": [{"@type": "NewsArticle", "url": "http://site.test/w", "name": "http://no/",
            "image": ["/i.png", {"url": "\\/j.png"}], "logo": "no.png", "sameAs": ["/x"]}]}</script>
            <script>{"url": "/no"}</script><a href=a>
            """));
  }

  @Test
  void aPageInAnAttributeHasItsLinksOfItsOwnKinds() {
    assertEquals(
        List.of(
            "IFRAME /dir/f",
            "ANCHOR /dir/a&b",
            "IMAGE /dir/i.png",
            "ANCHOR /dir/deep",
            "ANCHOR /dir/z"),
        kindsAndPaths(
            "<iframe src=f srcdoc=\"<p><a href='a&amp;amp;b'>x</a><img src=i.png>"
                + "<iframe srcdoc='<a href=deep>'></iframe>\"></iframe><a href=z>"));
    String third =
        "<iframe srcdoc='<iframe srcdoc=\"<iframe srcdoc=&amp;lt;a&amp;#32;href=no&amp;gt;>\">'>";
    assertEquals(Set.of(Truncation.NESTING), truncations(LinkOptions.defaults(), third));
    LinkOptions two = LinkOptions.defaults().maxLinks(2);
    assertEquals(
        Set.of(Truncation.LINKS),
        truncations(two, "<a href=1><iframe srcdoc='<a href=2><a href=3>'></iframe>"));
  }

  @Test
  void backgroundsArePicturesAndButtonsSendForms() {
    assertEquals(
        List.of("IMAGE /dir/1", "IMAGE /dir/2", "IMAGE /dir/3", "IMAGE /dir/4"),
        kindsAndPaths(
            "<body background=1><table background=2><tr><th background=3><td background=4>"));
    var forms = new LinkExtractor(LinkOptions.defaults().kinds(Set.of(OutlinkKind.FORM)));
    String page =
        "<form method=post action=no><button formaction=no formmethod=POST></button>"
            + "<button formaction=1></button><input type=submit formaction=2 formmethod=get>";
    assertEquals(
        List.of("/dir/1", "/dir/2"),
        forms.outlinks(page.getBytes(UTF_8), "text/html", URL).stream()
            .map(link -> link.url().path())
            .toList());
  }

  @Test
  void jsonOfAnyBytesIsReadToItsEnd() {
    String nested = "[".repeat(100_000) + "{\"url\": \"no\"";
    assertEquals(List.of(), of("application/ld+json", nested));
    for (String cut :
        List.of(
            "{\"url\": \"/x", "{\"url", "\"", "{\"url\":\"/\\", "}]},,::", "{\"url\":\"/\\u12")) {
      assertEquals(List.of(), of("application/ld+json", cut));
    }
    assertEquals(
        List.of("METADATA /%EF%BF%BD%F0%9F%98%80"),
        of("application/ld+json", "{\"url\": \"/\\ud800\\ud83d\\ude00\"}"));
  }

  @Test
  void xmlYieldsHrefsAndItsStyleSheet() {
    assertEquals(
        List.of("STYLESHEET /dir/s.xsl", "ANCHOR /dir/a", "ANCHOR /dir/b"),
        of(
            "text/xml",
            "<?xml version='1.0'?><?xml-stylesheet type='text/xsl' href='s.xsl'?>"
                + "<book><style href='a'/><x xlink:href='b'/><![CDATA[<x href='no'>]]></book>"));
  }

  @Test
  void xhtmlHasNoRawText() {
    String page =
        "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>T</title><script src='s'/></head>"
            + "<a href='a'>x</a></html>";
    assertEquals(List.of("SCRIPT /dir/s", "ANCHOR /dir/a"), of("application/xhtml+xml", page));
    assertEquals(List.of("SCRIPT /dir/s", "ANCHOR /dir/a"), of("application/xml", page));
    assertEquals(List.of("SCRIPT /dir/s"), of("text/html", page));
  }

  @Test
  void styleSheetsYieldUrlsAndImports() {
    String css =
        """
        @charset "utf-8"; @import "a.css"; @import url(b.css) print; @namespace x url(/no);
        /* url(/no) */ p { content: "url(/no)"; background: URL( 'c.png' ) url(d\\29 .png)
        url(bad"url) curl(/no) url(data:,x); background: url( e.png ) }
        """;
    List<String> expected =
        List.of(
            "CSS /dir/a.css",
            "CSS /dir/b.css",
            "CSS /dir/c.png",
            "CSS /dir/d).png",
            "CSS /dir/e.png");
    assertEquals(expected, of("text/css", css));
    assertEquals(expected, of("text/html", "<style>" + css + "</style>"));
    assertEquals(
        List.of("CSS /dir/f.png"),
        of("text/html", "<p style='background: url(&quot;f.png&quot;)'>"));
  }

  @Test
  void everyLineEndOfAStyleSheetIsOne() {
    for (String end : List.of("\n", "\r", "\r\n", "\f")) {
      String css = "@import 'a" + end + "'; p{b:url('c\\" + end + "d'); e:url(\\66" + end + "g)}";
      assertEquals(
          List.of("CSS /dir/cd", "CSS /dir/fg"), of("text/css", css.replace("'; p", "; p")));
    }
  }

  @Test
  void otherMediaTypesHaveNoLinks() {
    assertEquals(List.of(), of("image/png", "<a href=x>"));
    assertEquals(List.of(), of("", "just text <a href=x>"));
    assertEquals(List.of("ANCHOR /dir/x"), of("", " <!doctype html><a href=x>"));
    assertEquals(List.of("ANCHOR /dir/x"), of("", "<?xml version='1.0'?><a href='x'/>"));
    for (String unknown : List.of("unknown/unknown", "Application/Unknown", "*/*; charset=x")) {
      assertEquals(List.of("ANCHOR /dir/x"), of(unknown, "<!doctype html><a href=x>"));
    }
  }

  @Test
  void formsCountWhenAskedForAndSentByGet() {
    LinkExtractor extractor =
        new LinkExtractor(LinkOptions.defaults().kinds(Set.of(OutlinkKind.FORM)));
    String page =
        "<form action=1></form><form method=Post action=2></form><form method=x action=3>";
    assertEquals(
        List.of("/dir/1", "/dir/3"),
        extractor.outlinks(page.getBytes(UTF_8), "text/html", URL).stream()
            .map(link -> link.url().path())
            .toList());
  }

  @Test
  void headersHaveLinksToo() {
    assertEquals(
        Optional.of("http://site.test/dir/next"),
        HeaderLinks.location("next", URL).map(link -> link.url().toString()));
    assertEquals(Optional.empty(), HeaderLinks.location("mailto:a@site.test", URL));
    assertEquals(
        Optional.of("http://site.test/dir/x"),
        HeaderLinks.refresh("0; url=x", URL).map(link -> link.url().toString()));
    assertEquals(Optional.empty(), HeaderLinks.refresh("5", URL));
    String field =
        "<a.css>; rel=stylesheet, <b>; title=\"x, <no>; rel=icon\"; rel=\"next nofollow\", <c>,"
            + " <d>;anchor=\"#x\";rel=up, <e";
    assertEquals(
        List.of("STYLESHEET a.css stylesheet", "LINK b next nofollow", "LINK c "),
        HeaderLinks.links(field, URL).stream()
            .map(link -> link.kind() + link.url().path().replace("/dir/", " ") + " " + link.rel())
            .toList());
  }

  @Test
  void aPageStopsAtItsLimits() {
    LinkOptions options = LinkOptions.defaults().maxLinks(2).maxAttributeBytes(8).maxNesting(2);
    assertEquals(Set.of(Truncation.LINKS), truncations(options, "<a href=1><a href=2><a href=3>"));
    assertEquals(Set.of(Truncation.LINKS), truncations(options, "<img srcset='1, 2, 3'>"));
    assertEquals(Set.of(Truncation.ATTRIBUTE), truncations(options, "<a href=123456789>"));
    assertEquals(Set.of(Truncation.NESTING), truncations(options, "<svg><g><g><a href=x>"));
    assertEquals(
        Set.of(Truncation.NESTING), truncations(options, "<template><template><template>"));
    assertEquals(
        Set.of(), truncations(options, "<svg><g></svg><a href=12345678><template><template>"));
  }

  @Test
  void metadataIsCutAtTheBoundOfAttributes() {
    LinkOptions options = LinkOptions.defaults().maxAttributeBytes(8);
    String html = "<title>123456789</title>" + "<meta name=robots content=none>".repeat(1_000);
    PageMetadata page =
        new LinkExtractor(options)
            .extract(html.getBytes(UTF_8), "text/html", URL, (kind, target, note) -> {});
    assertEquals("12345678", page.title());
    assertEquals("none,none", page.robots());
  }

  private static Set<Truncation> truncations(LinkOptions options, String html) {
    return new LinkExtractor(options)
        .extract(html.getBytes(UTF_8), "text/html", URL, (kind, target, note) -> {})
        .truncations();
  }

  private static List<String> of(String contentType, String document) {
    return new LinkExtractor()
        .outlinks(document.getBytes(UTF_8), contentType, URL).stream()
            .map(link -> link.kind() + " " + link.url().pathAndQuery())
            .toList();
  }

  @TestFactory
  Stream<DynamicTest> linksAreThoseOfTheTreeInOrderOfFirstOccurrence() {
    return cases("html/derived-tree-links.json")
        .map(test -> dynamicTest(test.get("input").toString(), () -> checkTree(test)));
  }

  private static Stream<JsonNode> cases(String name) {
    Optional<Path> file = Suites.file(name);
    assumeTrue(file.isPresent(), Suites.MISSING);
    return JsonMapper.shared().readTree(Suites.text(file.get())).valueStream();
  }

  private static void checkTree(JsonNode test) {
    Set<String> expected = new LinkedHashSet<>();
    for (JsonNode attribute : test.get("attrs_in_tree_order")) {
      boolean link = List.of("href", "src").contains(attribute.get(1).asString());
      if (link) {
        expected.add(URL.resolve(attribute.get(2).asString()).toString());
      }
    }
    Set<String> actual = new LinkedHashSet<>(urls(test.get("input").asString().getBytes(UTF_8)));
    assertEquals(List.copyOf(expected), List.copyOf(actual));
  }

  private static List<String> kindsAndPaths(String html) {
    return new LinkExtractor()
        .outlinks(html.getBytes(UTF_8), "text/html;charset=utf-8", URL).stream()
            .map(link -> link.kind() + " " + link.url().pathAndQuery())
            .toList();
  }

  private static List<String> urls(byte[] html) {
    return new LinkExtractor()
        .outlinks(html, "text/html", URL).stream().map(link -> link.url().toString()).toList();
  }

  private static PageMetadata page(String html) {
    return new LinkExtractor()
        .extract(html.getBytes(UTF_8), "text/html", URL, (kind, target, note) -> {});
  }
}
