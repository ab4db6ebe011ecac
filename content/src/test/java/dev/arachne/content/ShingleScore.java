package dev.arachne.content;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of a text was found and how much else, by four words that follow each other, as {@code
 * evaluate.py} of scrapinghub's article-extraction-benchmark counts.
 *
 * @param right shingles that are in both texts
 * @param extra those that are in the found text only
 * @param missing those that are in the true text only
 */
record ShingleScore(int right, int extra, int missing) {
  private static final int WORDS = 4;
  private static final Pattern WORD = Pattern.compile("\\w+", Pattern.UNICODE_CHARACTER_CLASS);

  static ShingleScore of(String truth, String found) {
    Map<List<String>, Integer> wanted = shingles(truth);
    Map<List<String>, Integer> got = shingles(found);
    int right = 0;
    for (Map.Entry<List<String>, Integer> shingle : got.entrySet()) {
      right += Math.min(shingle.getValue(), wanted.getOrDefault(shingle.getKey(), 0));
    }
    return new ShingleScore(right, size(got) - right, size(wanted) - right);
  }

  private static int size(Map<List<String>, Integer> shingles) {
    return shingles.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static Map<List<String>, Integer> shingles(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    while (matcher.find()) {
      words.add(matcher.group());
    }
    Map<List<String>, Integer> shingles = new HashMap<>();
    for (int i = 0; i < Math.max(1, words.size() - WORDS + 1); i++) {
      List<String> shingle = List.copyOf(words.subList(i, Math.min(words.size(), i + WORDS)));
      if (!shingle.isEmpty()) {
        shingles.merge(shingle, 1, Integer::sum);
      }
    }
    return shingles;
  }

  double precision() {
    return right + extra == 0 ? 1 : (double) right / (right + extra);
  }

  double recall() {
    return right + missing == 0 ? 1 : (double) right / (right + missing);
  }

  /** The harmonic mean of the mean precision and the mean recall of pages. */
  static double f1(List<ShingleScore> pages) {
    double precision =
        pages.stream()
            .filter(page -> page.right + page.extra > 0)
            .mapToDouble(ShingleScore::precision)
            .average()
            .orElse(0);
    double recall =
        pages.stream()
            .filter(page -> page.right + page.missing > 0)
            .mapToDouble(ShingleScore::recall)
            .average()
            .orElse(0);
    return precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
  }
}
