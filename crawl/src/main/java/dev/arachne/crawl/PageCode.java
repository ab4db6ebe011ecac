package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.arachne.html.ContentModel;
import dev.arachne.html.Element;
import dev.arachne.html.HtmlTokenizer;
import dev.arachne.html.TagAttributes;
import dev.arachne.html.TokenReader;
import dev.arachne.text.Bytes;
import dev.arachne.traps.TrapHash;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/*
 * Pages that one program of a site generates have the same scripts, with small differences: paths
 * are relative, file names contain versions, and inline scripts contain data. So of an inline
 * script, or of a handler such as onclick, only the identifiers outside strings and comments count,
 * each once and without digits. Digits in a script's URL do not count, nor do leading dots and
 * slashes.
 */
/**
 * The scripts of a page as a hash, and whether the page has text without them. Immutable.
 *
 * @param scripts 0 if the page has none
 * @param isShell whether it has hardly any words without them
 */
record PageCode(long scripts, boolean isShell) {
  /** A page with fewer words is a shell. */
  private static final int WORDS_OF_PAGE = 32;

  /** Most distinct parts of scripts that count. */
  private static final int MOST_PARTS = 10_000;

  private static final int USUAL_PARTS = 64;

  /** Most distinct words that are counted. */
  private static final int MOST_WORDS = 50_000;

  /** Reads the HTML in {@code in[from, to)}, in any superset of ASCII. */
  static PageCode of(byte[] in, int from, int to) {
    var reader = new Reader();
    reader.read(in, from, to);
    return reader.code();
  }

  /** Returns the distinct words of the text of HTML, as hashes. */
  static Set<Long> words(byte[] in, int from, int to) {
    Set<Long> words = new HashSet<>();
    var reader = new Reader();
    reader.different = words;
    reader.read(in, from, to);
    return words;
  }

  /** Whether the page has any scripts. */
  boolean hasScripts() {
    return scripts != 0;
  }

  /** Reads the code of pages from their tokens. */
  static final class Reader implements TokenReader {
    private static final byte[] NOTHING = {};

    private byte[] in = NOTHING;

    /**
     * The hashes of parts in an open-addressed table; 0 is a free slot, and at least half are free.
     */
    private long[] known = new long[USUAL_PARTS];

    private int parts;
    private long sum;
    private int words;
    private @Nullable Set<Long> different;

    /** Whether a script is open. */
    private boolean isProgram;

    /**
     * The name of the enclosing element whose text is invisible and whose scripts do not run, or
     * empty.
     */
    private String hidden = "";

    /** Forgets the page that was read last. */
    void forget() {
      in = NOTHING;
    }

    /** Whether a page was read since then. */
    boolean hasRead() {
      return in != NOTHING;
    }

    /** Returns the code of the page that was read last. */
    PageCode code() {
      return new PageCode(parts == 0 ? 0 : sum | 1, words < WORDS_OF_PAGE);
    }

    private void read(byte[] page, int from, int to) {
      begin(page);
      var tokenizer = new HtmlTokenizer();
      tokenizer.begin(page, from, to);
      HtmlTokenizer.Token token = tokenizer.next();
      while (token != HtmlTokenizer.Token.END) {
        if (token == HtmlTokenizer.Token.START_TAG) {
          Element element = Element.named(in, tokenizer.nameFrom(), tokenizer.nameTo());
          tokenizer.content(content(element));
          startTag(element, tokenizer);
        } else if (token == HtmlTokenizer.Token.END_TAG) {
          endTag(tokenizer);
        } else if (token == HtmlTokenizer.Token.TEXT) {
          text(tokenizer.from(), tokenizer.to(), tokenizer.textModel());
        }
        token = tokenizer.next();
      }
    }

    @Override
    public void begin(byte[] page) {
      in = page;
      if (known.length > USUAL_PARTS) {
        known = new long[USUAL_PARTS];
      } else {
        Arrays.fill(known, 0);
      }
      parts = 0;
      sum = 0;
      words = 0;
      isProgram = false;
      hidden = "";
    }

    /** They are read here, since those of interest are handlers on any element. */
    @Override
    public boolean wantsAttributes(Element element) {
      return false;
    }

    @Override
    public void startTag(Element element, HtmlTokenizer tag, TagAttributes attributes) {
      tag.rereadAttributes();
      startTag(element, tag);
    }

    private void startTag(Element element, HtmlTokenizer tag) {
      if (hidden.isEmpty()) {
        hidden =
            switch (tag.nameTo() - tag.nameFrom()) {
              case 5 -> isNamed(tag, "title") ? "title" : "";
              case 8 ->
                  isNamed(tag, "noscript")
                      ? "noscript"
                      : isNamed(tag, "template") ? "template" : "";
              default -> "";
            };
      }
      boolean isScript = element == Element.SCRIPT;
      isProgram = isScript;
      int sourceFrom = 0;
      int sourceTo = 0;
      while (tag.nextAttribute()) {
        int from = tag.attributeFrom();
        int to = tag.attributeTo();
        if (to - from < 3) {
          continue;
        }
        if (isScript && Bytes.equalsIgnoringCase(in, from, to, "src")) {
          sourceFrom = tag.valueFrom();
          sourceTo = tag.valueTo();
        } else if (isScript && Bytes.equalsIgnoringCase(in, from, to, "type")) {
          isProgram = isRun(tag.valueFrom(), tag.valueTo());
        } else if (hidden.isEmpty() && isHandler(from, to)) {
          code(tag.valueFrom(), tag.valueTo());
        }
      }
      if (isProgram && hidden.isEmpty() && sourceTo > sourceFrom) {
        source(sourceFrom, sourceTo);
      }
    }

