package dev.arachne.traps;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The pages of one path that were fetched last, by their queries, and their contents. Immutable.
 *
 * @param variants in order
 */
public record PathVariants(List<Variant> variants) {
  /** The most variants that are kept; the oldest are dropped, except the one without a query. */
  static final int MOST = 64;

  /** The most characters of a query that is kept. */
  static final int MOST_QUERY = 1_024;

  /** No variants. */
  public static final PathVariants NONE = new PathVariants(List.of());

  /**
   * A page.
   *
   * @param query with its '?'; empty for none
   */
  public record Variant(String query, long content) {}

  public PathVariants {
    variants = List.copyOf(variants);
  }

  /** The same with one more, if its query is not too long. */
  public PathVariants with(Variant variant) {
    if (variant.query().length() > MOST_QUERY) {
      return this;
    }
    if (variants.isEmpty()) {
      return new PathVariants(List.of(variant)); // As nearly all are.
    }
    List<Variant> more = new ArrayList<>(variants);
    more.removeIf(its -> its.query().equals(variant.query()));
    more.add(variant);
    if (more.size() > MOST) {
      more.remove(more.getFirst().query().isEmpty() ? 1 : 0);
    }
    return new PathVariants(more);
  }

  /** The content of the page without a query; empty if it was not fetched. */
  public OptionalLong plain() {
    return variants.stream()
        .filter(its -> its.query().isEmpty())
        .mapToLong(Variant::content)
        .findFirst();
  }

  /** The variants in the form of a row's value. */
  public byte[] toBytes() {
    var row = new RowWriter().number(variants.size());
    variants.forEach(its -> row.text(its.query()).fixed(its.content()));
    return row.toBytes();
  }

  /** Reads the value of a row. */
  public static PathVariants read(byte[] value) {
    var row = new RowReader(value);
    List<Variant> variants = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      variants.add(new Variant(row.text(), row.fixed()));
    }
    return new PathVariants(variants);
  }
}
