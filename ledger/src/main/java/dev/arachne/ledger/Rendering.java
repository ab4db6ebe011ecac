package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * How a page was shown in a browser: the note that a crawl keeps with its visit. Immutable.
 *
 * @param failure why it was not shown, or not all of it; empty if it was
 * @param requests what it asked for, in the order of the answers; the first ones alone if they are
 *     very many
 * @param more how many more it asked for
 */
public record Rendering(String failure, List<Request> requests, int more) {
  /** The name of these notes. */
  public static final String NOTES = "rendering";

  /**
   * Something that the page asked for.
   *
   * @param url as the browser has it
   * @param outcome what came of it, in words for people
   */
  public record Request(String url, String outcome) {}

  public Rendering {
    requests = List.copyOf(requests);
  }

  /** As it is kept. */
  public byte[] toBytes() {
    var row = new RowWriter().text(failure).number(more).number(requests.size());
    requests.forEach(each -> row.text(each.url).text(each.outcome));
    return row.toBytes();
  }

  /** Of what {@link #toBytes} has made. */
  public static Rendering read(byte[] bytes) {
    var row = new RowReader(bytes);
    String failure = row.text();
    int more = (int) row.number();
    List<Request> requests = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      requests.add(new Request(row.text(), row.text()));
    }
    return new Rendering(failure, requests, more);
  }
}
