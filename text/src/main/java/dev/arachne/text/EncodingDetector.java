package dev.arachne.text;

import dev.arachne.text.LanguageModel.Kind;
import java.util.Arrays;
import java.util.List;

/*
 * The guess of a page's encoding if it declares none: the one in which its bytes are the least
 * unlikely.
 *
 * Each candidate gives each character a cost: the negative logarithm of how often the character
 * comes in text of that kind, in hundredths. The sum over the page is its cost in that encoding,
 * and the lowest cost wins. All candidates cover the same bytes, so their sums can be compared,
 * regardless of the bytes of a character.
 *
 *   single bytes   a candidate is a language in an encoding (LanguageModel): letters cost by their
 *                  frequency in the language. Unusual pairs cost more: a capital behind a small
 *                  letter, a Greek letter next to a Latin one. So Russian in windows-1251 has a
 *                  high cost as KOI8, whose cases are the other way round, and as French, which
 *                  has no ten accents in a row.
 *   double bytes   a candidate is an encoding (CostOfPairs): characters cost by the part of the
 *                  table they are in, for the tables are in order of use: kana, common characters,
 *                  rare ones.
 *
 * Time. The page is read once, from its first byte beyond ASCII on, to count the pairs of
 * neighbours. All ASCII letters of a case are one class, and all other ASCII is another. The
 * seventy single-byte candidates then use the counted pairs, not the page. A page of 32 KiB or more
 * costs a millisecond.
 */

/** Guesses the encoding of pages that declare none. Stateless. */
final class EncodingDetector {
  /** The number of bytes read, from the first one beyond ASCII on. */
  private static final int MOST = 32 << 10;

  /** Classes of bytes: those from 0x80 on, and four for ASCII. */
  private static final int SMALL_ASCII = LanguageModel.HIGH_HALF;

  private static final int CAPITAL_ASCII = SMALL_ASCII + 1;
  private static final int DIGIT = SMALL_ASCII + 2;
  private static final int OTHER_ASCII = SMALL_ASCII + 3;
  private static final int CLASSES = SMALL_ASCII + 4;

  /** Of a capital behind a small letter. */
  private static final int COST_OF_CASE = 400;

  /** Of letters of two scripts side by side. */
  private static final int COST_OF_SCRIPTS = 500;

  /** Of two letters beyond ASCII side by side, in a language that has few of them. */
  private static final int COST_OF_TWO = 150;

  /** Of a sign next to a letter, or a digit next to a letter beyond ASCII. */
  private static final int COST_OF_SIGN = 200;

  /** Of the beginning or the end of a word at a letter beyond ASCII. */
  private static final int COST_OF_BORDER = 100;

  private static final List<Encoding> DOUBLE_BYTES =
      List.of(
          Encoding.UTF_8,
          Encoding.SHIFT_JIS,
          Encoding.EUC_JP,
          Encoding.GBK,
          Encoding.BIG5,
          Encoding.EUC_KR);

  private EncodingDetector() {}

  /** The likeliest encoding of {@code in[from, to)}, which has a byte beyond ASCII. */
  static Encoding detect(byte[] in, int from, int to) {
    int first = Bytes.indexOfNonAscii(in, from, to);
    int last = Math.min(to, first + MOST);
    Encoding best = Encoding.WINDOWS_1252;
    long least = Long.MAX_VALUE;
    for (Encoding encoding : DOUBLE_BYTES) {
      long cost = CostOfPairs.of(encoding, in, first, last);
      if (cost < least) {
        least = cost;
        best = encoding;
      }
    }
    var pairs = new Pairs(in, Math.max(from, first - 1), last);
    for (LanguageModel model : LanguageModel.all()) {
      long cost = pairs.cost(model);
      if (cost < least) {
        least = cost;
        best = model.encoding();
      }
    }
    return best;
  }

  /** The count of each pair of neighbours with a byte beyond ASCII. */
  private static final class Pairs {
    private int[] pairs = new int[64];
    private int[] counts = new int[64];
    private final int[] singles = new int[LanguageModel.HIGH_HALF];
    private int size;

