package dev.arachne.traps;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.arachne.html.Attribute;
import dev.arachne.html.ContentModel;
import dev.arachne.html.Element;
import dev.arachne.html.HtmlTokenizer;
import dev.arachne.html.TagAttributes;
import dev.arachne.html.TokenReader;
import dev.arachne.url.CrawlUrl;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/*
 * Which words count. All of the text, each as often as it occurs, in any order: a list that is
 * sorted in another way has the same content. Words in nav and footer do not count, since a print
 * view lacks them. Pictures and other media count by their URLs, since a gallery may have no words,
 * and so does data for scripts. Links do not: sessions are in them.
 *
 * Numbers of the page's own URL do not count, nor do their neighbours. An empty month of a calendar
 * has its own number and links to the months before and after it. Words of the URL count: a page
 * may have no more of its own than its name.
 */
/** Reads the title and the content of a page, as numbers that are almost certainly unique to it. */
public final class ContentHash implements TokenReader {
  /** The most digits of a number in a URL that is compared. */
  private static final int MOST_DIGITS = 9;

  /** One in each of eight bytes. */
  private static final long LOW = 0x0101_0101_0101_0101L;

  /** The highest bit of each. */
  private static final long HIGH = 0x8080_8080_8080_8080L;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final CrawlUrl url;
  private final boolean isTitleEnough;
  private byte[] in = {};
  private long all;
  private long framed;
  private long words;

  /**
   * The number of these outside of frames, and outside of the shell that script-made pages have as
   * well: the title, and the notice that scripts are missing.
   */
  private long own;

  private int frames;
  private boolean isShell;
  private boolean isData;
  private boolean isInTitle;

  /** The numbers of the URL, from the first number on the page on. */
  private long @Nullable [] numbers;

  /** The hash of the words of the first title that has any; 0 before. */
  private long title;

  private long titleSum;

  private ContentHash(CrawlUrl url, boolean isTitleEnough) {
    this.url = url;
    this.isTitleEnough = isTitleEnough;
  }

  /** The hash of a page that a tokenizer reads; it is known when that has ended. */
  public static ContentHash reading(CrawlUrl url) {
    return new ContentHash(url, false);
  }

  /** The same, of the title only, unless it is one of the sample of titles or has no words. */
  public static ContentHash readingTitle(CrawlUrl url) {
    return new ContentHash(url, true);
  }

  /**
   * The signature of the HTML or plain text in {@code in[from, to)}, in any encoding that has ASCII
   * in it; empty without content, as in pages that scripts alone make.
   *
   * @param url of the page
   */
  public static Optional<PageSignature> signature(byte[] in, int from, int to, CrawlUrl url) {
    ContentHash its = reading(url);
    its.read(in, from, to);
    return its.signature();
  }

