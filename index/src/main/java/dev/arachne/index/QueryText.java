package dev.arachne.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A typed query in its parts. Text that is not syntax is taken literally. Immutable.
 *
 * @param parts texts that a page must have, in the order in which they were typed
 * @param excluded texts that a page must not have
 * @param filters that choose pages
 */
record QueryText(List<Part> parts, List<Part> excluded, List<Filter> filters) {
  private static final int MOST_PARTS = 32;
  private static final int MOST_FILTERS = 32;

  /** The parts of a page in which words can be looked for. */
  enum Place {
    ANYWHERE(""),
    TITLE("title"),
    URL("url"),
    TEXT("text");

    private final String typed;

    Place(String typed) {
      this.typed = typed;
    }
  }

  /** The properties by which pages can be chosen. */
  enum Choice {
    SITE("site"),
    LANGUAGE("lang"),
    TYPE("type"),
    SINCE("since"),
    LINK("link");

    private final String typed;

    Choice(String typed) {
      this.typed = typed;
    }
  }

  /**
   * A word, or the words that were in quotes, in one place.
   *
   * @param quoted whether it was in quotes
   */
  record Part(Place place, String text, boolean quoted) {}

  /**
   * A choice of pages.
   *
   * @param excluded whether the pages that it names are excluded
   */
  record Filter(Choice choice, String value, boolean excluded) {}

  QueryText {
    parts = List.copyOf(parts);
    excluded = List.copyOf(excluded);
    filters = List.copyOf(filters);
  }

  /** Parses a typed query. */
  static QueryText of(String typed) {
    return new Reader(typed).read();
  }

  /** The words without syntax, as one text: by it the whole name of a page is known. */
  String words() {
    var words = new StringBuilder();
    for (Part part : parts) {
      if (part.place() == Place.ANYWHERE || part.place() == Place.TITLE) {
        words.append(words.isEmpty() ? "" : " ").append(part.text());
      }
    }
    return words.toString();
  }

  private static final class Reader {
    private final String typed;
    private int at;
    private final List<Part> parts = new ArrayList<>();
    private final List<Part> excluded = new ArrayList<>();
    private final List<Filter> filters = new ArrayList<>();

    Reader(String typed) {
      this.typed = typed;
    }

    QueryText read() {
      while (at < typed.length()) {
        if (Character.isWhitespace(typed.charAt(at))) {
          at++;
        } else {
          readOne();
        }
      }
      return new QueryText(parts, excluded, filters);
    }

    private void readOne() {
      boolean isExcluded = typed.charAt(at) == '-' && at + 1 < typed.length() && !isSpace(at + 1);
      at += isExcluded ? 1 : 0;
      String name = name();
      Optional<Choice> choice = choice(name);
      Place place = place(name);
      if (choice.isPresent() || place != Place.ANYWHERE) {
        at += name.length() + 1;
      }
      boolean isQuoted = at < typed.length() && typed.charAt(at) == '"';
      String value = (isQuoted ? quoted() : unquoted()).strip();
      if (value.isEmpty()) {
        return;
      }
      if (choice.isPresent()) {
        if (filters.size() < MOST_FILTERS) {
          filters.add(new Filter(choice.get(), value, isExcluded));
        }
      } else if (parts.size() + excluded.size() < MOST_PARTS) {
        (isExcluded ? excluded : parts).add(new Part(place, value, isQuoted));
      }
    }

    /** The letters before a colon here; empty if there is no colon behind letters. */
    private String name() {
      int end = at;
      while (end < typed.length() && Character.isLetter(typed.charAt(end))) {
        end++;
      }
      return end < typed.length() && typed.charAt(end) == ':'
          ? typed.substring(at, end).toLowerCase(Locale.ROOT)
          : "";
    }

    private String quoted() {
      int from = at + 1;
      int end = typed.indexOf('"', from);
      at = end < 0 ? typed.length() : end + 1;
      return typed.substring(from, end < 0 ? typed.length() : end);
    }

    private String unquoted() {
      int from = at;
      while (at < typed.length() && !isSpace(at)) {
        at++;
      }
      return typed.substring(from, at);
    }

    private boolean isSpace(int i) {
      return Character.isWhitespace(typed.charAt(i));
    }

    private static Optional<Choice> choice(String name) {
      for (Choice each : Choice.values()) {
        if (each.typed.equals(name)) {
          return Optional.of(each);
        }
      }
      return Optional.empty();
    }

    private static Place place(String name) {
      for (Place each : Place.values()) {
        if (each != Place.ANYWHERE && each.typed.equals(name)) {
          return each;
        }
      }
      return Place.ANYWHERE;
    }
  }
}
