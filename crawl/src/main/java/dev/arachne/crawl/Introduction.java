package dev.arachne.crawl;

import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.protocol.RequestField;
import java.util.List;
import java.util.Optional;

/**
 * What a request tells its site of who asks. Immutable.
 *
 * @param fields header fields, of which a program may make others
 * @param cookie the value of the Cookie field, unless the request has one; empty for none
 * @param standing what the fields say of a user
 * @param login the login by which the cookie was given; empty for none
 */
record Introduction(
    List<RequestField> fields,
    Optional<String> cookie,
    Standing standing,
    Optional<LoggedIn> login) {
  /** Nothing. */
  static final Introduction NONE =
      new Introduction(List.of(), Optional.empty(), Standing.UNKNOWN, Optional.empty());

  Introduction {
    fields = List.copyOf(fields);
  }

  /** The same of who has logged in. */
  Introduction after(Optional<LoggedIn> its) {
    return its.isEmpty() ? this : new Introduction(fields, cookie, standing, its);
  }

  /** Whether an answer shows that the session of the login has ended. */
  boolean hasEnded(HttpResponse response) {
    return login.isPresent() && login.get().hasEnded(response);
  }

  /** The request with the fields. */
  HttpRequest fields(HttpRequest request) {
    HttpRequest introduced = request;
    for (RequestField field : fields) {
      introduced = introduced.with(field.name(), field.value());
    }
    return introduced;
  }

  /** The request with the cookie, if it has none. */
  HttpRequest cookie(HttpRequest request) {
    return cookie.isEmpty() || has(request, "Cookie")
        ? request
        : request.with("Cookie", cookie.get());
  }

  private static boolean has(HttpRequest request, String name) {
    return request.fields().stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
  }
}