  /** The content of the page; empty if the page has none, or was not read. */
  public OptionalLong content() {
    if ((frames > 0 ? words : own) == 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(frames > 0 ? all : all - framed); // A frame needs an end.
  }

  /** The signature of the page; empty if the page has no content, or was not read. */
  public Optional<PageSignature> signature() {
    OptionalLong content = hasEnough() ? OptionalLong.empty() : content();
    return hasEnough() || content.isPresent()
        ? Optional.of(new PageSignature(title, content))
        : Optional.empty();
  }

  @Override
  public boolean hasEnough() {
    return isTitleEnough && title != 0 && !isInTitle && !PageSignature.isSample(title);
  }

  private void read(byte[] page, int from, int to) {
    begin(page);
    var attributes = new TagAttributes();
    attributes.begin(page);
    var tokenizer = new HtmlTokenizer();
    tokenizer.begin(page, from, to);
    HtmlTokenizer.Token token = tokenizer.next();
    while (token != HtmlTokenizer.Token.END) {
      if (token == HtmlTokenizer.Token.START_TAG) {
        Element element = Element.named(in, tokenizer.nameFrom(), tokenizer.nameTo());
        if (wantsAttributes(element)) {
          attributes.read(tokenizer);
        }
        tokenizer.content(content(element));
        startTag(element, tokenizer, attributes);
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
    all = 0;
    framed = 0;
    words = 0;
    own = 0;
    frames = 0;
    isShell = false;
    isData = false;
    isInTitle = false;
    title = 0;
    titleSum = 0;
  }

  @Override
  public boolean wantsAttributes(Element element) {
    return element == Element.SCRIPT || isMedia(element);
  }

  @Override
  public void startTag(Element element, HtmlTokenizer tag, TagAttributes attributes) {
    frames += isFrame(tag) ? 1 : 0;
    boolean isTitle = isTitle(tag);
    isInTitle |= isTitle && title == 0;
    isShell |= isTitle || isNoscript(tag);
    isData = element == Element.SCRIPT && isData(attributes);
    if (isMedia(element) && attributes.has(Attribute.SRC)) {
      int from = attributes.from(Attribute.SRC);
      add(TrapHash.of(in, from, attributes.to(Attribute.SRC)), 1);
    }
  }

  @Override
  public void endTag(HtmlTokenizer tag) {
    frames -= frames > 0 && isFrame(tag) ? 1 : 0;
    boolean isTitle = isTitle(tag);
    isShell &= !isTitle && !isNoscript(tag);
    if (isTitle && isInTitle) {
      isInTitle = false;
      title = titleSum == 0 ? 0 : TrapHash.spread(titleSum);
    }
  }

  @Override
  public void text(int from, int to, ContentModel model) {
    boolean counts =
        switch (model) {
          case DATA, RCDATA, PLAINTEXT, CDATA_SECTION -> true;
          case SCRIPT_DATA -> isData;
          case RAWTEXT -> false;
        };
    if (counts) {
      words(from, to);
    }
  }

  private static boolean isMedia(Element element) {
    return switch (element) {
      case AUDIO, EMBED, FRAME, IFRAME, IMAGE, IMG, SOURCE, TRACK, VIDEO -> true;
      default -> false;
    };
  }

  private boolean isData(TagAttributes attributes) {
    if (!attributes.has(Attribute.TYPE)) {
      return false;
    }
    String type =
        new String(
            in,
            attributes.from(Attribute.TYPE),
            attributes.to(Attribute.TYPE) - attributes.from(Attribute.TYPE),
            ISO_8859_1);
    return type.contains("json");
  }

  private boolean isFrame(HtmlTokenizer tokenizer) {
    return switch (tokenizer.nameTo() - tokenizer.nameFrom()) {
      case 3 -> isNamed(tokenizer, "nav");
      case 6 -> isNamed(tokenizer, "footer");
      default -> false;
    };
  }

  private boolean isTitle(HtmlTokenizer tokenizer) {
    return tokenizer.nameTo() - tokenizer.nameFrom() == 5 && isNamed(tokenizer, "title");
  }

  private boolean isNoscript(HtmlTokenizer tokenizer) {
    return tokenizer.nameTo() - tokenizer.nameFrom() == 8 && isNamed(tokenizer, "noscript");
  }

  /** Whether a tag has this name, which is as long as its own. */
  private boolean isNamed(HtmlTokenizer tokenizer, String name) {
    int from = tokenizer.nameFrom();
    boolean isEqual = true;
    for (int i = 0; isEqual && i < name.length(); i++) {
      isEqual = lower(in[from + i]) == name.charAt(i);
    }
    return isEqual;
  }

  private void words(int from, int to) {
    final byte[] in = this.in;
    long sum = 0;
    int count = 0;
    int at = from;
    while (at < to) {
      if (!isLetter(in[at])) {
        at++;
      } else {
        int begin = at;
        long hash = TrapHash.BASIS;
        long eight; // Eight letters at a time, as most words have no more.
        boolean isLonger;
        do {
          long octets = octets(at);
          int letters = Math.min(letters(octets), to - at);
          eight = lower(octets) << Long.SIZE - Byte.SIZE * letters;
          at += letters;
          isLonger = letters == Long.BYTES && at < to && isLetter(in[at]);
          hash = isLonger ? TrapHash.spread(hash ^ eight) : hash;
        } while (isLonger);
        if (!isOwnNumber(begin, at)) {
          sum += TrapHash.spread(hash ^ eight);
          count++;
        }
      }
    }
    add(sum, count);
  }

  /** Eight bytes of the page, the first of them lowest; zeros behind its end. */
  private long octets(int at) {
    if (at + Long.BYTES <= in.length) {
      return (long) LONGS.get(in, at);
    }
    long octets = 0;
    for (int i = in.length - 1; i >= at; i--) {
      octets = octets << Byte.SIZE | in[i] & 0xFF;
    }
    return octets;
  }

  /** How many of eight bytes are letters or digits before the first that is not. */
  private static int letters(long octets) {
    long ascii = octets & ~HIGH;
    long small = ascii | 0x20 * LOW;
    long areDigits = ascii + (0x80 - '0') * LOW & ~(ascii + (0x7F - '9') * LOW);
    long areSmall = small + (0x80 - 'a') * LOW & ~(small + (0x7F - 'z') * LOW);
    long others = ~(areDigits | areSmall | octets) & HIGH;
    return Long.numberOfTrailingZeros(others) / Byte.SIZE;
  }

  /** Letters in lower case; bytes that are not ASCII stay. */
  private static long lower(long letters) {
    return letters | (~letters & HIGH) >>> 2;
  }

  private static boolean isLetter(byte b) {
    return b < 0 || isDigit(b) || (b | 0x20) >= 'a' && (b | 0x20) <= 'z';
  }

  /** Whether a word is a number of the page's own URL, or next to one. */
  private boolean isOwnNumber(int from, int to) {
    if (!isDigit(in[from]) || to - from > MOST_DIGITS) {
      return false;
    }
    if (numbers == null) {
      numbers = numbers(url.pathAndQuery());
    }
    long number = 0;
    for (int i = from; i < to; i++) {
      if (!isDigit(in[i])) {
        return false;
      }
      number = 10 * number + in[i] - '0';
    }
    for (long own : numbers) {
      if (Math.abs(number - own) <= 1) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private void add(long sum, int count) {
    all += sum;
    titleSum += isInTitle ? sum : 0;
    framed += frames > 0 ? sum : 0;
    words += count;
    own += frames > 0 || isShell ? 0 : count;
  }

  /** Scripts and style sheets have no words. */
  private static ContentModel content(Element element) {
    return switch (element) {
      case SCRIPT -> ContentModel.SCRIPT_DATA;
      case STYLE -> ContentModel.RAWTEXT;
      default -> ContentModel.DATA;
    };
  }

  private static int lower(int b) {
    return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
  }

  /** The numbers in a path and query. */
  private static long[] numbers(String place) {
    long[] numbers = new long[place.length() / 2 + 1];
    int count = 0;
    long number = 0;
    int digits = 0;
    for (int i = 0; i <= place.length(); i++) {
      char each = i < place.length() ? place.charAt(i) : ' ';
      if (each >= '0' && each <= '9') {
        number = digits++ < MOST_DIGITS ? 10 * number + each - '0' : 0;
      } else {
        if (digits > 0 && digits <= MOST_DIGITS) {
          numbers[count++] = number;
        }
        number = 0;
        digits = 0;
      }
    }
    return Arrays.copyOf(numbers, count);
  }
}
