package dev.arachne.content;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The changes from one text to another, line by line, in the unified format of diff. The edits are
 * the fewest ones (E. W. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1,
 * 1986) up to a bound; beyond it, all lines from the first to the last difference are reported as
 * replaced. In a text of more than {@value #MOST_LINES} lines the rest is not compared, and the
 * diff notes that. Immutable.
 */
public final class LineDiff {
  /** Lines of a text that are compared; the rest of it is skipped. */
  public static final int MOST_LINES = 20_000;

  /** The maximum number of added and removed lines for which the fewest edits are sought. */
  static final int MOST_EDITS = 1_000;

  /** The maximum number of characters shown of a line. */
  static final int MOST_CHARACTERS = 500;

  /** The number of unchanged lines shown before and after a change. */
  private static final int CONTEXT = 3;

  private final List<String> before;
  private final List<String> now;

  /**
   * The same lines by numbers, which are compared at the same cost regardless of the length of
   * lines.
   */
  private final int[] old;

  private final int[] current;
  private final List<Edit> edits = new ArrayList<>();

  /** Lines of one text and the lines that replace them; either may be empty. */
  private record Edit(int from, int to, int newFrom, int newTo) {}

  private LineDiff(List<String> before, List<String> now) {
    this.before = before;
    this.now = now;
    Map<String, Integer> numbers = new HashMap<>();
    this.old = numbered(before, numbers);
    this.current = numbered(now, numbers);
    compare();
  }

  private static int[] numbered(List<String> lines, Map<String, Integer> numbers) {
    return lines.stream()
        .mapToInt(line -> numbers.computeIfAbsent(line, _ -> numbers.size()))
        .toArray();
  }

  /**
   * The lines of a unified diff without its head, each ended; empty if the texts have the same
   * lines. Marks show a truncated line and, in the last one or two lines, omitted ones.
   *
   * @param most lines of the diff, at most, without those that mark omitted ones
   */
  public static String unified(String before, String now, int most) {
    List<String> old = lines(before);
    List<String> current = lines(now);
    boolean isCut = Math.max(old.size(), current.size()) > MOST_LINES;
    List<String> told = new LineDiff(compared(old), compared(current)).told();
    int shown = Math.min(most, told.size());
    var text = new StringBuilder();
    told.subList(0, shown).forEach(line -> text.append(cut(line)).append('\n'));
    if (shown < told.size()) {
      text.append("... and %d more lines%n".formatted(told.size() - shown));
    }
    if (isCut) {
      text.append("... lines beyond the first %d were not compared%n".formatted(MOST_LINES));
    }
    return text.toString();
  }

  /** The lines that are compared, and one more if there are others. */
  private static List<String> lines(String text) {
    return text.lines().limit(MOST_LINES + 1L).toList();
  }

  private static List<String> compared(List<String> lines) {
    return lines.subList(0, Math.min(MOST_LINES, lines.size()));
  }

  private static String cut(String line) {
    if (line.length() <= MOST_CHARACTERS) {
      return line;
    }
    boolean splits = Character.isHighSurrogate(line.charAt(MOST_CHARACTERS - 1));
    return line.substring(0, splits ? MOST_CHARACTERS - 1 : MOST_CHARACTERS) + "...";
  }

  private void compare() {
    int same = 0;
    int shorter = Math.min(before.size(), now.size());
    while (same < shorter && old[same] == current[same]) {
      same++;
    }
    int sameEnd = 0;
    while (sameEnd < shorter - same
        && old[old.length - 1 - sameEnd] == current[current.length - 1 - sameEnd]) {
      sameEnd++;
    }
    compare(same, before.size() - sameEnd, same, now.size() - sameEnd);
  }

  /** The fewest edits between two parts, of which the first lines differ, and the last ones. */
  private void compare(int from, int to, int newFrom, int newTo) {
    int most = Math.min(MOST_EDITS, to - from + newTo - newFrom);
    int[] furthest = new int[2 * most + 3];
    int middle = most + 1;
    List<int[]> trace = new ArrayList<>();
    for (int edits = 0; edits <= most; edits++) {
      trace.add(Arrays.copyOfRange(furthest, middle - edits - 1, middle + edits + 2));
      for (int k = -edits; k <= edits; k += 2) {
        boolean isAdded =
            k == -edits || (k != edits && furthest[middle + k - 1] < furthest[middle + k + 1]);
        int x = isAdded ? furthest[middle + k + 1] : furthest[middle + k - 1] + 1;
        while (from + x < to
            && newFrom + x - k < newTo
            && old[from + x] == current[newFrom + x - k]) {
          x++;
        }
        furthest[middle + k] = x;
        if (from + x >= to && newFrom + x - k >= newTo) {
          goBack(trace, from, newFrom, to - from, newTo - newFrom);
          return;
        }
      }
    }
    this.edits.add(new Edit(from, to, newFrom, newTo));
  }

  /** Records the edits of the path that reached the end. */
  private void goBack(List<int[]> trace, int from, int newFrom, int length, int newLength) {
    int x = length;
    int y = newLength;
    List<Edit> backwards = new ArrayList<>();
    for (int edits = trace.size() - 1; edits > 0; edits--) {
      int[] furthest = trace.get(edits);
      int middle = edits + 1;
      int k = x - y;
      boolean isAdded =
          k == -edits || (k != edits && furthest[middle + k - 1] < furthest[middle + k + 1]);
      int before = isAdded ? k + 1 : k - 1;
      int startX = furthest[middle + before];
      int startY = startX - before;
      backwards.add(
          isAdded
              ? new Edit(from + startX, from + startX, newFrom + startY, newFrom + startY + 1)
              : new Edit(from + startX, from + startX + 1, newFrom + startY, newFrom + startY));
      x = startX;
      y = startY;
    }
    for (Edit edit : backwards.reversed()) {
      add(edit);
    }
  }

  /** Adds an edit behind the others, or to the last one, which it may be next to. */
  private void add(Edit edit) {
    if (!edits.isEmpty()) {
      Edit last = edits.getLast();
      if (last.to == edit.from && last.newTo == edit.newFrom) {
        edits.set(edits.size() - 1, new Edit(last.from, edit.to, last.newFrom, edit.newTo));
        return;
      }
    }
    edits.add(edit);
  }

  private List<String> told() {
    List<String> told = new ArrayList<>();
    int first = 0;
    while (first < edits.size()) {
      int last = first;
      while (last + 1 < edits.size()
          && edits.get(last + 1).from - edits.get(last).to <= 2 * CONTEXT) {
        last++;
      }
      if (edits.get(first).from < edits.get(last).to
          || edits.get(first).newFrom < edits.get(last).newTo) {
        tell(edits.subList(first, last + 1), told);
      }
      first = last + 1;
    }
    return told;
  }

  private void tell(List<Edit> group, List<String> told) {
    Edit first = group.getFirst();
    Edit last = group.getLast();
    int lead = Math.min(CONTEXT, first.from);
    int trail = Math.min(CONTEXT, before.size() - last.to);
    told.add(
        "@@ -%s +%s @@"
            .formatted(
                range(first.from - lead, last.to + trail),
                range(first.newFrom - lead, last.newTo + trail)));
    int at = first.from - lead;
    for (Edit edit : group) {
      before.subList(at, edit.from).forEach(line -> told.add(" " + line));
      before.subList(edit.from, edit.to).forEach(line -> told.add("-" + line));
      now.subList(edit.newFrom, edit.newTo).forEach(line -> told.add("+" + line));
      at = edit.to;
    }
    before.subList(at, at + trail).forEach(line -> told.add(" " + line));
  }

  /** As diff counts: from 1, and the line before an empty range. */
  private static String range(int from, int to) {
    int lines = to - from;
    return (lines == 0 ? from : from + 1) + (lines == 1 ? "" : "," + lines);
  }
}
