package dev.arachne.html;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.text.Bytes;
import dev.arachne.text.Slices;
import java.util.Arrays;

/*
 * The tokenizer of WHATWG HTML 13.2.5, on bytes.
 *
 * Input. One array holds the page in UTF-8 (or plain ASCII in any encoding: the bytes that steer
 * the machine are all ASCII, and in UTF-8 no byte of another character looks like one of them).
 * Because the whole page is available, a state of the standard that only loops becomes a search. A
 * chain of states that the input passes in one direction becomes a method; each method names the
 * states it covers. This is the only machine: link extraction and the conformance tests pull their
 * tokens from this one.
 *
 *              +--------------------------- data ---------------------------+
 *              | skip to '<'                                                |
 *     <letter  |        </letter        <!-- <! <?  </other        <![CDATA[ (foreign)
 *        |              |               |                          |
 *     startTag        endTag         comment, doctype           cdataSection
 *        |
 *     attributes --> '>' --> the reader names the content model
 *                            DATA: back to data
 *                            RCDATA, RAWTEXT, SCRIPT_DATA: rawText up to the matching end tag
 *                            PLAINTEXT: the rest is text
 *
 * Tokens are pulled. So the loop over a page has no call through an interface, and the reader of a
 * token has its own state available. It skips an irrelevant tag by reading the next token, and
 * pulls the attributes of a relevant one.
 *
 * Tokens are ranges. Preprocessing (CR LF, 13.2.3.5), character references and U+0000 are left to
 * HtmlDecoder, which a reader calls for the few ranges it needs. That is correct because these steps
 * do not move a token's border. A CR is white space wherever LF is, a reference never contains '<',
 * '>' or a quote, and U+0000 is an ordinary character to every state.
 *
 * The file is long because it has all transitions.
 *
 * Time is linear. Every search starts where the one before it ended, and no byte is read again
 * except for a bounded number of look-aheads at a '<' or a '>'.
 */
/**
 * Reads one page at a time, token by token; reusable, confined to one thread. A token is a range of
 * the page: names in their original case, values with their character references, text unchanged.
 */
public final class HtmlTokenizer {
  /** Bytes of a name after which a pause may be due inside it; names are shorter. */
  private static final int STRIDE = 4096;

  private static final byte[] SCRIPT = "script".getBytes(US_ASCII);
  private static final byte[] DOCTYPE = "doctype".getBytes(US_ASCII);
  private static final byte[] CDATA_OPEN = "[CDATA[".getBytes(US_ASCII);

  private byte[] in = {};
  private int pos;
  private int end;

  /**
   * Whether the input continues behind {@link #end}, so that a token cut by the end is left for the
   * next run.
   */
  private boolean partial;

  private final Slices slices;

  /** Where to pause. */
  private int pauseAt;

  /** The content model of the text at {@link #pos}. */
  private ContentModel model = ContentModel.DATA;

  /** Whether {@link #pos} is inside a tag. */
  private boolean inTag;

  /** Whether {@link #pos} is behind a {@link #CDATA_OPEN} that may open a section. */
  private boolean behindCdata;

  /** The index of the last {@code <} that began a token. */
  private int lastOpen;

  /** Whether the end of the input cut the last token. */
  private boolean cut;

  private int from;
  private int to;
  private int nameFrom;
  private int nameTo;
  private boolean selfClosing;
  private int attributeFrom;
  private int attributeTo;
  private int valueFrom;
  private int valueTo;
  private ContentModel textModel = ContentModel.DATA;

  /** The text that {@link #nextMarkup} skipped. */
  private int skippedFrom;

  private int skippedTo;

  /**
   * The last start tag's name, which an end tag in raw text must repeat; its own array so that a
   * test can preset it.
   */
  private byte[] rawNameIn = {};

  private int rawNameFrom;
  private int rawNameTo;

