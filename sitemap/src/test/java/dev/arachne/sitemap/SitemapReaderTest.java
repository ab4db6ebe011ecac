package dev.arachne.sitemap;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.ChildJvm;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class SitemapReaderTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/sitemap.xml");
  private static final int PROTOCOL_LIMIT = 50_000;

  private final List<String> found = new ArrayList<>();

  @Test
  void tokensThatStraddlePartsAreReadWhole() throws IOException {
    // every padding moves the entries across the border of the first part
    for (int padding = 65_400; padding < 65_560; padding++) {
      found.clear();
      Sitemap sitemap =
          read(
              "<urlset><!--"
                  + "x".repeat(padding - 32_000 - 400)
                  + "--><x>"
                  + "y".repeat(32_000)
                  + "</x><url><loc><![CDATA[http://site.test/?a>b]]>&amp;c</loc></url>"
                  + "<url ><loc>/second</loc><!-- > --></url></urlset>");
      assertEquals(List.of("http://site.test/?a%3Eb&c", "http://site.test/second"), found);
      assertEquals(Set.of(), sitemap.flaws());
    }
  }

  @Test
  void aSitemapIsDecodedAsItDeclares() throws IOException {
    byte[] sitemap =
        "<?xml version='1.0' encoding='euc-jp'?><urlset><url><loc>/\u00AD\u00A1</loc></url></urlset>"
            .getBytes(ISO_8859_1);
    new SitemapReader().read(new ByteArrayInputStream(sitemap), URL, this::keep);
    assertEquals(List.of("http://site.test/%E2%91%A0"), found);
  }

  @Test
  void moreEntriesThanTheLimitAreNotReported() throws IOException {
    Sitemap sitemap =
        new SitemapReader(SitemapOptions.defaults().maxEntries(2))
            .read(stream("http://a.test/1\nhttp://a.test/2\nhttp://a.test/3\n"), URL, this::keep);
    assertEquals(2, sitemap.entries());
    assertEquals(Set.of(SitemapIssue.TOO_MANY_ENTRIES), sitemap.flaws());
  }

  @Test
  void bytesBeyondTheLimitAreNotRead() throws IOException {
    String text = "<urlset><url><loc>/1</loc></url><url><loc>/2</loc></url></urlset>";
    Sitemap sitemap =
        new SitemapReader(SitemapOptions.defaults().maxBytes(40))
            .read(stream(text), URL, this::keep);
    assertEquals(List.of("http://site.test/1"), found);
    assertEquals(Set.of(SitemapIssue.TOO_LONG, SitemapIssue.CUT), sitemap.flaws());
  }

  @Test
  void aTokenBeyondAllMeasureIsSkipped() throws IOException {
    Sitemap sitemap =
        read("<urlset><url><loc>/1</loc><a b='" + "x".repeat(200_000) + "'></url></urlset>");
    assertEquals(List.of("http://site.test/1"), found);
    assertTrue(sitemap.flaws().contains(SitemapIssue.MALFORMED));
  }

  @Test
  void entriesTooDeepForAnySitemapAreAFlawNotAFailure() throws IOException {
    for (int depth = 60; depth < 70; depth++) {
      String deep = "<urlset><url><loc>/1</loc></url>" + "<x>".repeat(depth);
      String entry = "<url><loc>http://site.test/deep</loc></url>";
      assertTrue(read(deep + entry).flaws().contains(SitemapIssue.CUT));
      assertTrue(read(deep + "<url><loc>http://site.test/").flaws().contains(SitemapIssue.CUT));
      assertEquals(Set.of(), read(deep + entry + "</x>".repeat(depth) + "</urlset>").flaws());
    }
    assertEquals("http://site.test/1", found.getFirst());
  }

  @Test
  void aLocationThatTheEndCutsIsNotReported() throws IOException {
    assertEquals(Set.of(SitemapIssue.CUT), read("<urlset><url><loc>/1</loc><loc>/abou").flaws());
    assertEquals(List.of("http://site.test/1"), found);
  }

  @Test
  void damagedGzipDataAreAFlawNotAFailure() throws IOException {
    byte[] packed = gzip("<urlset><url><loc>/1</loc></url></urlset>".getBytes(UTF_8));
    byte[] cut = Arrays.copyOf(packed, packed.length - 12);
    assertEquals(
        Set.of(SitemapIssue.CUT),
        new SitemapReader().read(new ByteArrayInputStream(cut), URL, this::keep).flaws());
    packed[3] = 99;
    packed[12] ^= 0x55;
    assertTrue(
        new SitemapReader()
            .read(new ByteArrayInputStream(packed), URL, this::keep)
            .flaws()
            .contains(SitemapIssue.MALFORMED));
  }

  @Test
  void aSitemapInUtf16IsRead() throws IOException {
    byte[] bytes = "\uFEFF<urlset><url><loc>/ä</loc></url></urlset>".getBytes(UTF_16BE);
    new SitemapReader().read(new ByteArrayInputStream(bytes), URL, this::keep);
    assertEquals(List.of("http://site.test/%C3%A4"), found);
  }

  @Test
  void aFullSitemapIsReadInAHeapOfTenMegabytes() throws Exception {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx10m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                FullSitemap.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(java.getInputStream().readAllBytes(), UTF_8);
    assertTrue(java.waitFor(1, TimeUnit.MINUTES));
    assertEquals("50000 []\n", output);
  }

  /**
   * Reads a packed sitemap of as many and as long URLs as the protocol allows, in a process of its
   * own.
   */
  static final class FullSitemap {
    private FullSitemap() {}

    public static void main(String[] arguments) throws IOException {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
        out.write("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>".getBytes(UTF_8));
        for (int i = 0; i < PROTOCOL_LIMIT; i++) {
          String url = "http://site.test/" + "long/".repeat(180) + i;
          out.write(
              ("<url><loc>" + url + "</loc><lastmod>2005-01-01</lastmod></url>").getBytes(UTF_8));
        }
        out.write("</urlset>".getBytes(UTF_8));
      }
      Sitemap sitemap =
          new SitemapReader()
              .read(new ByteArrayInputStream(packed.toByteArray()), URL, (form, entry) -> {});
      System.out.print(sitemap.entries() + " " + sitemap.flaws() + "\n");
    }
  }

  private Sitemap read(String text) throws IOException {
    return new SitemapReader().read(stream(text), URL, this::keep);
  }

  private void keep(SitemapFormat form, SitemapEntry entry) {
    found.add(entry.url().toString());
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  @Test
  void alternatesInOtherLanguagesBelongToTheirEntry() throws IOException {
    List<SitemapEntry> entries = new ArrayList<>();
    String text =
        "<urlset xmlns:x='http://www.w3.org/1999/xhtml'><url><loc>/en</loc>"
            + "<x:link rel='alternate' hreflang='de' href='/de'/>"
            + "<x:link rel='stylesheet' href='/style'/>"
            + "<x:link rel='alternate' hreflang='x' href='mailto:a'/></url>"
            + "<url><loc>/two</loc></url></urlset>";
    new SitemapReader().read(stream(text), URL, (_, entry) -> entries.add(entry));
    assertEquals(
        List.of(List.of(CrawlUrl.of("http://site.test/de")), List.of()),
        entries.stream().map(SitemapEntry::alternates).toList());
  }

  @Test
  void gzipDataThatBecomeTooManyBytesAreNotUnpackedToTheirEnd() throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write("<urlset><url><loc>/1</loc></url>".getBytes(UTF_8));
      for (int i = 0; i < 40; i++) {
        gzip.write(new byte[1 << 20]);
      }
    }
    var in = new ByteArrayInputStream(packed.toByteArray());
    Sitemap sitemap = new SitemapReader().read(in, URL, this::keep);
    assertEquals(List.of("http://site.test/1"), found);
    assertTrue(sitemap.flaws().contains(SitemapIssue.PACKED_TOO_TIGHTLY));
    assertTrue(in.available() > packed.size() / 2, "most of it is not read");
  }

  /** In a JVM of its own, whose heap could not hold a third of the sitemap. */
  @Test
  void aSitemapOf50MegabytesIsReadIn16OfHeap() throws Exception {
    Process child =
        new ProcessBuilder(ChildJvm.command("-Xmx16m", LargeSitemap.class))
            .redirectErrorStream(true)
            .start();
    String said = new String(child.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, child.waitFor(), said);
    assertEquals("50000 entries, flaws []", said.lines().toList().getLast());
  }

  /** Reads a sitemap that is made as it is read. */
  static final class LargeSitemap {
    private LargeSitemap() {}

    public static void main(String[] arguments) throws IOException {
      var parts =
          IntStream.rangeClosed(0, PROTOCOL_LIMIT)
              .mapToObj(i ->
                  i == PROTOCOL_LIMIT
                      ? "</urlset>"
                      : (i == 0 ? "<urlset>" : "")
                          + "<url><loc>http://site.test/"
                          + "x".repeat(990)
                          + i
                          + "</loc></url>")
              .map(text -> (InputStream) new ByteArrayInputStream(text.getBytes(UTF_8)))
              .iterator();
      Sitemap sitemap =
          new SitemapReader()
              .read(
                  new SequenceInputStream(
                      new Enumeration<InputStream>() {
                        @Override
                        public boolean hasMoreElements() {
                          return parts.hasNext();
                        }

                        @Override
                        public InputStream nextElement() {
                          return parts.next();
                        }
                      }),
                  URL,
                  (_, _) -> {});
      System.out.println(sitemap.entries() + " entries, flaws " + sitemap.flaws());
    }
  }
}
