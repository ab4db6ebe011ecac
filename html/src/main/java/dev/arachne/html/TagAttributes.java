package dev.arachne.html;

import dev.arachne.text.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The known attributes of the tag that is being read: the first of each name, as ranges of the
 * page. Confined to one thread.
 */
@SuppressWarnings("EnumOrdinal") // the numbers never leave this class
public final class TagAttributes {
  private final int[] from = new int[Attribute.values().length];
  private final int[] to = new int[from.length];
  private byte[] in = {};
  private long present;

  /** Begins with the page {@code in}. */
  public void begin(byte[] in) {
    this.in = in;
    clear();
  }

  void clear() {
    present = 0;
  }

  /** Reads the attributes of the start tag at which {@code tokenizer} is. */
  public void read(HtmlTokenizer tokenizer) {
    clear();
    while (tokenizer.nextAttribute()) {
      add(
          tokenizer.attributeFrom(),
          tokenizer.attributeTo(),
          tokenizer.valueFrom(),
          tokenizer.valueTo());
    }
  }

  void add(int nameFrom, int nameTo, int valueFrom, int valueTo) {
    @Nullable Attribute attribute = Attribute.named(in, nameFrom, nameTo);
    if (attribute != null && !has(attribute)) {
      present |= 1L << attribute.ordinal();
      from[attribute.ordinal()] = valueFrom;
      to[attribute.ordinal()] = valueTo;
    }
  }

  /** Whether the tag has the attribute. */
  public boolean has(Attribute attribute) {
    return (present & (1L << attribute.ordinal())) != 0;
  }

  /** The start of the value, 0 if the attribute is absent. */
  public int from(Attribute attribute) {
    return has(attribute) ? from[attribute.ordinal()] : 0;
  }

  /** The end of the value, 0 if the attribute is absent. */
  public int to(Attribute attribute) {
    return has(attribute) ? to[attribute.ordinal()] : 0;
  }

  /** Whether the value is the lower-case {@code word} in any case, as written on the page. */
  public boolean is(Attribute attribute, String word) {
    return has(attribute) && Bytes.equalsIgnoringCase(in, from(attribute), to(attribute), word);
  }

  /** Whether {@code word} is among the value's space-separated tokens. */
  public boolean hasToken(Attribute attribute, String word) {
    return hasToken(in, from(attribute), to(attribute), word);
  }

  /**
   * Whether {@code in[from, to)} has the lower-case {@code word} among its space-separated tokens.
   */
  public static boolean hasToken(byte[] in, int from, int to, String word) {
    int p = Bytes.skipSpaces(in, from, to);
    while (p < to) {
      int tokenTo = p;
      while (tokenTo < to && !Bytes.isSpace(in[tokenTo])) {
        tokenTo++;
      }
      if (Bytes.equalsIgnoringCase(in, p, tokenTo, word)) {
        return true;
      }
      p = Bytes.skipSpaces(in, tokenTo, to);
    }
    return false;
  }
}