  /** The tokens that {@link #next} returns. */
  public enum Token {
    /**
     * The name of a start tag. Its attributes are read by {@link #nextAttribute}, or skipped by
     * {@link #next}. It counts only if it {@link #isComplete} behind them.
     */
    START_TAG,
    /** A complete end tag. */
    END_TAG,
    /** A run of text; adjacent runs make one character token. */
    TEXT,
    /**
     * {@code <![CDATA[}: a section if the reader calls {@link #content}, as in foreign content
     * (SVG, MathML); else a comment, which is the next token.
     */
    CDATA,
    /** A comment, its delimiters excluded. */
    COMMENT,
    /** The text after the word {@code DOCTYPE} and before the {@code >}. */
    DOCTYPE,
    /** A range without a token, such as {@code </>} or an empty section. */
    NOTHING,
    /** The end of the input, or of its complete tokens. */
    END
  }

  /** A tokenizer that never pauses. */
  public HtmlTokenizer() {
    this(new Slices());
  }

  /** A tokenizer that pauses between two slices. */
  public HtmlTokenizer(Slices slices) {
    this.slices = slices;
  }

  /** Starts on {@code page[from, to)} in the data state. */
  public void begin(byte[] page, int from, int to) {
    pauseAt = slices.end(from);
    in = page;
    rawNameIn = page;
    pos = from;
    end = to;
    partial = false;
    model = ContentModel.DATA;
    inTag = false;
    behindCdata = false;
    cut = false;
  }

  /**
   * Starts on {@code part[from, to)} of a longer document in the data state, to be read up to its
   * last complete token. Only for documents that have no raw text.
   */
  public void beginPart(byte[] part, int from, int to) {
    begin(part, from, to);
    partial = true;
  }

  /**
   * Starts on a page that begins inside raw text: {@code element} is the name of the start tag that
   * came before it.
   */
  void begin(byte[] page, ContentModel model, byte[] element) {
    begin(page, 0, page.length);
    this.model = model;
    rawNameIn = element;
    rawNameFrom = 0;
    rawNameTo = element.length;
  }

  /** Reads the next token; this object then has its ranges. */
  public Token next() {
    while (nextAttribute()) {}
    return isSpecial() ? special() : data();
  }

  /**
   * As {@link #next}, for readers that need no text, or only its ranges: most of it is skipped, and
   * is known by {@link #skippedFrom}.
   */
  public Token nextMarkup() {
    while (nextAttribute()) {}
    skippedFrom = pos;
    skippedTo = pos;
    if (isSpecial()) {
      return special();
    }
    pos = Bytes.indexOf(in, pos, end, '<');
    skippedTo = pos;
    return tagOpen();
  }

  /** The start of the text, in the data state, before the last token of {@link #nextMarkup}. */
  public int skippedFrom() {
    return skippedFrom;
  }

  /** The end of that text, equal to its start if there is no text. */
  public int skippedTo() {
    return skippedTo;
  }

  /**
   * Reads the next attribute of a start tag, in the page's order. Of several with one name the
   * first counts.
   *
   * @return whether there was one: if not, the tag is at its end
   */
  public boolean nextAttribute() {
    return inTag && attribute();
  }

  /** Goes back to the first attribute of a start tag, for {@link #nextAttribute}. */
  public void rereadAttributes() {
    pos = nameTo;
    inTag = true;
  }

  /**
   * Sets the content model behind the last token: the part of tree construction that a tokenizer
   * needs. The default is {@link ContentModel#DATA}.
   */
  public void content(ContentModel model) {
    this.model = model;
    rawNameIn = in;
    rawNameFrom = nameFrom;
    rawNameTo = nameTo;
  }

  /** The start of the token; for a tag, its {@code <}. */
  public int from() {
    return from;
  }

  /**
   * The end of the token; for a start tag whose attributes have been read, behind its {@code >}.
   */
  public int to() {
    return to;
  }

  /** Whether the start tag, its attributes read, or the document type has its {@code >}. */
  public boolean isComplete() {
    return !cut;
  }

  /** The start of a tag's name. */
  public int nameFrom() {
    return nameFrom;
  }

  /** The end of a tag's name. */
  public int nameTo() {
    return nameTo;
  }

  /** Whether the start tag, its attributes read, ends in {@code />}. */
  public boolean isSelfClosing() {
    return selfClosing;
  }

  /** The start of the name of the last attribute. */
  public int attributeFrom() {
    return attributeFrom;
  }

  /** The end of the name of that attribute. */
  public int attributeTo() {
    return attributeTo;
  }

