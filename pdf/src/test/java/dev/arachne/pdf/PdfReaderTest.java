package dev.arachne.pdf;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.content.Chunks;
import dev.arachne.content.Documents;
import dev.arachne.content.PageContent;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TimeZone;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionURI;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What PDF files say, those that were made to hurt among them. */
class PdfReaderTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://example.com/a.pdf");

  /** Held, or it would be forgotten with its level. */
  private static final Logger PDFBOX = Logger.getLogger("org.apache.pdfbox");

  @BeforeAll
  static void makeFilesQuietly() {
    System.setProperty("pdfbox.fontcache", System.getProperty("java.io.tmpdir"));
    PDFBOX.setLevel(Level.OFF);
  }

  private static byte[] bytes(PDDocument document) throws IOException {
    var bytes = new ByteArrayOutputStream();
    document.save(bytes);
    return bytes.toByteArray();
  }

  private static PDDocument document(String... pages) throws IOException {
    var document = new PDDocument();
    for (String text : pages) {
      var page = new PDPage();
      document.addPage(page);
      try (var content = new PDPageContentStream(document, page)) {
        content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
        content.beginText();
        content.setLeading(14);
        content.newLineAtOffset(50, 700);
        for (String line : text.split("\n")) {
          content.showText(line);
          content.newLine();
        }
        content.endText();
      }
    }
    return document;
  }

  @Test
  void textAndWhatAFileStatesAreRead() throws Exception {
    byte[] pdf;
    try (PDDocument document =
        document("The first * line of a docu-\nment with two pages.", "Text of the second page.")) {
      var facts = new PDDocumentInformation();
      facts.setTitle("A title");
      facts.setAuthor("An author");
      facts.setSubject("A subject");
      var date = new GregorianCalendar(2026, 0, 31, 12, 0, 0);
      date.setTimeZone(TimeZone.getTimeZone("GMT"));
      facts.setCreationDate(date);
      document.setDocumentInformation(facts);
      document.getDocumentCatalog().setLanguage("en-GB");
      var action = new PDActionURI();
      action.setURI("https://example.com/next");
      var link = new PDAnnotationLink();
      link.setAction(action);
      document.getPage(0).setAnnotations(List.of(link));
      pdf = bytes(document);
    }
    PageContent content = Documents.read(pdf, "application/pdf", "", URL).orElseThrow();
    assertEquals("A title", content.title());
    assertEquals("An author", content.author());
    assertEquals("A subject", content.description());
    assertTrue(content.published().startsWith("2026-01-31T"), content.published());
    assertEquals("en-GB", content.language());
    assertEquals(
        "The first * line of a document with two pages.\n\nText of the second page.",
        content.text());
    assertEquals(
        """
        # A title

        ## Page 1

        The first \\* line of a document with two pages.

        ## Page 2

        Text of the second page.
        """,
        content.markdown());
    assertEquals("page=2", content.headings().getLast().anchor());
    assertEquals("page=2", Chunks.of(content, 50).getLast().anchor());
    assertEquals("https://example.com/next", content.links().getFirst().url().toString());
  }

  private static byte[] deflated(byte[] plain) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(bytes, new Deflater(9))) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  /** A file of one page with this content, and more objects. */
  private static byte[] page(String filter, byte[] content, String more) throws IOException {
    var pdf = new ByteArrayOutputStream();
    pdf.write(
        ("%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
                + "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
                + "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R"
                + "/Resources<</XObject<</X 5 0 R>>>>>>endobj\n"
                + more
                + "\n4 0 obj<<"
                + filter
                + "/Length "
                + content.length
                + ">>stream\n")
            .getBytes(ISO_8859_1));
    pdf.write(content);
    pdf.write("\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF".getBytes(ISO_8859_1));
    return pdf.toByteArray();
  }

  private static byte[] text(String pdf) {
    return pdf.getBytes(ISO_8859_1);
  }

  /** Files that were made to hurt, by what is wrong with them. */
  private static Map<String, byte[]> zoo() throws IOException {
    Map<String, byte[]> zoo = new LinkedHashMap<>();
    byte[] good;
    try (PDDocument document = document("Good.", "Good too.")) {
      good = bytes(document);
      document.protect(new StandardProtectionPolicy("owner", "user", new AccessPermission()));
      zoo.put("encrypted", bytes(document));
    }
    zoo.put("empty", new byte[0]);
    zoo.put("no PDF", text("<html>"));
    zoo.put("zeros", new byte[1 << 20]);
    zoo.put("cut", Arrays.copyOf(good, good.length / 2));
    var random = new Random(3);
    for (int i = 0; i < 10; i++) {
      byte[] damaged = good.clone();
      for (int n = 0; n < 40; n++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      zoo.put("damaged " + i, damaged);
    }
    byte[] megabytes = new byte[64 << 20];
    byte[] bomb = deflated(megabytes);
    zoo.put("a bomb", page("/Filter/FlateDecode", bomb, ""));
    zoo.put(
        "a bomb in a bomb",
        page("/Filter[/FlateDecode/FlateDecode]", deflated(repeated(bomb, 40)), ""));
    Arrays.fill(megabytes, (byte) 'q');
    for (int i = 1; i < megabytes.length; i += 2) {
      megabytes[i] = ' ';
    }
    zoo.put("operators without end", page("/Filter/FlateDecode", deflated(megabytes), ""));
    zoo.put("arrays", page("", text("[".repeat(1_000_000)), ""));
    zoo.put("dictionaries", text("%PDF-1.7\n1 0 obj" + "<</A ".repeat(1_000_000)));
    zoo.put(
        "a form within itself",
        page(
            "",
            text("/X Do /X Do"),
            "5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>"
                + "/Length 11>>stream\n/X Do /X Do\nendstream endobj"));
    zoo.put(
        "pages within themselves",
        text(
            "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
                + "2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R 2 0 R]/Count 1000000>>endobj\n"
                + "trailer<</Root 1 0 R>>\n%%EOF"));
    zoo.put(
        "tables that name each other",
        text("%PDF-1.7\nxref\n0 0\ntrailer<</Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF"));
    zoo.put(
        "a stream of objects that is one of them",
        text(
            "%PDF-1.7\n1 0 obj<</Type/ObjStm/N 1000000000/First 1/Extends 1 0 R/Length 3>>stream\n"
                + "1 0\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF"));
    return zoo;
  }

  private static byte[] repeated(byte[] bytes, int times) {
    byte[] all = new byte[bytes.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(bytes, 0, all, i * bytes.length, bytes.length);
    }
    return all;
  }

  @Test
  void noFileHarmsTheNextOne() throws Exception {
    byte[] good;
    try (PDDocument document = document("A good file.")) {
      good = bytes(document);
    }
    var reader = new PdfReader(20);
    for (Map.Entry<String, byte[]> each : zoo().entrySet()) {
      reader.read(each.getValue(), URL);
      Optional<PageContent> next = reader.read(good, URL);
      assertEquals(
          "A good file.", next.map(PageContent::text).orElse("none"), "behind " + each.getKey());
    }
  }

  @Test
  void aFileOfManyPagesIsCut() throws Exception {
    byte[] pdf;
    try (var document = new PDDocument()) {
      for (int i = 0; i < 1_200; i++) {
        document.addPage(new PDPage());
      }
      pdf = bytes(document);
    }
    assertTrue(new PdfReader().read(pdf, URL).orElseThrow().isCut());
    assertTrue(new PdfReader().read(new byte[PdfReader.MOST_BYTES + 1], URL).isEmpty());
  }

  /** Its input stays open, and it has a pipe of its own to answer, whose end shows its end. */
  @Test
  void theProcessEndsWithTheOneThatStartedIt(@TempDir Path directory) throws Exception {
    String in = directory.resolve("in").toString();
    String out = directory.resolve("out").toString();
    assertEquals(0, new ProcessBuilder("mkfifo", in, out).start().waitFor());
    String script = "in=$1; out=$2; shift 2; \"$@\" <>\"$in\" >\"$out\" & wait";
    List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh", in, out));
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(PdfProcess.class.getName());
    Process parent = new ProcessBuilder(command).start();
    try (InputStream answers = Files.newInputStream(Path.of(out))) {
      Files.write(Path.of(in), new byte[Integer.BYTES]); // A file of no bytes.
      assertEquals(0, answers.read());
      List<ProcessHandle> reading = parent.children().toList();
      parent.destroyForcibly().waitFor();
      try {
        assertEquals(-1, answers.read());
      } finally {
        reading.forEach(ProcessHandle::destroyForcibly);
      }
    }
  }
}
