package dev.arachne.traps;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.arachne.html.Attribute;
import dev.arachne.html.ContentModel;
import dev.arachne.html.Element;
import dev.arachne.html.HtmlTokenizer;
import dev.arachne.html.TagAttributes;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import java.util.Arrays;
import java.util.stream.IntStream;

/*
 * Which words count. A page for an absent URL often repeats that URL, and has the time, or a number
 * of the answer. So words of the page's own URL do not count, nor do words with a digit in them.
 * The targets of links count as well, without queries: two lists of pictures may have the same
 * words. But a missing link alone does not make another page: many omit the link to themselves.
 *
 * Why not SimHash. It estimates the likeness of two pages to a few percent, which is what finds
 * near-duplicates. Two products whose pages share a long frame are as like as that, and are not the
 * same page. Here the words of two pages are compared exactly: a page that has as little as a
 * fiftieth of words of its own is a page. Comparing costs more than SimHash, and is done only at
 * hosts that have answered 200 for an absent page.
 */
/** The words and link targets of a page, as a set of hashes. Immutable. */
public final class PageWords {
  /** Hashes that are kept; of a page with more words those with the lowest numbers. */
  static final int MOST = 1_024;

  /** The number of words below which only the same bytes are the same page. */
  private static final int LEAST = 3;

  /** The share of words that may differ: one in this number. */
  private static final int TOLERANCE = 50;

  private static final int FNV_BASIS = 0x811C9DC5;
  private static final int FNV_PRIME = 0x01000193;
  private static final long LONG_FNV_BASIS = 0xCBF29CE484222325L;
  private static final long LONG_FNV_PRIME = 0x100000001B3L;

  /** Hashes of links are odd, and those of words are even. */
  private static final int LINK = 1;

  /** In ascending order, each once. */
  private final int[] hashes;

  /** The hashes of the words of the page's URL; empty for a page that was read from a row. */
  private final int[] ofUrl;

  private final long bytesHash;

  private PageWords(int[] hashes, int[] ofUrl, long bytesHash) {
    this.hashes = hashes;
    this.ofUrl = ofUrl;
    this.bytesHash = bytesHash;
  }

  /**
   * The words of the HTML or plain text in {@code in[from, to)}, in any encoding that has ASCII in
   * it.
   *
   * @param url of the page
   */
  public static PageWords of(byte[] in, int from, int to, CrawlUrl url) {
    int[] own = words(url.pathAndQuery());
    int[] name = words(url.path().substring(url.path().lastIndexOf('/')) + url.query());
    var found = new Collector();
    var attributes = new TagAttributes();
    attributes.begin(in);
    var tokenizer = new HtmlTokenizer();
    tokenizer.begin(in, from, to);
    HtmlTokenizer.Token token = tokenizer.next();
    while (token != HtmlTokenizer.Token.END) {
      if (token == HtmlTokenizer.Token.START_TAG) {
        Element element = Element.named(in, tokenizer.nameFrom(), tokenizer.nameTo());
        attributes.read(tokenizer);
        tokenizer.content(content(element));
        if (element == Element.A && attributes.has(Attribute.HREF)) {
          found.link(in, attributes.from(Attribute.HREF), attributes.to(Attribute.HREF), name);
        }
      } else if (token == HtmlTokenizer.Token.TEXT && tokenizer.textModel() == ContentModel.DATA) {
        found.words(in, tokenizer.from(), tokenizer.to());
      }
      token = tokenizer.next();
    }
    int[] words = IntStream.of(found.sorted()).filter(word -> !has(own, word)).toArray();
    return new PageWords(
        words.length > MOST ? Arrays.copyOf(words, MOST) : words, own, hash(in, from, to));
  }

  /** The number of known words and links of the page. */
  public int size() {
    return hashes.length;
  }

  /**
   * Whether this page has the same bytes as another one, or its words and no more links, but for
   * one in fifty.
   */
  public boolean isLike(PageWords other) {
    if (bytesHash == other.bytesHash) {
      return true;
    }
    int most = Math.min(last(), other.last());
    int[] here = below(most, other.ofUrl);
    int[] there = other.below(most, ofUrl);
    return here.length >= LEAST
        && there.length >= LEAST
        && missing(here, there, -1) <= here.length / TOLERANCE
        && missing(there, here, ~LINK) <= there.length / TOLERANCE;
  }