  /** Where its value begins. */
  public int valueFrom() {
    return valueFrom;
  }

  /** Where its value ends. */
  public int valueTo() {
    return valueTo;
  }

  /** The content model of the text. */
  public ContentModel textModel() {
    return textModel;
  }

  /** The start of the first incomplete token of a part, to be read again with more input. */
  public int unread() {
    return cut ? lastOpen : pos;
  }

  /** Data state (13.2.5.1). */
  private Token data() {
    int open = Bytes.indexOf(in, pos, end, '<');
    if (open > pos) {
      return partial && open == end ? Token.END : text(open, ContentModel.DATA);
    }
    return tagOpen();
  }

  /** Tag open state (13.2.5.6); {@code pos} is at a {@code <} or at the end. */
  private Token tagOpen() {
    if (pos >= end) {
      return Token.END;
    }
    pauseIfDue(pos);
    lastOpen = pos;
    cut = false;
    return completed(markup());
  }

  private void pauseIfDue(int p) {
    if (p >= pauseAt) {
      pauseAt = slices.next(p);
    }
  }

  /** Whether the reader's content model determines the next state. */
  private boolean isSpecial() {
    return model != ContentModel.DATA || behindCdata;
  }

  private Token special() {
    ContentModel model = this.model;
    this.model = ContentModel.DATA;
    behindCdata = false;
    return switch (model) {
      case DATA -> completed(bogusComment(pos - CDATA_OPEN.length)); // not a section
      case RCDATA, RAWTEXT -> text(rawTextEnd(), model);
      case SCRIPT_DATA -> text(scriptEnd(), model);
      case PLAINTEXT -> text(end, model);
      case CDATA_SECTION -> completed(cdataSection());
    };
  }

  private Token completed(Token token) {
    return partial && cut ? Token.END : token;
  }

  /** Returns {@code in[pos, to)} as text. */
  private Token text(int to, ContentModel model) {
    from = pos;
    this.to = to;
    textModel = model;
    pos = to;
    return from < to ? Token.TEXT : Token.NOTHING;
  }

  private Token markup() {
    byte next = pos + 1 < end ? in[pos + 1] : 0;
    if (Bytes.isLetter(next)) {
      return startTag();
    }
    return switch (next) {
      case '/' -> endTagOpen();
      case '!' -> markupDeclaration();
      case '?' -> bogusComment(pos + 1);
      default -> textOf(1);
    };
  }

  /** Returns the {@code length} bytes at {@code pos} as text: they did not become markup. */
  private Token textOf(int length) {
    cut = pos + length == end;
    return text(pos + length, ContentModel.DATA);
  }

  private Token startTag() {
    openTag(pos + 1);
    return Token.START_TAG;
  }

  /** End tag open state (13.2.5.7). */
  private Token endTagOpen() {
    int letter = pos + 2;
    if (letter >= end) {
      return textOf(2);
    }
    if (Bytes.isLetter(in[letter])) {
      openTag(letter);
      while (nextAttribute()) {}
      return cut ? Token.NOTHING : Token.END_TAG;
    }
    if (in[letter] == '>') {
      pos = letter + 1;
      return Token.NOTHING;
    }
    return bogusComment(letter);
  }

  /** Reads the name of the tag at {@code pos}, and the end of the tag if it follows. */
  private void openTag(int letter) {
    from = pos;
    nameFrom = letter;
    nameTo = tagNameEnd(letter + 1);
    if (nameTo < end && in[nameTo] == '>') {
      closeTag(nameTo + 1, false);
    } else {
      pos = nameTo;
      inTag = true;
    }
  }

  private int tagNameEnd(int from) {
    int p = from;
    int to;
    do {
      to = stride(p);
      p = Bytes.tagNameEnd(in, p, to);
      pauseIfDue(p);
    } while (p == to && p < end);
    return p;
  }

  private int skipSpaces(int from) {
    int p = from;
    while (p < end && Bytes.isSpace(in[p])) {
      pauseIfDue(++p);
    }
    return p;
  }

  private int attributeNameEnd(int from) {
    int p = from;
    int to;
    do {
      to = stride(p);
      p = Bytes.attributeNameEnd(in, p, to);
      pauseIfDue(p);
    } while (p == to && p < end);
    return p;
  }

