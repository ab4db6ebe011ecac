package dev.arachne.content;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Cuts a page's Markdown into chunks. A chunk begins at a heading, or where the one before is full:
 * between blocks if it can be, else between lines, else between words. A block of code or a table
 * is split only if it alone exceeds a chunk. Then each part of the code has its fences, and each
 * part of the table its head. Time is proportional to the page. Confined to one thread.
 */
public final class Chunks {
  /** The smallest bound on the tokens of a chunk. */
  public static final int LEAST = 50;

  private final String markdown;
  private final int most;
  private final Map<Integer, Heading> headings = new HashMap<>();
  private final List<Chunk> chunks = new ArrayList<>();

  /** The headings above the next chunk, the innermost first. */
  private final Deque<Heading> path = new ArrayDeque<>();

  private final StringBuilder chunk = new StringBuilder();
  private int tokens;
  private boolean hasText;

  private Chunks(PageContent page, int most) {
    this.markdown = page.markdown();
    this.most = most;
    page.headings().forEach(heading -> headings.put(heading.offset(), heading));
  }

  /**
   * The chunks of a page, in its order. Together they have each line of its Markdown.
   *
   * @param most tokens of a chunk, as {@link #tokens} counts; at least {@value #LEAST}
   */
  public static List<Chunk> of(PageContent page, int most) {
    if (most < LEAST) {
      throw new IllegalArgumentException(most + " tokens; at least " + LEAST);
    }
    var chunks = new Chunks(page, most);
    chunks.cut();
    return List.copyOf(chunks.chunks);
  }

  /**
   * Estimates the number of tokens of a text for a language model. It counts one for six letters of
   * a word or three digits, for each sign, and for each character that is not an ASCII letter.
   * Tokenizers differ; the estimate is rather too high than too low.
   */
  public static int tokens(String text) {
    return tokens(text, 0, text.length());
  }

  private static int tokens(String text, int from, int to) {
    var count = new TokenCount();
    for (int i = from; i < to; i++) {
      count.add(text.charAt(i));
    }
    return count.tokens;
  }

  private void cut() {
    Iterator<MarkdownUnit> units = MarkdownUnit.of(markdown).iterator();
    List<MarkdownUnit> block = new ArrayList<>();
    while (units.hasNext()) {
      MarkdownUnit unit = units.next();
      if (!block.isEmpty() && unit.beginsBlock()) {
        block(block);
        block.clear();
      }
      block.add(unit);
    }
    block(block);
    end();
  }

  private void block(List<MarkdownUnit> units) {
    if (units.isEmpty()) {
      return;
    }
    Heading heading = headings.get(units.getFirst().from());
    if (heading != null && markdown.charAt(heading.offset()) == '#') {
      begin(heading);
    }
    int size = 0;
    for (MarkdownUnit unit : units) {
      size += tokens(markdown, unit.from(), unit.to());
    }
    if (tokens + size > most && size <= most) {
      end();
    }
    if (tokens + size > most) {
      units.forEach(this::unit);
    } else {
      append(markdown.substring(units.getFirst().from(), units.getLast().to()), size);
    }
    hasText |= heading == null;
  }

  /** Headings without a text between them are in one chunk. */
  private void begin(Heading heading) {
    if (hasText) {
      end();
    }
    while (!path.isEmpty() && path.peek().level() >= heading.level()) {
      path.pop();
    }
    path.push(heading);
  }

  private void unit(MarkdownUnit unit) {
    String text = markdown.substring(unit.from(), unit.to());
    int size = tokens(text);
    if (tokens + size > most) {
      end();
    }
    if (size <= most) {
      append(text, size);
      return;
    }
    String head = unit.head(markdown);
    String foot = unit.foot(markdown);
    int room = most - tokens(head) - tokens(foot);
    if (room < most / 2) {
      parts(text, "", "", most);
    } else {
      parts(text.substring(head.length(), text.length() - foot.length()), head, foot, room);
    }
  }

  /** Appends a text that is larger than a chunk, as chunks with the same head and foot. */
  private void parts(String text, String head, String foot, int room) {
    int from = 0;
    while (from < text.length()) {
      int to = fitting(text, from, room);
      String part = head + text.substring(from, to);
      String ended = foot.isEmpty() || part.endsWith("\n") ? part + foot : part + "\n" + foot;
      append(ended, tokens(ended));
      from = to;
      if (from < text.length()) {
        end();
      }
    }
  }

  /** The end of a part that begins at a place: behind a line, else a space, else anywhere. */
  private static int fitting(String text, int from, int room) {
    var count = new TokenCount();
    int line = from;
    int word = from;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      count.add(c);
      if (count.tokens > room) {
        int to = line > from ? line : word > from ? word : i;
        return to == i && Character.isLowSurrogate(c) && i - 1 > from ? i - 1 : to;
      }
      if (c == '\n') {
        line = i + 1;
      } else if (c == ' ') {
        word = i + 1;
      }
    }
    return text.length();
  }

  private void append(String text, int size) {
    chunk.append(text);
    tokens += size;
  }

  private void end() {
    String text = chunk.toString().stripTrailing();
    if (!text.isEmpty()) {
      List<String> texts = new ArrayList<>();
      path.descendingIterator().forEachRemaining(heading -> texts.add(heading.text()));
      String anchor =
          path.stream().map(Heading::anchor).filter(it -> !it.isEmpty()).findFirst().orElse("");
      chunks.add(new Chunk(texts, anchor, text, tokens));
    }
    chunk.setLength(0);
    tokens = 0;
    hasText = false;
  }

  /** Counts tokens character by character. */
  private static final class TokenCount {
    private static final int LETTERS = 6;
    private static final int DIGITS = 3;

    private int tokens;
    private int letters;
    private int digits;

    void add(char c) {
      boolean isLetter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      boolean isDigit = c >= '0' && c <= '9';
      letters = isLetter ? letters + 1 : 0;
      digits = isDigit ? digits + 1 : 0;
      if (isLetter) {
        tokens += letters % LETTERS == 1 ? 1 : 0;
      } else if (isDigit) {
        tokens += digits % DIGITS == 1 ? 1 : 0;
      } else if (c > ' ') {
        tokens++;
      }
    }
  }
}
