package dev.arachne.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The answer of a site at one place.
 *
 * @param place a path with or without a query, or a prefix that ends in {@code *}
 * @param answer the reply to each request there
 */
public record Route(String place, Function<TestRequest, Reply> answer) {

  /** The same reply to every request for this path; a query is ignored unless the path has one. */
  public static Route route(String place, Reply reply) {
    return new Route(place, _ -> reply);
  }

  /** The first reply to the first request, the next to the next; the last reply repeats. */
  public static Route route(String place, Reply first, Reply second, Reply... others) {
    var replies = new ArrayList<Reply>(List.of(first, second));
    replies.addAll(List.of(others));
    return new Route(place, request -> replies.get(Math.min(request.ask(), replies.size()) - 1));
  }

  /** A reply computed from each request. */
  public static Route route(String place, Function<TestRequest, Reply> answer) {
    return new Route(place, answer);
  }
}