  /** The range to search for the end of a name before the next pause may be due. */
  private int stride(int p) {
    return end - p > STRIDE ? p + STRIDE : end;
  }

  private void closeTag(int behind, boolean selfClosing) {
    pos = behind;
    to = behind;
    inTag = false;
    this.selfClosing = selfClosing;
  }

  /**
   * The states from before the attribute name to after the attribute value (13.2.5.32-40).
   *
   * @return whether there was an attribute; if not, {@code pos} is behind the tag, or at the end of
   *     the input, which cuts it
   */
  private boolean attribute() {
    final byte[] in = this.in;
    final int end = this.end;
    int p = pos;
    while (p < end && (Bytes.isSpace(in[p]) || in[p] == '/')) {
      pauseIfDue(++p);
    }
    if (p >= end) {
      pos = end;
      inTag = false;
      cut = true;
      return false;
    }
    if (in[p] == '>') {
      closeTag(p + 1, p > pos && in[p - 1] == '/');
      return false;
    }
    attributeFrom = p; // any character here, '=' too, begins a name
    attributeTo = attributeNameEnd(p + 1);
    p = skipSpaces(attributeTo);
    if (p < end && in[p] == '=') {
      value(skipSpaces(p + 1));
    } else {
      valueFrom = attributeTo;
      valueTo = attributeTo;
      pos = p;
    }
    return true;
  }

  private void value(int at) {
    byte quote = at < end ? in[at] : 0;
    if (quote == '"' || quote == '\'') {
      valueFrom = at + 1;
      valueTo = Bytes.indexOf(in, valueFrom, end, quote);
      pos = valueTo + 1;
      return;
    }
    int p = at;
    while (p < end && !Bytes.endsUnquotedValue(in[p])) {
      pauseIfDue(++p);
    }
    valueFrom = at;
    valueTo = p;
    pos = p;
  }

  /** Markup declaration open state (13.2.5.42). */
  private Token markupDeclaration() {
    int from = pos + 2;
    cut = end - from < CDATA_OPEN.length;
    if (partial && cut) {
      return Token.END;
    }
    if (from + 1 < end && in[from] == '-' && in[from + 1] == '-') {
      return comment(from + 2);
    }
    if (Bytes.startsWithIgnoringCase(in, from, end, DOCTYPE)) {
      int nameFrom = from + DOCTYPE.length;
      int close = Bytes.indexOf(in, nameFrom, end, '>'); // which ends each of the DOCTYPE states
      return ended(close, Token.DOCTYPE, nameFrom, close);
    }
    if (opensCdata(from)) {
      pos = from + CDATA_OPEN.length;
      behindCdata = true;
      return Token.CDATA;
    }
    return bogusComment(from);
  }

  private boolean opensCdata(int from) {
    int to = from + CDATA_OPEN.length;
    return to <= end && Arrays.equals(in, from, to, CDATA_OPEN, 0, CDATA_OPEN.length);
  }

  /** Bogus comment state (13.2.5.41). */
  private Token bogusComment(int from) {
    int close = Bytes.indexOf(in, from, end, '>');
    return ended(close, Token.COMMENT, from, close);
  }

  /**
   * Returns {@code in[from, to)} as a token that ends at the {@code >} at {@code close}, or at the
   * end of the input without one.
   */
  private Token ended(int close, Token token, int from, int to) {
    this.from = from;
    this.to = to;
    cut = close == end;
    pos = cut ? end : close + 1;
    return token;
  }

  /**
   * The comment states (13.2.5.43-52). A comment ends at {@code -->}, whose dashes may be those
   * that opened it, or at {@code --!>}, whose may not.
   */
  private Token comment(int from) {
    int close = Bytes.indexOf(in, from, end, '>');
    while (close < end) {
      int dashes = in[close - 1] == '!' && close - 3 >= from ? close - 3 : close - 2;
      if (in[dashes] == '-' && in[dashes + 1] == '-') {
        return ended(close, Token.COMMENT, from, Math.max(from, dashes));
      }
      pauseIfDue(close);
      close = Bytes.indexOf(in, close + 1, end, '>');
    }
    return ended(end, Token.COMMENT, from, withoutUnfinishedClose(from));
  }

