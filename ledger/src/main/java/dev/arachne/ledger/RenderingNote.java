package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The rendering of a page in a browser: the note that a crawl keeps with its visit. Immutable.
 *
 * @param way whether it was shown
 * @param why in words for people; empty where all pages are shown
 * @param links of the crawl's scope that it had in the browser, and not as it came
 * @param words different ones that it had in the browser, and not as it came
 * @param failure why it was not shown, or not all of it; empty if it was
 * @param requests the requests of the page
 * @param time in its tab, without the waits for its requests; zero in notes of earlier versions
 * @param errors of its scripts, the first of them, each in a line
 * @param actions that were done on it in the browser, in order
 */
public record RenderingNote(
    Way way,
    String why,
    int links,
    int words,
    String failure,
    Requests requests,
    Duration time,
    List<String> errors,
    List<Action> actions) {
  /** The name of these notes. */
  public static final String NOTES = "rendering";

  /** The beginning of {@link #why} for a page that was shown as a sample of others. */
  public static final String SAMPLE = "as a sample";

  /** The beginning of {@link #why} for a page that was shown as a check of a decision. */
  public static final String CHECK = "as a check";

  /** A part of {@link #why} for a page on which the rules of a scrape have decided. */
  public static final String BY_RULES = "the rules ask for it";

  public RenderingNote {
    errors = List.copyOf(errors);
    actions = List.copyOf(actions);
  }

  /** The treatment of the page. */
  public enum Way {
    /** It was to be shown in the browser. */
    SHOWN('S'),
    /** It was taken as it came, though it has scripts. */
    PASSED('P');

    private final char letter;

    Way(char letter) {
      this.letter = letter;
    }
  }

  /**
   * An action on the page, such as a click.
   *
   * @param text the action and its element, in words for people
   * @param links that it brought, navigations included
   */
  public record Action(String text, int links) {}

  /**
   * A request of the page.
   *
   * @param url as the browser has it
   * @param outcome in words for people
   */
  public record Request(String url, String outcome) {}

  /**
   * The requests of the page.
   *
   * @param first in the order of the answers; those that came first if they are very many
   * @param more how many more it made
   */
  public record Requests(List<Request> first, int more) {
    /** No requests. */
    public static final Requests NONE = new Requests(List.of(), 0);

    public Requests {
      first = List.copyOf(first);
    }

    /** The number of requests. */
    public int count() {
      return first.size() + more;
    }
  }

  /** A page that was taken as it came. */
  public static RenderingNote passed(String why) {
    return new RenderingNote(
        Way.PASSED, why, 0, 0, "", Requests.NONE, Duration.ZERO, List.of(), List.of());
  }

  /** The same for counting: without texts of requests and actions, and with one error only. */
  public RenderingNote counted() {
    return new RenderingNote(
        way,
        why,
        links,
        words,
        failure,
        new Requests(List.of(), requests.count()),
        time,
        errors.subList(0, Math.min(1, errors.size())),
        List.of());
  }

  /** The rendering in its stored form. */
  public byte[] toBytes() {
    var row = new RowWriter().number(way.letter).text(why);
    if (way == Way.SHOWN) {
      row.number(links).number(words).text(failure);
      row.number(requests.more).number(requests.first.size());
      requests.first.forEach(each -> row.text(each.url).text(each.outcome));
      row.number(time.toMillis()).number(errors.size());
      errors.forEach(row::text);
      row.number(actions.size());
      actions.forEach(each -> row.text(each.text).number(each.links));
    }
    return row.toBytes();
  }

  /** The rendering in bytes of {@link #toBytes}. */
  public static RenderingNote read(byte[] bytes) {
    var row = new RowReader(bytes);
    long letter = row.number();
    String why = row.text();
    if (letter == Way.PASSED.letter) {
      return passed(why);
    }
    int links = (int) row.number();
    int words = (int) row.number();
    String failure = row.text();
    int more = (int) row.number();
    List<Request> first = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      first.add(new Request(row.text(), row.text()));
    }
    var time = Duration.ofMillis(row.atEnd() ? 0 : row.number());
    List<String> errors = new ArrayList<>();
    for (long left = row.atEnd() ? 0 : row.number(); left > 0; left--) {
      errors.add(row.text());
    }
    List<Action> actions = new ArrayList<>();
    for (long left = row.atEnd() ? 0 : row.number(); left > 0; left--) {
      actions.add(new Action(row.text(), (int) row.number()));
    }
    return new RenderingNote(
        Way.SHOWN, why, links, words, failure, new Requests(first, more), time, errors, actions);
  }
}
