package dev.arachne.traps;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * For which shapes a host was asked for a page that is not there, and which pages it had for that.
 * Immutable.
 *
 * @param asked the shapes, in order
 * @param pages that were answered, status 200; empty for a host that says so when nothing is there
 */
public record HostAnswers(List<UrlShape> asked, List<AbsentPage> pages) {
  /** Shapes of a host that are asked for at most. */
  public static final int MOST = 5;

  /** Those of a host that was not asked. */
  public static final HostAnswers NONE = new HostAnswers(List.of(), List.of());

  public HostAnswers {
    asked = List.copyOf(asked);
    pages = List.copyOf(pages);
  }

  /** Whether the host is to be asked for this shape, too. */
  public boolean needs(UrlShape shape) {
    return asked.size() < MOST && !asked.contains(shape);
  }

  /** The same after it was asked for a shape. */
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

  /** As the value of a row. */
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
