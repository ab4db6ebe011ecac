package dev.arachne.traps;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The parameters of a URL, in order. Immutable.
 *
 * @param parameters {@code name=value}, or any other text between two {@code &}
 */
record Query(List<String> parameters) {
  Query {
    parameters = List.copyOf(parameters);
  }

  /** Reads a query with its '?', or an empty one. */
  static Query of(String query) {
    return query.length() < 2
        ? new Query(List.of())
        : new Query(List.of(query.substring(1).split("&", -1)));
  }

  static String name(String parameter) {
    int equals = parameter.indexOf('=');
    return equals < 0 ? parameter : parameter.substring(0, equals);
  }

  /** The names, each as often as it occurs. */
  List<String> names() {
    return parameters.stream().map(Query::name).toList();
  }

  /** The query without parameters of these names, with its '?'; empty if none is left. */
  String without(Collection<String> names) {
    List<String> left = new ArrayList<>(parameters);
    left.removeIf(it -> names.contains(name(it)));
    return left.isEmpty() ? "" : "?" + String.join("&", left);
  }

  /**
   * The one name whose parameters differ, in any order; empty if no name differs, or several do.
   */
  Optional<String> difference(Query other) {
    Set<String> ours = new HashSet<>(parameters);
    Set<String> theirs = new HashSet<>(other.parameters);
    Set<String> differing = new HashSet<>();
    for (String each : parameters) {
      if (!theirs.contains(each)) {
        differing.add(name(each));
      }
    }
    for (String each : other.parameters) {
      if (!ours.contains(each)) {
        differing.add(name(each));
      }
    }
    return differing.size() == 1 ? Optional.of(differing.iterator().next()) : Optional.empty();
  }
}
