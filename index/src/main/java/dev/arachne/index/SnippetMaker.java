package dev.arachne.index;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.util.BytesRef;

/** Cuts out of a text the part in which most words of a query stand near to each other. Pure. */
final class SnippetMaker {
  /** Characters of a snippet, about. */
  private static final int LENGTH = 240;

  /** Characters of a text that are looked through, and words of it. */
  private static final int LIMIT = 200_000;

  private static final int MOST_WORDS = 50_000;

  /** Words of a query that are looked at in a text, each with those in the stretch behind it. */
  private static final int MOST_FOUND = 2_000;

  /** Characters before the first word that is marked, at most. */
  private static final int LEAD = 60;

  private static final char MORE = '…';

  private SnippetMaker() {}

  /**
   * The snippet of a text.
   *
   * @param marked the terms of the query, as {@code analyzer} makes them
   */
  static Snippet of(String text, Analyzer analyzer, Set<BytesRef> marked) {
    String start = text.length() > LIMIT ? text.substring(0, LIMIT) : text;
    List<Analyzers.Term> found = new ArrayList<>();
    for (Analyzers.Term term : Analyzers.terms(analyzer, Words.split(start), MOST_WORDS)) {
      if (found.size() < MOST_FOUND && marked.contains(term.term())) {
        found.add(term);
      }
    }
    if (found.isEmpty()) {
      return cut(start, 0, List.of());
    }
    int best = best(found);
    int from = begin(start, found.get(best).from());
    return cut(start, from, found.subList(best, found.size()));
  }

  /** The first word of the stretch that has most different words; of those, most words. */
  private static int best(List<Analyzers.Term> found) {
    int best = 0;
    int most = -1;
    for (int i = 0; i < found.size(); i++) {
      Set<BytesRef> different = new HashSet<>();
      int count = 0;
      int end = found.get(i).from() + LENGTH - LEAD;
      for (int j = i; j < found.size() && j < i + LENGTH && found.get(j).to() <= end; j++) {
        different.add(found.get(j).term());
        count++;
      }
      int value = different.size() * LENGTH + count;
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return best;
  }

  /** The beginning of a sentence or a line shortly before a place; else of a word. */
  private static int begin(String text, int at) {
    int least = Math.max(0, at - LEAD);
    for (int i = at; i > least; i--) {
      char before = text.charAt(i - 1);
      if (before == '\n' || isEnd(before) && Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    if (least == 0) {
      return 0;
    }
    for (int i = least; i < at; i++) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i + 1;
      }
    }
    return at;
  }

  private static boolean isEnd(char c) {
    return c == '.' || c == '!' || c == '?' || c == '。';
  }

  private static Snippet cut(String text, int from, List<Analyzers.Term> found) {
    int to = end(text, from);
    var line = new StringBuilder();
    List<Snippet.Mark> marks = new ArrayList<>();
    if (from > 0
        && text.substring(0, from).stripTrailing().length() > 0
        && !beginsHere(text, from)) {
      line.append(MORE).append(' ');
    }
    int next = 0;
    int markedFrom = -1;
    boolean isSpaced = true;
    for (int i = from; i < to; i++) {
      if (next < found.size() && i == found.get(next).from() && found.get(next).to() <= to) {
        markedFrom = line.length();
      }
      char c = text.charAt(i);
      if (!Character.isWhitespace(c)) {
        line.append(c);
        isSpaced = false;
      } else if (!isSpaced) {
        line.append(' ');
        isSpaced = true;
      }
      if (next < found.size() && i + 1 == found.get(next).to()) {
        if (markedFrom >= 0 && line.length() > markedFrom) {
          marks.add(new Snippet.Mark(markedFrom, line.length()));
        }
        markedFrom = -1;
        next++;
        while (next < found.size() && found.get(next).from() <= i) {
          next++;
        }
      }
    }
    String cut = line.toString().stripTrailing();
    return new Snippet(to < text.length() ? cut + " " + MORE : cut, marks);
  }

  private static boolean beginsHere(String text, int from) {
    char before = text.charAt(from - 1);
    return before == '\n' || isEnd(before);
  }

  /** The end of the words that fit. */
  private static int end(String text, int from) {
    int to = Math.min(text.length(), from + LENGTH);
    if (to == text.length()) {
      return to;
    }
    for (int i = to; i > from + LENGTH / 2; i--) {
      if (Character.isWhitespace(text.charAt(i))) {
        return i;
      }
    }
    return Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
  }
}
