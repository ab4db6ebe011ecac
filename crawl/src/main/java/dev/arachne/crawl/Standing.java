package dev.arachne.crawl;

import dev.arachne.http.HttpResponse;
import dev.arachne.protocol.Challenge;
import dev.arachne.protocol.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a request says of its user, without saying who that is. Immutable. */
sealed interface Standing {
  int UNAUTHORIZED = 401;

  /** There is no user for its site. */
  Standing UNKNOWN = new Silent(false);

  /** There is one, and the site has not asked so far. */
  Standing UNASKED = new Silent(true);

  /** Nothing is said. */
  record Silent(boolean canTell) implements Standing {}

  /** The user is told, as the site wanted it. */
  record Told(String realm) implements Standing {}

  /** Whether an answer asks for a user, and the same request can say more of one. */
  default boolean mayAnswer(HttpResponse response) {
    Optional<Challenge> challenge =
        response.status() == UNAUTHORIZED
            ? Challenge.strongest(challenges(response.headers()))
            : Optional.empty();
    return challenge.isPresent()
        && switch (this) {
          case Silent(boolean canTell) -> canTell;
          case Told(String realm) ->
              challenge.get().isStale() || !challenge.get().realm().equals(realm);
        };
  }

  /** The values of the WWW-Authenticate fields of an answer. */
  static List<String> challenges(Headers headers) {
    int next = headers.find("WWW-Authenticate", 0);
    if (next < 0) {
      return List.of();
    }
    List<String> fields = new ArrayList<>();
    for (; next >= 0; next = headers.find("WWW-Authenticate", next + 1)) {
      fields.add(headers.latin1Value(next));
    }
    return fields;
  }
}