    @Override
    public void endTag(HtmlTokenizer tag) {
      isProgram = false;
      if (!hidden.isEmpty() && isNamed(tag, hidden)) {
        hidden = "";
      }
    }

    /** The text of a script is that of an element like others in SVG. */
    @Override
    public void text(int from, int to, ContentModel model) {
      if (!hidden.isEmpty()) {
        return;
      }
      if (isProgram && (model == ContentModel.SCRIPT_DATA || model == ContentModel.DATA)) {
        code(from, to);
      } else if (model == ContentModel.DATA) {
        text(from, to);
      }
    }

    private static ContentModel content(Element element) {
      return switch (element) {
        case SCRIPT -> ContentModel.SCRIPT_DATA;
        case STYLE -> ContentModel.RAWTEXT;
        default -> ContentModel.DATA;
      };
    }

    /** Whether a browser runs a script of this type (WHATWG HTML 4.12.1). */
    private boolean isRun(int from, int to) {
      String type = new String(in, from, to - from, ISO_8859_1).strip().toLowerCase(Locale.ROOT);
      return type.isEmpty()
          || type.equals("module")
          || type.contains("javascript")
          || type.contains("ecmascript");
    }

    /**
     * Whether an attribute is an event handler or the document of a frame, which counts as well.
     */
    private boolean isHandler(int from, int to) {
      return ((in[from] | 0x20) == 'o' && (in[from + 1] | 0x20) == 'n')
          || Bytes.equalsIgnoringCase(in, from, to, "srcdoc");
    }

    private boolean isNamed(HtmlTokenizer tag, String name) {
      return Bytes.equalsIgnoringCase(in, tag.nameFrom(), tag.nameTo(), name);
    }

    private void source(int from, int to) {
      int begin = from;
      while (begin < to && (in[begin] == '.' || in[begin] == '/' || Bytes.isSpace(in[begin]))) {
        begin++;
      }
      long hash = TrapHash.BASIS;
      for (int i = begin; i < to; i++) {
        hash = isDigit(in[i]) ? hash : TrapHash.add(hash, in[i]);
      }
      add(TrapHash.add(hash, '/'));
    }

    /** Adds the identifiers of JavaScript or a similar language. */
    private void code(int from, int to) {
      add(TrapHash.BASIS); // An empty script counts as one.
      int at = from;
      while (at < to) {
        byte each = in[at];
        if (isLetter(each)) {
          long hash = TrapHash.BASIS;
          for (; at < to && (isLetter(in[at]) || isDigit(in[at])); at++) {
            hash = isDigit(in[at]) ? hash : TrapHash.add(hash, in[at]);
          }
          add(hash);
        } else if (isDigit(each)) {
          while (at < to && (isLetter(in[at]) || isDigit(in[at]))) {
            at++; // Skips numbers such as 0xff or 1e5.
          }
        } else if (each == '"' || each == '\'' || each == '`') {
          at = behindText(at + 1, to, each);
        } else if (each == '/' && at + 1 < to && in[at + 1] == '/') {
          at = behindLine(at, to);
        } else if (each == '/' && at + 1 < to && in[at + 1] == '*') {
          at = behindComment(at + 2, to);
        } else {
          at++;
        }
      }
    }

    private int behindText(int from, int to, byte quote) {
      int at = from;
      while (at < to && in[at] != quote && (quote == '`' || in[at] != '\n')) {
        at += in[at] == '\\' ? 2 : 1;
      }
      return at + 1;
    }

    private int behindLine(int from, int to) {
      int at = from;
      while (at < to && in[at] != '\n') {
        at++;
      }
      return at;
    }

    private int behindComment(int from, int to) {
      int at = from;
      while (at + 1 < to && (in[at] != '*' || in[at + 1] != '/')) {
        at++;
      }
      return at + 2;
    }

    private static boolean isLetter(byte b) {
      return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_' || b == '$' || b < 0;
    }

    private static boolean isDigit(byte b) {
      return b >= '0' && b <= '9';
    }

    private void add(long part) {
      long hash = TrapHash.spread(part) | 1;
      int place = (int) (hash >>> 32) & (known.length - 1);
      while (known[place] != 0 && known[place] != hash) {
        place = (place + 1) & (known.length - 1);
      }
      if (known[place] == 0 && parts < MOST_PARTS) {
        known[place] = hash;
        sum += hash;
        parts++;
        if (2 * parts > known.length) {
          grow();
        }
      }
    }

    private void grow() {
      long[] before = known;
      known = new long[2 * before.length];
      for (long hash : before) {
        if (hash != 0) {
          int place = (int) (hash >>> 32) & (known.length - 1);
          while (known[place] != 0) {
            place = (place + 1) & (known.length - 1);
          }
          known[place] = hash;
        }
      }
    }

    private void text(int from, int to) {
      Set<Long> found = different;
      if (found == null && words >= WORDS_OF_PAGE) {
        return;
      }
      int at = from;
      while (at < to) {
        int begin = at;
        long hash = TrapHash.BASIS;
        for (; at < to && (isLetter(in[at]) || isDigit(in[at])); at++) {
          hash = TrapHash.add(hash, in[at]);
        }
        if (at == begin) {
          at++;
          continue;
        }
        words++;
        if (found != null && found.size() < MOST_WORDS) {
          found.add(hash);
        }
      }
    }
  }
}
