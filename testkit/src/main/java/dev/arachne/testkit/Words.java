package dev.arachne.testkit;

import java.util.Random;

/** Text that no other page has. */
final class Words {
  private Words() {}

  /** A text of words of eight letters, with blanks between. */
  static String of(Random random, int words) {
    var text = new StringBuilder();
    for (int i = 0; i < 9 * words - 1; i++) {
      text.append(i % 9 == 8 ? ' ' : (char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }
}
