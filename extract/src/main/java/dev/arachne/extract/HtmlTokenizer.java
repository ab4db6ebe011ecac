package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/*
 * The tokenizer of WHATWG HTML 13.2.5, on bytes.
 *
 * Input. One array holds the page in UTF-8 (or plain ASCII in any encoding: the bytes that steer the machine are all
 * ASCII, and in UTF-8 no byte of another character looks like one of them). Because the whole page is there, a state of
 * the standard that merely loops becomes a search, and a chain of states that the input walks through in one direction
 * becomes a method; each method says which states it covers. There is no second machine: link extraction and the
 * conformance tests run this one with different sinks.
 *
 *              +--------------------------- data ---------------------------+
 *              | skip to '<'                                                |
 *     <letter  |        </letter        <!-- <! <?  </other        <![CDATA[ (foreign)
 *        |              |               |                          |
 *     startTag        endTag         comment, doctype           cdataSection
 *        |
 *     attributes --> '>' --> the sink names the content model
 *                            DATA: back to data
 *                            RCDATA, RAWTEXT, SCRIPT_DATA: rawText up to the matching end tag
 *                            PLAINTEXT: the rest is text
 *
 * Tokens are ranges. Preprocessing (CR LF, 13.2.3.5), character references and U+0000 are left to HtmlText, which a sink
 * calls for the few ranges it wants. That is sound because none of them moves a token's border: a CR is white space
 * wherever LF is, a reference never contains '<', '>' or a quote, and U+0000 is an ordinary character to every state.
 *
 * The file is long because all transitions stand in it.
 *
 * Time is linear: every search starts where the one before it ended, and no byte is looked at again except a bounded
 * number of look-aheads at a '<' or a '>'.
 */
/** Reads one page at a time and reports its tokens to a sink; reusable, confined to one thread. */
final class HtmlTokenizer {
  private static final byte[] SCRIPT = "script".getBytes(US_ASCII);
  private static final byte[] DOCTYPE = "doctype".getBytes(US_ASCII);
  private static final byte[] CDATA_OPEN = "[CDATA[".getBytes(US_ASCII);

  private final TokenSink sink;

  private byte[] in = {};
  private int pos;
  private int end;
  private boolean selfClosing;

  /**
   * Whether the input goes on behind {@link #end}, so that what the end cuts is left for the next
   * run.
   */
  private boolean partial;

  /** Whether the end of the input cut what was read last. */
  private boolean cut;

  /**
   * The last start tag's name, which an end tag in raw text must repeat; its own array so that a
   * test can preset it.
   */
  private byte[] rawNameIn = {};

  private int rawNameFrom;
  private int rawNameTo;

  HtmlTokenizer(TokenSink sink) {
    this.sink = sink;
  }

  /** Reads {@code page[from, to)} from the data state. */
  void run(byte[] page, int from, int to) {
    begin(page, from, to);
    data();
  }

  /**
   * Reads {@code part[from, to)} of a longer document from the data state, as far as its tokens are
   * complete. Only for documents that have no raw text.
   *
   * @return where the first token begins that is not, to be read again with more behind it
   */
  int runPart(byte[] part, int from, int to) {
    begin(part, from, to);
    partial = true;
    return data();
  }

  /**
   * Reads a page that begins inside raw text: {@code element} is the name of the start tag that
   * came before it.
   */
  void run(byte[] page, ContentModel model, byte[] element) {
    begin(page, 0, page.length);
    rawNameIn = element;
    rawNameFrom = 0;
    rawNameTo = element.length;
    content(model);
    data();
  }

  private void begin(byte[] page, int from, int to) {
    in = page;
    pos = from;
    end = to;
    rawNameTo = rawNameFrom;
    partial = false;
    sink.begin(page);
  }

  /** Data state (13.2.5.1); returns where it stopped. */
  private int data() {
    while (pos < end) {
      int markup = Bytes.indexOf(in, pos, end, '<');
      if (partial && markup == end) {
        return pos;
      }
      if (markup > pos) {
        sink.text(pos, markup, ContentModel.DATA);
      }
      pos = markup;
      if (markup < end) {
        cut = false;
        markup();
        if (partial && cut) {
          return markup;
        }
      }
    }
    return pos;
  }

