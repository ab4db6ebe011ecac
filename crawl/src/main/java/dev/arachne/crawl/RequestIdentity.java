package dev.arachne.crawl;

import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.protocol.RequestField;
import java.util.List;
import java.util.Optional;

/**
 * The identification of a request: header fields, credentials, cookie. Immutable.
 *
 * @param fields header fields, which a customizer may replace
 * @param cookie the value of the Cookie field, unless the request has one; empty for none
 * @param standing the state of authentication in the fields
 * @param login that gave the cookie; empty for none
 */
record RequestIdentity(
    List<RequestField> fields,
    Optional<String> cookie,
    AuthState standing,
    Optional<LoginSession> login) {
  /** Nothing. */
  static final RequestIdentity NONE =
      new RequestIdentity(List.of(), Optional.empty(), AuthState.UNKNOWN, Optional.empty());

  RequestIdentity {
    fields = List.copyOf(fields);
  }

  /** Returns a copy for requests after a login. */
  RequestIdentity after(Optional<LoginSession> its) {
    return its.isEmpty() ? this : new RequestIdentity(fields, cookie, standing, its);
  }

  /** Whether an answer shows that the session of the login has ended. */
  boolean hasEnded(HttpResponse response) {
    return login.isPresent() && login.get().hasEnded(response);
  }

  /** Returns the request with the fields. */
  HttpRequest fields(HttpRequest request) {
    HttpRequest introduced = request;
    for (RequestField field : fields) {
      introduced = introduced.with(field.name(), field.value());
    }
    return introduced;
  }

  /** Returns the request with the cookie, unless it has one. */
  HttpRequest cookie(HttpRequest request) {
    return cookie.isEmpty() || has(request, "Cookie")
        ? request
        : request.with("Cookie", cookie.get());
  }

  private static boolean has(HttpRequest request, String name) {
    return request.fields().stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
  }
}
