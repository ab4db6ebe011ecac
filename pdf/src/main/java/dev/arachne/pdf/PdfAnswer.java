package dev.arachne.pdf;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.content.PageLink;
import dev.arachne.content.PagedText;
import dev.arachne.url.CrawlUrl;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of the process, as it is sent over the streams between the two. Immutable.
 *
 * @param document the text of a file
 */
record PdfAnswer(PagedText document) {
  private static final int LONGEST = 8 << 20;

  /** Writes an answer; without a document for a file that cannot be read. */
  static void write(DataOutputStream out, Optional<PagedText> document) throws IOException {
    out.writeBoolean(document.isPresent());
    if (document.isPresent()) {
      PagedText its = document.get();
      for (String text :
          List.of(
              its.title(),
              its.description(),
              its.author(),
              its.published(),
              its.modified(),
              its.language())) {
        write(out, text);
      }
      out.writeBoolean(its.isCut());
      out.writeInt(its.pages().size());
      for (String page : its.pages()) {
        write(out, page);
      }
      out.writeInt(its.links().size());
      for (PageLink link : its.links()) {
        write(out, link.url().toString());
        write(out, link.text());
      }
    }
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Reads an answer; empty if the file cannot be read. */
  static Optional<PdfAnswer> read(DataInputStream in) throws IOException {
    if (!in.readBoolean()) {
      return Optional.empty();
    }
    String title = text(in);
    String description = text(in);
    String author = text(in);
    String published = text(in);
    String modified = text(in);
    String language = text(in);
    boolean isCut = in.readBoolean();
    List<String> pages = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      pages.add(text(in));
    }
    List<PageLink> links = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      links.add(new PageLink(CrawlUrl.of(text(in)), text(in)));
    }
    return Optional.of(
        new PdfAnswer(
            new PagedText(
                title, description, author, published, modified, language, pages, links, isCut)));
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST) {
      throw new IOException("the process of PDF files has lost its way");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, UTF_8);
  }
}