  /** Tag open state (13.2.5.6); {@code pos} is at a {@code <}. */
  private void markup() {
    byte next = pos + 1 < end ? in[pos + 1] : 0;
    if (Bytes.isLetter(next)) {
      startTag();
    } else if (next == '/') {
      endTagOpen();
    } else if (next == '!') {
      markupDeclaration();
    } else if (next == '?') {
      bogusComment(pos + 1);
    } else {
      textOf(1);
    }
  }

  /** What might have become markup is text: the {@code length} bytes at {@code pos}. */
  private void textOf(int length) {
    cut = pos + length == end;
    if (!cut || !partial) {
      sink.text(pos, pos + length, ContentModel.DATA);
    }
    pos += length;
  }

  private void startTag() {
    int nameFrom = pos + 1;
    int nameTo = Bytes.tagNameEnd(in, nameFrom + 1, end);
    boolean wanted = sink.startTagOpened(nameFrom, nameTo);
    if (tagEnd(nameTo, wanted) && wanted) {
      rawNameIn = in;
      rawNameFrom = nameFrom;
      rawNameTo = nameTo;
      ContentModel model = sink.startTag(pos, selfClosing);
      if (model != ContentModel.DATA) {
        content(model);
      }
    }
  }

  /** End tag open state (13.2.5.7). */
  private void endTagOpen() {
    int nameFrom = pos + 2;
    if (nameFrom >= end) {
      textOf(2);
    } else if (Bytes.isLetter(in[nameFrom])) {
      int from = pos;
      int nameTo = Bytes.tagNameEnd(in, nameFrom + 1, end);
      if (tagEnd(nameTo, false)) {
        sink.endTag(from, nameFrom, nameTo);
      }
    } else if (in[nameFrom] == '>') {
      pos = nameFrom + 1;
    } else {
      bogusComment(nameFrom);
    }
  }

  /** What comes after a tag's name: mostly its end. */
  private boolean tagEnd(int nameTo, boolean wanted) {
    return nameTo < end && in[nameTo] == '>'
        ? closeTag(nameTo + 1, false)
        : attributes(nameTo, wanted);
  }

  /**
   * The states from before the attribute name to after the attribute value (13.2.5.32-40).
   *
   * @return whether the tag was closed, {@code pos} being behind it; if not, the input is at its
   *     end
   */
  private boolean attributes(int from, boolean wanted) {
    final byte[] in = this.in;
    final int end = this.end;
    int p = from;
    while (p < end) {
      byte b = in[p];
      if (b == '>') {
        return closeTag(p + 1, false);
      }
      if (Bytes.isSpace(b)) {
        p++;
        continue;
      }
      if (b == '/') {
        p++;
        if (p < end && in[p] == '>') {
          return closeTag(p + 1, true);
        }
        continue;
      }
      int nameFrom = p; // whatever is there, '=' too, begins a name
      int nameTo = Bytes.attributeNameEnd(in, nameFrom + 1, end);
      p = Bytes.skipSpaces(in, nameTo, end);
      int valueFrom = nameTo;
      int valueTo = nameTo;
      if (p < end && in[p] == '=') {
        p = Bytes.skipSpaces(in, p + 1, end);
        byte quote = p < end ? in[p] : 0;
        if (quote == '"' || quote == '\'') {
          valueFrom = p + 1;
          valueTo = Bytes.indexOf(in, valueFrom, end, quote);
          p = valueTo + 1;
        } else {
          valueFrom = p;
          while (p < end && !Bytes.endsUnquotedValue(in[p])) {
            p++;
          }
          valueTo = p;
        }
      }
      if (wanted) {
        sink.attribute(nameFrom, nameTo, valueFrom, valueTo);
      }
    }
    pos = end;
    cut = true;
    return false;
  }

