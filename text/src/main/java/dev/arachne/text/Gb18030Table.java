package dev.arachne.text;

/**
 * The index tables of gb18030 (WHATWG Encoding 6): those of the JDK, except for the characters that
 * the standard of 2022 moved; in the index these also keep their old four-byte places. Immutable.
 */
final class Gb18030Table {
  private static final int TRAILS = 190;
  private static final int PAIRS = 126 * TRAILS;

  /** Pointers of four bytes up to here are for the basic plane. */
  private static final int BASIC_PLANE = 39_420;

  private static final int OTHER_PLANES = 189_000;
  private static final int LAST = 1_237_575;

  private final char[] pairs = new char[PAIRS];
  private final char[] fours = new char[BASIC_PLANE];

  private Gb18030Table() {
    var jdk = new JdkCharacters("GB18030");
    for (int pointer = 0; pointer < PAIRS; pointer++) {
      int trail = pointer % TRAILS;
      pairs[pointer] = (char) jdk.of(0x81 + pointer / TRAILS, trail + (trail < 0x3F ? 0x40 : 0x41));
    }
    pairs[6555] = '\u3000';
    for (int pointer = 0; pointer < BASIC_PLANE; pointer++) {
      fours[pointer] =
          (char)
              jdk.of(
                  0x81 + pointer / 12_600,
                  '0' + pointer / 1260 % 10,
                  0x81 + pointer / 10 % 126,
                  '0' + pointer % 10);
    }
    keepOldPlaces(19_057, 0x9FB4, 8);
    keepOldPlaces(39_076, 0xFE10, 10);
  }

  static Gb18030Table get() {
    return Holder.TABLE;
  }

  /** The character of these two bytes, or 0. */
  int pair(int lead, int trail) {
    if (trail < 0x40 || trail == 0x7F || trail == 0xFF) {
      return 0;
    }
    return pairs[(lead - 0x81) * TRAILS + trail - (trail < 0x7F ? 0x40 : 0x41)];
  }

  /** The character of four bytes at this pointer, or 0. */
  int four(int pointer) {
    if (pointer < BASIC_PLANE) {
      return fours[pointer];
    }
    boolean isInOtherPlanes = pointer >= OTHER_PLANES && pointer <= LAST;
    return isInOtherPlanes ? Character.MIN_SUPPLEMENTARY_CODE_POINT + pointer - OTHER_PLANES : 0;
  }

  private void keepOldPlaces(int pointer, int character, int count) {
    for (int i = 0; i < count; i++) {
      fours[pointer + i] = (char) (character + i);
    }
  }

  private static final class Holder {
    static final Gb18030Table TABLE = new Gb18030Table();
  }
}
