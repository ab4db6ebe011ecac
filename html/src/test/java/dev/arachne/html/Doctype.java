package dev.arachne.html;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.text.ByteScratch;
import dev.arachne.text.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A document type declaration: the tokenizer finds where it ends, this reads what is in it, for a
 * sink that wants to know.
 *
 * @param name in lower case, null where there is none
 * @param publicId null where there is none, which is not the same as empty
 * @param systemId null where there is none, which is not the same as empty
 * @param forcesQuirks whether it is malformed in a way that makes browsers lay out the page as the
 *     old ones did
 */
record Doctype(
    @Nullable String name,
    @Nullable String publicId,
    @Nullable String systemId,
    boolean forcesQuirks) {

  /**
   * Reads what stands between the word {@code DOCTYPE} and the {@code >} (WHATWG HTML
   * 13.2.5.53-68).
   *
   * @param closed whether the {@code >} was there
   */
  static Doctype parse(byte[] in, int from, int to, boolean closed) {
    return new Reader(in, from, to, closed).read();
  }

  private static final class Reader {
    private static final byte[] PUBLIC = "public".getBytes(US_ASCII);
    private static final byte[] SYSTEM = "system".getBytes(US_ASCII);

    private final HtmlDecoder text = new HtmlDecoder();
    private final byte[] in;
    private final int to;
    private int p;
    private boolean quirks;

    Reader(byte[] in, int from, int to, boolean closed) {
      this.in = in;
      this.to = to;
      this.p = from;
      this.quirks = !closed;
    }

    Doctype read() {
      String name = name();
      String publicId = null;
      String systemId = null;
      if (name == null) {
        quirks = true;
      } else if (keyword(PUBLIC)) {
        publicId = identifier();
        quirks |= publicId == null;
        if (publicId != null && quoteFollows()) {
          systemId = identifier();
        } else {
          quirks |= !atEnd();
        }
      } else if (keyword(SYSTEM)) {
        systemId = identifier();
        quirks |= systemId == null;
      } else {
        quirks |= !atEnd();
      }
      if (systemId != null && !atEnd()) {
        quirks = false; // the bogus DOCTYPE state, which forgives the input's end
      }
      return new Doctype(name, publicId, systemId, quirks);
    }

    private @Nullable String name() {
      p = Bytes.skipSpaces(in, p, to);
      int from = p;
      while (p < to && !Bytes.isSpace(in[p])) {
        p++;
      }
      ByteScratch out = new ByteScratch();
      text.appendName(in, from, p, out);
      return p == from ? null : out.toString();
    }

    private boolean keyword(byte[] word) {
      p = Bytes.skipSpaces(in, p, to);
      if (!Bytes.startsWithIgnoringCase(in, p, to, word)) {
        return false;
      }
      p += word.length;
      return true;
    }

    private boolean quoteFollows() {
      p = Bytes.skipSpaces(in, p, to);
      return p < to && (in[p] == '"' || in[p] == '\'');
    }

    private boolean atEnd() {
      return Bytes.skipSpaces(in, p, to) == to;
    }

    /** A quoted identifier; one whose quote is never closed is kept but forces quirks. */
    private @Nullable String identifier() {
      if (!quoteFollows()) {
        return null;
      }
      int from = p + 1;
      int quote = Bytes.indexOf(in, from, to, in[p]);
      quirks |= quote == to;
      p = Math.min(quote + 1, to);
      ByteScratch out = new ByteScratch();
      text.appendLiteral(in, from, quote, out);
      return out.toString();
    }
  }
}
