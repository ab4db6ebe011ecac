package dev.arachne.testkit;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The answers of one site: a function from requests to replies without a transport, clock or
 * thread. Implementations are immutable and may be called by many threads at once; the request has
 * the number of requests for its target.
 */
@FunctionalInterface
public interface TestSite {

  /** The reply to this request. */
  Reply reply(TestRequest request);

  /**
   * A site of these routes. The whole target is looked up first, then the path without its query,
   * then the longest prefix; a target without a route is a 404.
   */
  static TestSite of(Route... routes) {
    Map<String, Function<TestRequest, Reply>> exact = new HashMap<>();
    var prefixes = new TreeMap<String, Function<TestRequest, Reply>>();
    for (Route route : routes) {
      String place = route.place();
      if (place.endsWith("*")) {
        prefixes.put(place.substring(0, place.length() - 1), route.answer());
      } else if (exact.put(place, route.answer()) != null) {
        throw new IllegalArgumentException("two routes for " + place);
      }
    }
    return request -> {
      var answer = exact.get(request.target());
      if (answer == null) {
        answer = exact.get(request.path());
      }
      if (answer == null) {
        answer = longestPrefix(prefixes, request.target());
      }
      return answer == null ? Reply.status(404) : answer.apply(request);
    };
  }

  /** The same site with every reply changed, such as {@code reply -> reply.after(delay)}. */
  default TestSite with(UnaryOperator<Reply> change) {
    return request -> change.apply(reply(request));
  }

  private static @Nullable Function<TestRequest, Reply> longestPrefix(
      NavigableMap<String, Function<TestRequest, Reply>> prefixes, String target) {
    for (String prefix : prefixes.descendingKeySet()) {
      if (target.startsWith(prefix)) {
        return prefixes.get(prefix);
      }
    }
    return null;
  }
}
