package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A change that a user makes to a running crawl. Each change that is made has a number and an entry
 * of the ledger; {@link Changes} has those in force. Immutable.
 */
public sealed interface Change {
  /** Characters of a pattern or a host at most: a change is a row of the ledger. */
  int LONGEST_TEXT = 4_096;

  /** No request starts until a {@link Resume}, or until the pause is undone. */
  record Pause() implements Change {}

  /** Ends the pause. */
  record Resume() implements Change {}

  /** Ends the crawl, in order; its directory can be resumed. */
  record Stop() implements Change {}

  /**
   * The least time from one request to a host to the next. The bounds of the crawl and of robots
   * rules stay in force.
   *
   * @param host a host as in URLs, or {@code host:port}; empty for all hosts. The delay of a host
   *     replaces that for all hosts
   * @param time zero or more, below a year
   */
  record Delay(Optional<String> host, Duration time) implements Change {
    private static final Duration LONGEST = Duration.ofDays(365);

    public Delay {
      host.ifPresent(Change::checkLength);
      if (time.isNegative() || time.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException("a delay is from 0 to a year, not " + time);
      }
      time = time.truncatedTo(ChronoUnit.MICROS);
    }

    /** A delay for all hosts. */
    public static Delay ofAll(Duration time) {
      return new Delay(Optional.empty(), time);
    }
  }

  /**
   * No URL is requested in which the pattern is found, seeds and sitemaps included, except the
   * robots.txt that another URL needs. The same holds for a URL in which the search takes too long
   * ({@link BoundedSearch}).
   *
   * @param regex a regular expression in Java's syntax
   */
  record Exclude(String regex) implements Change {
    public Exclude {
      checkLength(regex);
      try {
        Pattern.compile(regex);
      } catch (PatternSyntaxException e) {
        throw new IllegalArgumentException(
            "'" + regex + "' is not a regular expression: " + e.getDescription(), e);
      }
    }

    Pattern pattern() {
      return Pattern.compile(regex);
    }
  }

  /**
   * URLs of a template are requested like others, however little its pages have brought. They are
   * those that wait, those that were skipped for it, which have another visit, and those that are
   * found later. In a crawl in memory skipped URLs stay so.
   *
   * @param template as the verdicts of its URLs have it, such as {@code /calendar/#/#}; of all
   *     hosts
   */
  record Open(String template) implements Change {
    public Open {
      checkLength(template);
      if (!template.startsWith("/")) {
        throw new IllegalArgumentException(
            "'"
                + template
                + "' is not a template, which begins with a slash, as /calendar/#/# does");
      }
    }
  }

  /**
   * URLs fetched at most, in place of {@code --limit}.
   *
   * @param pages from 1, over all runs of the crawl
   */
  record MaxPages(long pages) implements Change {
    public MaxPages {
      if (pages < 1) {
        throw new IllegalArgumentException("a crawl of " + pages + " pages is none");
      }
    }
  }

  /**
   * Links from a seed at most; no more than the crawl's own bound.
   *
   * @param links from 0, for the seeds alone
   */
  record MaxDepth(int links) implements Change {
    public MaxDepth {
      if (links < 0) {
        throw new IllegalArgumentException("a depth of " + links + " is none");
      }
    }
  }

  /**
   * Takes a change back.
   *
   * @param number the number of the change; empty for the latest that is not taken back
   */
  record Undo(OptionalInt number) implements Change {}

  /** The outcome of a request for a change. */
  sealed interface Outcome {}

  /**
   * The change was made, and is in the ledger.
   *
   * @param entry the entry of the ledger, with the number of the change; an undo of the latest has
   *     the number that it took back
   */
  record Made(LedgerEntry.Changed entry) implements Outcome {}

  /**
   * The change was refused.
   *
   * @param why one line with the action to take instead
   */
  record Refused(String why) implements Outcome {}

  /** The change as users type it, such as {@code exclude=/calendar/}. */
  default String text() {
    return value().map(value -> kind() + "=" + value).orElse(kind());
  }

  /** The word that names the kind of change, such as {@code exclude}. */
  default String kind() {
    return switch (this) {
      case Pause _ -> "pause";
      case Resume _ -> "resume";
      case Stop _ -> "stop";
      case Delay _ -> "delay";
      case Exclude _ -> "exclude";
      case Open _ -> "open";
      case MaxPages _ -> "max-pages";
      case MaxDepth _ -> "max-depth";
      case Undo _ -> "undo";
    };
  }

  /** The value typed after the word, such as {@code /calendar/}; empty if the word is all. */
  default Optional<String> value() {
    return switch (this) {
      case Pause _, Resume _, Stop _ -> Optional.empty();
      case Delay(var host, Duration time) ->
          Optional.of(host.map(its -> its + ":").orElse("") + text(time));
      case Exclude(String regex) -> Optional.of(regex);
      case Open(String template) -> Optional.of(template);
      case MaxPages(long pages) -> Optional.of(Long.toString(pages));
      case MaxDepth(int links) -> Optional.of(Integer.toString(links));
      case Undo(OptionalInt number) -> number.stream().mapToObj(Integer::toString).findFirst();
    };
  }

  /** Adds it to the end of a row. */
  default RowWriter write(RowWriter row) {
    return switch (this) {
      case Pause _ -> row.octet('P');
      case Resume _ -> row.octet('R');
      case Stop _ -> row.octet('S');
      case Delay(var host, Duration time) ->
          row.octet('D').text(host.orElse("")).number(time.toNanos() / 1_000);
      case Exclude(String regex) -> row.octet('X').text(regex);
      case Open(String template) -> row.octet('O').text(template);
      case MaxPages(long pages) -> row.octet('N').number(pages);
      case MaxDepth(int links) -> row.octet('L').number(links);
      case Undo(OptionalInt number) -> row.octet('U').number(number.orElse(0));
    };
  }

  /** Reads the rest of a row. */
  static Change read(RowReader row) {
    int kind = row.octet();
    return switch (kind) {
      case 'P' -> new Pause();
      case 'R' -> new Resume();
      case 'S' -> new Stop();
      case 'D' -> {
        String host = row.text();
        yield new Delay(
            host.isEmpty() ? Optional.empty() : Optional.of(host),
            Duration.of(row.number(), ChronoUnit.MICROS));
      }
      case 'X' -> new Exclude(row.text());
      case 'O' -> new Open(row.text());
      case 'N' -> new MaxPages(row.number());
      case 'L' -> new MaxDepth((int) row.number());
      case 'U' -> {
        int number = (int) row.number();
        yield new Undo(number == 0 ? OptionalInt.empty() : OptionalInt.of(number));
      }
      default -> throw new IllegalArgumentException("no change begins with " + kind);
    };
  }

  private static void checkLength(String text) {
    if (text.isEmpty() || text.length() > LONGEST_TEXT) {
      throw new IllegalArgumentException(
          "a text of " + text.length() + " characters; use 1 to " + LONGEST_TEXT);
    }
  }

  private static String text(Duration time) {
    return time.toNanosPart() == 0
        ? time.toSeconds() + "s"
        : BigDecimal.valueOf(time.toNanos(), 6).stripTrailingZeros().toPlainString() + "ms";
  }
}