  /** Adds it to the end of a row, without the words of the page's URL. */
  RowWriter write(RowWriter row) {
    row.fixed(bytesHash).number(hashes.length);
    for (int hash : hashes) {
      row.number(Integer.toUnsignedLong(hash));
    }
    return row;
  }

  static PageWords read(RowReader row) {
    long bytesHash = row.fixed();
    int size = (int) row.number();
    if (size > MOST) {
      throw new IllegalArgumentException("a page of " + size + " words");
    }
    int[] hashes = new int[size];
    for (int i = 0; i < size; i++) {
      hashes[i] = (int) row.number();
    }
    return new PageWords(hashes, new int[0], bytesHash);
  }

  /** The hash up to which all words of the page are known. */
  private int last() {
    return hashes.length < MOST ? Integer.MAX_VALUE : hashes[MOST - 1];
  }

  private int[] below(int most, int[] without) {
    return IntStream.of(hashes).filter(word -> word <= most && !has(without, word)).toArray();
  }

  /** The number of hashes that others lack, of all or of those that a mask leaves as they are. */
  private static int missing(int[] some, int[] others, int mask) {
    return (int)
        IntStream.of(some).filter(hash -> (hash & mask) == hash && !has(others, hash)).count();
  }

  private static boolean has(int[] sorted, int word) {
    return Arrays.binarySearch(sorted, word) >= 0;
  }

  private static long hash(byte[] in, int from, int to) {
    long hash = LONG_FNV_BASIS;
    for (int i = from; i < to; i++) {
      hash = (hash ^ (in[i] & 0xFF)) * LONG_FNV_PRIME;
    }
    return hash;
  }

  /** Scripts and style sheets have no words. */
  private static ContentModel content(Element element) {
    return switch (element) {
      case SCRIPT -> ContentModel.SCRIPT_DATA;
      case STYLE -> ContentModel.RAWTEXT;
      default -> ContentModel.DATA;
    };
  }

  private static int[] words(String place) {
    byte[] bytes = unescaped(place);
    var words = new Collector();
    words.words(bytes, 0, bytes.length);
    return words.sorted();
  }

  private static byte[] unescaped(String place) {
    byte[] bytes = place.getBytes(ISO_8859_1);
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length && bytes[i] == '%' ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
      bytes[length++] = low < 0 ? bytes[i] : (byte) (high << 4 | low);
      i += low < 0 ? 0 : 2;
    }
    return Arrays.copyOf(bytes, length);
  }

  /** Hashes of words, in the order in which they were found. */
  private static final class Collector {
    private int[] hashes = new int[256];
    private int size;

    void words(byte[] in, int from, int to) {
      int hash = FNV_BASIS;
      boolean isWord = false;
      boolean hasDigit = false;
      for (int i = from; i <= to; i++) {
        int each = i < to ? lower(in[i]) : ' ';
        boolean isDigit = each >= '0' && each <= '9';
        if (isDigit || each < 0 || (each >= 'a' && each <= 'z')) {
          hash = (hash ^ (each & 0xFF)) * FNV_PRIME;
          isWord = true;
          hasDigit |= isDigit;
        } else {
          if (isWord && !hasDigit) {
            add(hash & ~LINK);
          }
          hash = FNV_BASIS;
          isWord = false;
          hasDigit = false;
        }
      }
    }

    /** Adds a link, unless it has a word of the page's own name. */
    void link(byte[] in, int from, int to, int[] name) {
      int end = from;
      int hash = FNV_BASIS;
      for (; end < to && in[end] != '?' && in[end] != '#'; end++) {
        hash = (hash ^ (in[end] & 0xFF)) * FNV_PRIME;
      }
      var words = new Collector();
      words.words(in, from, end);
      if (end > from && IntStream.of(words.sorted()).noneMatch(word -> has(name, word))) {
        add(hash | LINK);
      }
    }

    private static int lower(int b) {
      return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
    }

    private void add(int hash) {
      if (size == hashes.length) {
        hashes = Arrays.copyOf(hashes, 2 * size);
      }
      hashes[size++] = hash;
    }

    int[] sorted() {
      return IntStream.of(Arrays.copyOf(hashes, size)).sorted().distinct().toArray();
    }
  }
}
