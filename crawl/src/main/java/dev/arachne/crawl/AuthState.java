package dev.arachne.crawl;

import dev.arachne.http.HttpResponse;
import dev.arachne.protocol.Challenge;
import dev.arachne.protocol.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The state of authentication of a request, without the credentials. Immutable. */
sealed interface AuthState {
  int UNAUTHORIZED = 401;

  /** The crawl has no credentials for the site. */
  AuthState UNKNOWN = new Silent(false);

  /** The crawl has credentials, and the site has not sent a challenge yet. */
  AuthState UNASKED = new Silent(true);

  /** The request has no credentials. */
  record Silent(boolean canTell) implements AuthState {}

  /** The request has the credentials, by the site's scheme. */
  record Told(String realm) implements AuthState {}

  /** Whether an answer has a challenge that a further request can answer better. */
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
