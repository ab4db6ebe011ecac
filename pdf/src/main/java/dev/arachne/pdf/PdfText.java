package dev.arachne.pdf;

import dev.arachne.content.PageLink;
import dev.arachne.content.PageReader;
import dev.arachne.content.PagedText;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionURI;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotation;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jspecify.annotations.Nullable;

/** Reads the text of a PDF file. For a process that may crash by it. */
final class PdfText {
  private static final int MOST_PAGES = 1_000;
  private static final int MOST_CHARACTERS = 1 << 20;
  private static final int LONGEST_FACT = 1_000;

  private PdfText() {}

  /** The text of a file; empty if it is not a PDF file, or is encrypted with a password. */
  static Optional<PagedText> of(byte[] pdf) {
    try (PDDocument document = Loader.loadPDF(pdf)) {
      return Optional.of(read(document));
    } catch (IOException | RuntimeException | StackOverflowError e) {
      return Optional.empty();
    }
  }

  private static PagedText read(PDDocument document) {
    PDDocumentInformation facts = document.getDocumentInformation();
    List<String> pages = new ArrayList<>();
    Set<PageLink> links = new LinkedHashSet<>();
    int count = Math.min(document.getNumberOfPages(), MOST_PAGES);
    int left = MOST_CHARACTERS;
    for (int number = 1; number <= count && left > 0; number++) {
      String text = text(document, number);
      pages.add(text.length() > left ? text.substring(0, left) : text);
      left -= text.length();
      addLinks(document, number, links);
    }
    return new PagedText(
        fact(facts.getTitle()),
        fact(facts.getSubject()),
        fact(facts.getAuthor()),
        date(facts.getCreationDate()),
        date(facts.getModificationDate()),
        fact(document.getDocumentCatalog().getLanguage()),
        pages,
        List.copyOf(links),
        document.getNumberOfPages() > MOST_PAGES || left < 0);
  }

  /** The text of a page; of a damaged page it is empty, and the rest of the file is read. */
  private static String text(PDDocument document, int number) {
    try {
      var stripper = new PDFTextStripper();
      stripper.setStartPage(number);
      stripper.setEndPage(number);
      stripper.setLineSeparator("\n");
      stripper.setParagraphEnd("\n");
      stripper.setSortByPosition(false);
      return stripper.getText(document);
    } catch (IOException | RuntimeException | StackOverflowError e) {
      return "";
    }
  }

  private static void addLinks(PDDocument document, int number, Set<PageLink> links) {
    try {
      PDPage page = document.getPage(number - 1);
      for (PDAnnotation annotation : page.getAnnotations()) {
        if (links.size() < PageReader.MOST_LINKS
            && annotation instanceof PDAnnotationLink link
            && link.getAction() instanceof PDActionURI action
            && action.getURI() != null
            && CrawlUrl.parse(action.getURI()) instanceof CrawlUrl url) {
          links.add(new PageLink(url, ""));
        }
      }
    } catch (IOException | RuntimeException | StackOverflowError e) {
      // The links of this page are not known.
    }
  }

  private static String fact(@Nullable String value) {
    String text = value == null ? "" : value.strip();
    return text.length() > LONGEST_FACT ? text.substring(0, LONGEST_FACT) : text;
  }

  private static String date(@Nullable Calendar date) {
    return date == null
        ? ""
        : date.toInstant().atZone(date.getTimeZone().toZoneId()).toOffsetDateTime().toString();
  }
}
