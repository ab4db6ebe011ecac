package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PDF files in a crawl: of the whole program, to which alone a reader of them belongs. */
class PdfCrawlTest {
  private static final String PDF =
      """
      %PDF-1.7
      1 0 obj<</Type/Catalog/Pages 2 0 R/Lang(en)>>endobj
      2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
      3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R
      /Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
      4 0 obj<</Length 46>>stream
      BT /F 12 Tf 50 700 Td (A sentence of a PDF.) Tj ET
      endstream endobj
      5 0 obj<</Title(A manual)>>endobj
      trailer<</Root 1 0 R/Info 5 0 R>>
      %%EOF
      """;

  @TempDir Path directory;

  @Test
  void aPdfIsExportedAsAPageAndPdfBoxIsNotInTheProcessOfTheCrawl() throws Exception {
    TestSite site =
        TestSite.of(
            route("/", html("<title>Root</title><h1>Root</h1><a href=/manual.pdf>PDF</a>")),
            route("/manual.pdf", ok("application/pdf", PDF.getBytes(ISO_8859_1))));
    try (TestWeb web = TestWeb.serve(site)) {
      ArachneProcess crawl =
          ArachneProcess.start(
              directory,
              Map.of("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=loaded.%p"),
              List.of("crawl", web.url("/"), "--dir", "kept", "--markdown", "pages"));
      assertEquals(0, crawl.await(), crawl.err());
      long process = crawl.process().pid();
      String loaded = Files.readString(directory.resolve("loaded." + process));
      assertTrue(loaded.contains("dev.arachne.pdf.PdfReader "));
      assertTrue(!loaded.contains("org.apache.pdfbox"));
    }
    try (Stream<Path> files = Files.walk(directory.resolve("pages"))) {
      Path pdf = files.filter(file -> file.endsWith("manual.pdf.md")).findFirst().orElseThrow();
      String text = Files.readString(pdf);
      assertTrue(text.contains("title: \"A manual\"\n"), text);
      assertTrue(text.endsWith("\n# A manual\n\nA sentence of a PDF.\n"), text);
    }
  }

  @Test
  void linksOfAPdfAreFollowedOnRequest() throws Exception {
    for (String follow : List.of("pages", "pages,pdf")) {
      var port = new AtomicInteger();
      TestSite site =
          TestSite.of(
              route("/", html("<a href=/manual.pdf>PDF</a>")),
              route("/manual.pdf", _ -> ok("application/pdf", linking(port.get()))),
              route("/behind", html("<p>text")));
      try (TestWeb web = TestWeb.serve(site)) {
        port.set(URI.create(web.url("/")).getPort());
        ArachneProcess crawl =
            ArachneProcess.start(
                directory,
                Map.of(),
                List.of("crawl", web.url("/"), "--store", "memory", "--follow", follow, "-q"));
        assertEquals(0, crawl.await(), crawl.err());
        assertEquals(follow.endsWith("pdf"), web.targets().contains("/behind"), follow);
      }
    }
  }

  private static byte[] linking(int port) {
    String link =
        "6 0 obj<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://127.0.0.1:%d/behind)>>>>endobj"
            .formatted(port);
    return PDF.replace("/MediaBox", "/Annots[6 0 R]/MediaBox")
        .replace("5 0 obj", link + "\n5 0 obj")
        .getBytes(ISO_8859_1);
  }

  @Test
  void aRenderedPageIsAPdfFileWithTheTextOfItsScripts() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: no chromium on this machine");
    String page = "<p>served<script>document.body.append('A sentence of a script.')</script>";
    TestSite site = TestSite.of(route("/list/", html(page)), route("/list/a?b=1", html(page)));
    try (TestWeb web = TestWeb.serve(site)) {
      CapturedOutput told =
          CapturedOutput.by(
              Chromium.rendering(
                  "crawl",
                  web.url("/list/"),
                  web.url("/list/a?b=1"),
                  "--render",
                  "always",
                  "--pdf",
                  directory.resolve("pdfs").toString(),
                  "--store",
                  "memory",
                  "-q"));
      assertEquals("", told.err());
    }
    List<Path> saved;
    try (Stream<Path> files = Files.walk(directory.resolve("pdfs"))) {
      saved = files.filter(Files::isRegularFile).sorted().toList();
    }
    assertEquals(2, saved.size(), saved::toString);
    assertTrue(saved.getLast().endsWith("list/index.pdf"), saved::toString);
    for (Path file : saved) {
      try (PDDocument pdf = Loader.loadPDF(file.toFile())) {
        assertEquals(1, pdf.getNumberOfPages());
        String text = new PDFTextStripper().getText(pdf);
        assertTrue(text.contains("A sentence of a script."), text);
      }
    }
  }
}