  /** At the input's end a comment loses the part of {@code --!>} that it already has. */
  private int withoutUnfinishedClose(int from) {
    int p = end;
    if (p - 3 >= from && in[p - 1] == '!' && in[p - 2] == '-' && in[p - 3] == '-') {
      return p - 3;
    }
    for (int dashes = 0; dashes < 2 && p > from && in[p - 1] == '-'; dashes++) {
      p--;
    }
    return p;
  }

  /**
   * RCDATA and RAWTEXT states with their end tags (13.2.5.2-3, 9-14): the start of the appropriate
   * end tag.
   */
  private int rawTextEnd() {
    int p = Bytes.indexOf(in, pos, end, '<');
    while (p < end && !appropriateEndTagAt(p)) {
      pauseIfDue(p);
      p = Bytes.indexOf(in, p + 1, end, '<');
    }
    return p;
  }

  /** Whether {@code </}, the last start tag's name and the end of a tag name are at {@code p}. */
  private boolean appropriateEndTagAt(int p) {
    int nameFrom = p + 2;
    int nameTo = nameFrom + (rawNameTo - rawNameFrom);
    if (nameTo >= end || nameTo == nameFrom || in[p + 1] != '/' || !Bytes.endsTagName(in[nameTo])) {
      return false;
    }
    for (int i = rawNameFrom, j = nameFrom; j < nameTo; i++, j++) {
      if (Bytes.lowerCase(in[j]) != Bytes.lowerCase(rawNameIn[i])) {
        return false;
      }
    }
    return true;
  }

  /**
   * The script data states (13.2.5.4, 15-31): the start of the end tag.
   *
   * <pre>
   *   plain      &lt;!--  -> escaped        (its own dashes may begin the --> that leads back)
   *   escaped    -->   -> plain          &lt;script followed by space, / or >   -> doubly escaped
   *   doubly     -->   -> plain          &lt;/script followed by space, / or >  -> escaped
   *   plain and escaped end at the end tag
   * </pre>
   */
  private int scriptEnd() {
    int p = nextScriptEvent(pos, false);
    boolean escaped = false;
    boolean doubly = false;
    while (p < end) {
      if (in[p] == '-') {
        escaped = false;
        doubly = false;
        p += 3;
      } else if (!doubly && appropriateEndTagAt(p)) {
        return p;
      } else if (!escaped) {
        escaped = opensComment(p);
        p += escaped ? 2 : 1;
      } else {
        doubly = doubly ? !(slashAt(p + 1) && scriptNameAt(p + 2)) : scriptNameAt(p + 1);
        p++;
      }
      pauseIfDue(p);
      p = nextScriptEvent(p, escaped);
    }
    return end;
  }

  /** The next {@code <} or, in an escaped script, {@code -->}. */
  private int nextScriptEvent(int from, boolean escaped) {
    if (!escaped) {
      return Bytes.indexOf(in, from, end, '<');
    }
    for (int p = from; p < end; p++) {
      pauseIfDue(p);
      byte b = in[p];
      if (b == '<' || (b == '-' && p + 2 < end && in[p + 1] == '-' && in[p + 2] == '>')) {
        return p;
      }
    }
    return end;
  }

  private boolean opensComment(int p) {
    return p + 3 < end && in[p + 1] == '!' && in[p + 2] == '-' && in[p + 3] == '-';
  }

  private boolean slashAt(int p) {
    return p < end && in[p] == '/';
  }

  private boolean scriptNameAt(int from) {
    int to = from + SCRIPT.length;
    return to < end
        && Bytes.startsWithIgnoringCase(in, from, end, SCRIPT)
        && Bytes.endsTagName(in[to]);
  }

  /** CDATA section states (13.2.5.69-71). */
  private Token cdataSection() {
    int close = Bytes.indexOf(in, pos, end, '>');
    while (close < end && (close - 2 < pos || in[close - 1] != ']' || in[close - 2] != ']')) {
      pauseIfDue(close);
      close = Bytes.indexOf(in, close + 1, end, '>');
    }
    Token token = text(close < end ? close - 2 : end, ContentModel.CDATA_SECTION);
    return ended(close, token, from, to);
  }
}
