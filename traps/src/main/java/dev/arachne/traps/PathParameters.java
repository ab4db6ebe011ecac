package dev.arachne.traps;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The effects of the parameters of a path, or of paths of one template. They are learnt from pairs
 * of pages whose URLs differ in one parameter only, by its value or by its presence. Immutable.
 *
 * @param parameters those that differed in a pair, in the order in which they did
 * @param holding the number under which URLs with idle parameters are held; 0 if none ever was
 */
public record PathParameters(List<Parameter> parameters, int holding) {
  /** The most names of a path; a path with more is not learnt. */
  static final int MOST = 64;

  /** The most parameters of a URL that is learnt from. */
  private static final int MOST_OF_URL = 24;

  /** Pairs with the same content that a parameter needs to be idle. */
  static final int PAIRS = 3;

  /** No known effects. */
  public static final PathParameters NONE = new PathParameters(List.of(), 0);

  public PathParameters {
    parameters = List.copyOf(parameters);
  }

  /**
   * A parameter.
   *
   * @param pairs with the same content
   * @param content of the first of these
   * @param isVaried whether others of them had another content than the first
   * @param matters whether a pair had different contents
   * @param one the URL of a pair, from its path on, and {@code other} that of the other page
   */
  public record Parameter(
      String name,
      int pairs,
      long content,
      boolean isVaried,
      boolean matters,
      String one,
      String other) {
    /** Whether it changes nothing, as far as is known. */
    boolean isIdle() {
      return !matters && isVaried && pairs >= PAIRS;
    }

    private Parameter paired(long said) {
      return new Parameter(
          name, pairs + 1, content, isVaried || said != content, matters, one, other);
    }

    private Parameter mattering(String page, String another) {
      return new Parameter(name, pairs, content, isVaried, true, page, another);
    }
  }

  /** The effects that are known after another page of a path. */
  public PathParameters with(String path, PathVariants before, PathVariants.Variant page) {
    PathParameters then = this;
    Query query = Query.of(page.query());
    if (query.parameters().size() > MOST_OF_URL) {
      return this;
    }
    for (PathVariants.Variant each : before.variants()) {
      String name = query.difference(Query.of(each.query())).orElse("");
      if (!name.isEmpty()) {
        then = then.with(name, path, each, page);
      }
    }
    return then;
  }

  private PathParameters with(
      String name, String path, PathVariants.Variant page, PathVariants.Variant other) {
    List<Parameter> then = new ArrayList<>(parameters);
    String one = path + page.query();
    String two = path + other.query();
    int at = index(name);
    if (at < 0) {
      if (then.size() < MOST) {
        boolean isSame = page.content() == other.content();
        then.add(new Parameter(name, isSame ? 1 : 0, page.content(), false, !isSame, one, two));
      }
    } else if (page.content() != other.content()) {
      then.set(at, then.get(at).mattering(one, two));
    } else {
      then.set(at, then.get(at).paired(page.content()));
    }
    return new PathParameters(then, holding);
  }

  /**
   * The effects after two pages with different contents, whose URLs differ in some of these alone.
   */
  public PathParameters mattering(Collection<String> names, String one, String other) {
    List<Parameter> then = new ArrayList<>(parameters);
    then.replaceAll(its -> names.contains(its.name()) ? its.mattering(one, other) : its);
    return new PathParameters(then, holding);
  }

  private int index(String name) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The same, with URLs held under a number. */
  public PathParameters heldAs(int number) {
    return new PathParameters(parameters, number);
  }

  /** The names in a query that have no effect. */
  public List<String> idle(String query) {
    return parameters.isEmpty()
        ? List.of()
        : Query.of(query).names().stream().filter(this::isIdle).distinct().toList();
  }

  private boolean isIdle(String name) {
    int at = index(name);
    return at >= 0 && parameters.get(at).isIdle();
  }

  /** A query without these names, with its '?'; empty if nothing is left. */
  public static String without(String query, Collection<String> names) {
    return Query.of(query).without(names);
  }

  /** The reason why these have no effect. */
  public String text(Collection<String> names) {
    List<String> texts = new ArrayList<>();
    for (Parameter its : parameters) {
      if (names.contains(its.name())) {
        texts.add(
            "%s changes nothing in %d pairs such as %s and %s"
                .formatted(its.name(), its.pairs(), its.one(), its.other()));
      }
    }
    return String.join(", ", texts);
  }

  /** The effects in the form of a row's value. */
  public byte[] toBytes() {
    var row = new RowWriter().number(holding).number(parameters.size());
    for (Parameter its : parameters) {
      row.text(its.name()).number(its.pairs()).fixed(its.content());
      row.octet((its.isVaried() ? 1 : 0) | (its.matters() ? 2 : 0));
      row.text(its.one()).text(its.other());
    }
    return row.toBytes();
  }

  /** Reads the value of a row. */
  public static PathParameters read(byte[] value) {
    var row = new RowReader(value);
    int holding = (int) row.number();
    List<Parameter> parameters = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      String name = row.text();
      int pairs = (int) row.number();
      long content = row.fixed();
      int bits = row.octet();
      parameters.add(
          new Parameter(
              name, pairs, content, (bits & 1) > 0, (bits & 2) > 0, row.text(), row.text()));
    }
    return new PathParameters(parameters, holding);
  }
}
