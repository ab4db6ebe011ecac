package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.arachne.url.CrawlUrl;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

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
    Page said = page(page);
    assertEquals("A & B", said.title());
    assertEquals("de", said.language());
    assertEquals("nofollow", said.robots());
    assertEquals(Optional.of(CrawlUrl.of("http://site.test/canon")), said.canonical());
    assertEquals(21, said.links());
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
        "<a href=1> one\n <b>t&eacute;xt</b><!-- no --></a> no <a href=2>two<a href=3>"
            .getBytes(UTF_8);
    extractor.extract(page, "text/html", URL, (kind, target, note) -> texts.add(note.text()));
    assertEquals(List.of("one téxt", "two", ""), texts);
  }

  @Test
  void aLegacyPageIsReadInItsEncodingAndItsQueriesAreWrittenInIt() {
    String html = "<meta charset=%s><title>ä表</title><a href=\"/ä?q=ä\">";
    assertEquals(
        List.of("http://site.test/%C3%A4?q=%E4"),
        urls(
            html.formatted("iso-8859-1")
                .replace("表", "")
                .getBytes(Charset.forName("windows-1252"))));
    String japanese = "<meta charset=shift_jis><title>表</title><a href=\"/表?q=表\">";
    assertEquals(
        List.of("http://site.test/%E8%A1%A8?q=%95\\"),
        urls(japanese.getBytes(Charset.forName("windows-31j"))));
    assertEquals(
        List.of("http://site.test/%C3%A4?q=%C3%A4"),
        urls("\uFEFF<a href=\"/ä?q=ä\">".getBytes(java.nio.charset.StandardCharsets.UTF_16LE)));
  }

  @TestFactory
  Stream<DynamicTest> linksAreThoseOfTheTreeInOrderOfFirstOccurrence() {
    return StreamSupport.stream(Suites.json("html/derived-tree-links.json").spliterator(), false)
        .map(test -> dynamicTest(test.get("input").toString(), () -> checkTree(test)));
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

  private static Page page(String html) {
    return new LinkExtractor()
        .extract(html.getBytes(UTF_8), "text/html", URL, (kind, target, note) -> {});
  }
}
