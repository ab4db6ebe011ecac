package dev.arachne.crawl;

import dev.arachne.http.Proxy.Credentials;
import dev.arachne.options.HostTable;
import dev.arachne.options.SiteUser;
import dev.arachne.protocol.Challenge;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.RequestField;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The users and passwords of a crawl by site, and the scheme that each site requires. Credentials
 * are sent only after a challenge, and then with each request. So a password for Digest is never
 * sent in plain text. Confined to its event loop.
 */
final class CredentialStore {
  /** Most origins whose challenges are remembered. */
  private static final int MOST_ORIGINS = 1_000;

  private final EventLoop loop = EventLoop.current();

  /** The credentials of single seeds. */
  private final Map<Origin, Credentials> ofRoots = new HashMap<>();

  private final HostTable hosts;

  /** The credentials of all seeds. */
  private final Map<Origin, Credentials> byOrigin = new HashMap<>();

  private final Set<String> rootHosts = new HashSet<>();
  private final Netrc netrc;

  /** Whether there are no credentials at all, as in most crawls. */
  private final boolean isEmpty;

  private final Map<Origin, Asked> asked = new LinkedHashMap<>(16, 0.75f, true);

  /** The challenge of a site, and the number of requests that answered it. */
  private static final class Asked {
    private final Challenge challenge;
    private int count;

    Asked(Challenge challenge) {
      this.challenge = challenge;
    }
  }

  /**
   * Takes the credentials of the options, in this precedence: a seed's own, the table of hosts,
   * those for all seeds, the file.
   */
  CredentialStore(List<SiteUser> users, HostTable hosts, List<CrawlUrl> roots, Netrc netrc) {
    this.hosts = hosts;
    this.netrc = netrc;
    for (SiteUser user : users) {
      user.origin().ifPresent(its -> ofRoots.putIfAbsent(its, user.credentials()));
    }
    for (SiteUser user : users) {
      if (user.origin().isEmpty()) {
        roots.forEach(root -> byOrigin.putIfAbsent(root.origin(), user.credentials()));
      }
    }
    isEmpty = ofRoots.isEmpty() && hosts.isEmpty() && byOrigin.isEmpty() && netrc == Netrc.NONE;
    if (!isEmpty) {
      roots.forEach(root -> rootHosts.add(root.host()));
    }
  }

  /** Returns the Authorization field of a request, if its site has sent a challenge before. */
  Optional<RequestField> authorization(HttpMethod method, CrawlUrl url) {
    Asked its = asked.get(url.origin());
    Optional<Credentials> who = its == null ? Optional.empty() : credentials(url);
    if (its == null || who.isEmpty()) {
      return Optional.empty();
    }
    String chosen = Long.toHexString(loop.random().nextLong());
    String value =
        its.challenge.answer(
            who.get().user(),
            who.get().password(),
            method,
            url.pathAndQuery(),
            ++its.count,
            chosen);
    try {
      return Optional.of(new RequestField("Authorization", value));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // The challenge has a value that cannot be sent back.
    }
  }

  /** The state of authentication at a site. */
  AuthState standing(CrawlUrl url) {
    if (isEmpty || credentials(url).isEmpty()) {
      return AuthState.UNKNOWN;
    }
    Asked its = asked.get(url.origin());
    return its == null ? AuthState.UNASKED : new AuthState.Told(its.challenge.realm());
  }

  /** Takes in the challenge of a site; the next request answers it. */
  void challenged(CrawlUrl url, List<String> fields) {
    @Nullable Challenge challenge = Challenge.strongest(fields).orElse(null);
    if (challenge != null && credentials(url).isPresent()) {
      asked.put(url.origin(), new Asked(challenge));
      if (asked.size() > MOST_ORIGINS) {
        asked.remove(asked.keySet().iterator().next());
      }
    }
  }

  private Optional<Credentials> credentials(CrawlUrl url) {
    Optional<Credentials> own =
        Optional.ofNullable(ofRoots.get(url.origin()))
            .or(() -> hosts.of(url).user())
            .or(() -> Optional.ofNullable(byOrigin.get(url.origin())));
    return own.isPresent()
        ? own
        : netrc
            .of(url.host())
            .or(() -> rootHosts.contains(url.host()) ? netrc.others() : Optional.empty());
  }
}