    Pairs(byte[] in, int from, int to) {
      int[] all = new int[CLASSES * CLASSES];
      int before = OTHER_ASCII;
      for (int p = from; p < to; p++) {
        int now = classOf(in[p]);
        if (now < LanguageModel.HIGH_HALF) {
          singles[now]++;
          all[before * CLASSES + now]++;
        } else if (before < LanguageModel.HIGH_HALF) {
          all[before * CLASSES + now]++;
        }
        before = now;
      }
      for (int pair = 0; pair < all.length; pair++) {
        if (all[pair] > 0) {
          add(pair, all[pair]);
        }
      }
    }

    private static int classOf(byte b) {
      if (b < 0) {
        return b & 0x7F;
      }
      if (b >= 'a' && b <= 'z') {
        return SMALL_ASCII;
      }
      if (b >= 'A' && b <= 'Z') {
        return CAPITAL_ASCII;
      }
      return b >= '0' && b <= '9' ? DIGIT : OTHER_ASCII;
    }

    private void add(int pair, int count) {
      if (size == pairs.length) {
        pairs = Arrays.copyOf(pairs, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
      }
      pairs[size] = pair;
      counts[size++] = count;
    }

    long cost(LanguageModel model) {
      long cost = model.prior();
      for (int i = 0; i < singles.length; i++) {
        cost += (long) singles[i] * model.cost(i);
      }
      for (int i = 0; i < size; i++) {
        cost += (long) counts[i] * cost(model, pairs[i] / CLASSES, pairs[i] % CLASSES);
      }
      return cost;
    }

    /** The cost of these neighbours in addition to that of each. */
    private static int cost(LanguageModel model, int before, int now) {
      boolean isLetterBefore = isLetter(model, before);
      boolean isLetter = isLetter(model, now);
      if (isLetter != isLetterBefore) {
        return costOfBorder(model, isLetter ? now : before, isLetter ? before : now);
      }
      if (!isLetter) {
        return 0;
      }
      int cost = isCapital(model, now) && isSmall(model, before) ? COST_OF_CASE : 0;
      boolean bothHigh = before < LanguageModel.HIGH_HALF && now < LanguageModel.HIGH_HALF;
      if (model.isLatin()) {
        boolean isMark = now < LanguageModel.HIGH_HALF && model.kind(now) == Kind.CASELESS;
        return cost + (bothHigh && !isMark ? COST_OF_TWO : 0);
      }
      return cost + (bothHigh ? 0 : COST_OF_SCRIPTS);
    }

    /** The cost of a letter next to another kind of character. */
    private static int costOfBorder(LanguageModel model, int letter, int other) {
      boolean isHigh = letter < LanguageModel.HIGH_HALF;
      if (other == DIGIT) {
        return COST_OF_SIGN; // the letter is beyond ASCII, since one of the two is
      }
      boolean isSign = other < LanguageModel.HIGH_HALF && model.kind(other) == Kind.SIGN;
      return (isSign ? COST_OF_SIGN : 0) + (isHigh ? COST_OF_BORDER : 0);
    }

    private static boolean isLetter(LanguageModel model, int byteClass) {
      if (byteClass >= LanguageModel.HIGH_HALF) {
        return byteClass == SMALL_ASCII || byteClass == CAPITAL_ASCII;
      }
      return switch (model.kind(byteClass)) {
        case SMALL, CAPITAL, CASELESS -> true;
        case PUNCTUATION, COMMON_SIGN, SIGN, NOTHING -> false;
      };
    }

    private static boolean isCapital(LanguageModel model, int byteClass) {
      return byteClass < LanguageModel.HIGH_HALF
          ? model.kind(byteClass) == Kind.CAPITAL
          : byteClass == CAPITAL_ASCII;
    }

    private static boolean isSmall(LanguageModel model, int byteClass) {
      return byteClass < LanguageModel.HIGH_HALF
          ? model.kind(byteClass) == Kind.SMALL
          : byteClass == SMALL_ASCII;
    }
  }
}
