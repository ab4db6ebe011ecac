package dev.arachne.traps;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The answers of a host to requests for absent pages, by shape. Immutable.
 *
 * @param asked the shapes that were probed, in order
 * @param pages that were answered, status 200; empty for a host that answers with an error status
 */
public record HostAnswers(List<UrlShape> asked, List<AbsentPage> pages) {
  /** The most shapes of a host that are probed. */
  public static final int MOST = 5;

  /** The answers of a host without a probe. */
  public static final HostAnswers NONE = new HostAnswers(List.of(), List.of());

  public HostAnswers {
    asked = List.copyOf(asked);
    pages = List.copyOf(pages);
  }

  /** Whether no more shapes are probed. */
  public boolean areAll() {
    return asked.size() >= MOST;
  }

  /** Whether this shape is to be probed, too. */
  public boolean needs(UrlShape shape) {
    return !areAll() && !asked.contains(shape);
  }

  /** The same after a probe of a shape. */
  public HostAnswers asked(UrlShape shape) {
    List<UrlShape> more = new ArrayList<>(asked);
    more.add(shape);
    return new HostAnswers(more, pages);
  }

  /** The same with one more page. */
  public HostAnswers with(AbsentPage page) {
    List<AbsentPage> more = new ArrayList<>(pages);
    more.removeIf(known -> known.place().equals(page.place()));
    more.add(page);
    return new HostAnswers(asked, more);
  }

  /** The answers in the form of a row's value. */
  public byte[] toBytes() {
    var row = new RowWriter().number(asked.size());
    asked.forEach(shape -> row.text(shape.directory()).text(shape.suffix()));
    row.number(pages.size());
    pages.forEach(page -> page.write(row));
    return row.toBytes();
  }

  /** Reads the value of a row. */
  public static HostAnswers read(byte[] value) {
    var row = new RowReader(value);
    List<UrlShape> asked = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      asked.add(new UrlShape(row.text(), row.text()));
    }
    List<AbsentPage> pages = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      pages.add(AbsentPage.read(row));
    }
    return new HostAnswers(asked, pages);
  }
}
