package dev.arachne.arguments;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the intended word for a misspelled one. */
public final class Spelling {
  private Spelling() {}

  /**
   * The word nearest to {@code typed}, if it is near enough to be meant: a third of its letters may
   * be wrong, and it may be the beginning of the word.
   */
  public static Optional<String> nearest(String typed, Collection<String> words) {
    return words.stream()
        .filter(word -> isNear(typed, word))
        .min(
            Comparator.<String>comparingInt(word -> distance(typed, word))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static boolean isNear(String typed, String word) {
    return distance(typed, word) <= Math.max(typed.length(), word.length()) / 3
        || (typed.length() >= 3 && word.startsWith(typed));
  }

  /**
   * Letters to insert, delete, replace or swap with their neighbour (the optimal string alignment
   * distance), by three rows of the table.
   */
  static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], 1 + beforeLast[j - 2]);
        }
      }
    }
    return row[b.length()];
  }
}