  private boolean closeTag(int behind, boolean selfClosing) {
    pos = behind;
    this.selfClosing = selfClosing;
    return true;
  }

  /** Markup declaration open state (13.2.5.42). */
  private void markupDeclaration() {
    int from = pos + 2;
    cut = end - from < CDATA_OPEN.length;
    if (partial && cut) {
      pos = end;
    } else if (from + 1 < end && in[from] == '-' && in[from + 1] == '-') {
      comment(from + 2);
    } else if (Bytes.startsWithIgnoringCase(in, from, end, DOCTYPE)) {
      int nameFrom = from + DOCTYPE.length;
      int close =
          Bytes.indexOf(in, nameFrom, end, '>'); // which ends every one of the DOCTYPE states
      sink.doctype(nameFrom, close, close < end);
      behind(close);
    } else if (opensCdata(from) && sink.inForeignContent()) {
      pos = from + CDATA_OPEN.length;
      content(ContentModel.CDATA_SECTION);
    } else {
      bogusComment(from);
    }
  }

  private boolean opensCdata(int from) {
    int to = from + CDATA_OPEN.length;
    return to <= end && Arrays.equals(in, from, to, CDATA_OPEN, 0, CDATA_OPEN.length);
  }

  /** Bogus comment state (13.2.5.41). */
  private void bogusComment(int from) {
    int close = Bytes.indexOf(in, from, end, '>');
    sink.comment(from, close);
    behind(close);
  }

  /** Goes on behind the {@code >} at {@code close}, or stops at the end where there was none. */
  private void behind(int close) {
    cut = close == end;
    pos = cut ? end : close + 1;
  }

  /**
   * The comment states (13.2.5.43-52). A comment ends at {@code -->}, whose dashes may be those
   * that opened it, or at {@code --!>}, whose may not.
   */
  private void comment(int from) {
    int close = Bytes.indexOf(in, from, end, '>');
    while (close < end) {
      int dashes = in[close - 1] == '!' && close - 3 >= from ? close - 3 : close - 2;
      if (in[dashes] == '-' && in[dashes + 1] == '-') {
        sink.comment(from, Math.max(from, dashes));
        behind(close);
        return;
      }
      close = Bytes.indexOf(in, close + 1, end, '>');
    }
    sink.comment(from, withoutUnfinishedClose(from));
    behind(end);
  }

  /** At the input's end a comment loses the part of {@code --!>} that was already there. */
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

  private void content(ContentModel model) {
    switch (model) {
      case DATA -> {}
      case RCDATA, RAWTEXT -> rawText(model, rawTextEnd());
      case SCRIPT_DATA -> rawText(model, scriptEnd());
      case PLAINTEXT -> rawText(model, end);
      case CDATA_SECTION -> cdataSection();
    }
  }

  private void rawText(ContentModel model, int to) {
    if (to > pos) {
      sink.text(pos, to, model);
    }
    pos = to;
    if (pos < end) {
      endTagOpen();
    }
  }

  /**
   * RCDATA and RAWTEXT states with their end tags (13.2.5.2-3, 9-14): where the appropriate end tag
   * begins.
   */
  private int rawTextEnd() {
    int p = Bytes.indexOf(in, pos, end, '<');
    while (p < end && !appropriateEndTagAt(p)) {
      p = Bytes.indexOf(in, p + 1, end, '<');
    }
    return p;
  }

  /** Whether {@code </}, the last start tag's name and what ends a tag name stand at {@code p}. */
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
   * The script data states (13.2.5.4, 15-31): where the end tag begins.
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
  private void cdataSection() {
    int close = Bytes.indexOf(in, pos, end, '>');
    while (close < end && (close - 2 < pos || in[close - 1] != ']' || in[close - 2] != ']')) {
      close = Bytes.indexOf(in, close + 1, end, '>');
    }
    int textTo = close < end ? close - 2 : end;
    if (textTo > pos && !(partial && close == end)) {
      sink.text(pos, textTo, ContentModel.CDATA_SECTION);
    }
    behind(close);
  }
}
