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
 * The users and passwords of a crawl, for whom each is, and by which scheme the sites want them. A
 * site is told only once it has asked, so that a password for Digest never travels in plain; from
 * then on with each request. Confined to the crawl's loop.
 */
final class Keyring {
  /** Origins whose challenges are remembered. */
  private static final int MOST_ORIGINS = 1_000;

  private final EventLoop loop = EventLoop.current();

  /** Those of single roots. */
  private final Map<Origin, Credentials> ofRoots = new HashMap<>();

  private final HostTable hosts;

  /** Those of all roots. */
  private final Map<Origin, Credentials> byOrigin = new HashMap<>();

  private final Set<String> rootHosts = new HashSet<>();
  private final Netrc netrc;

  /** Whether no site can be told of a user: most crawls have none. */
  private final boolean isEmpty;

  private final Map<Origin, Asked> asked = new LinkedHashMap<>(16, 0.75f, true);

  /** What a site has asked for, and how often it was told. */
  private static final class Asked {
    private final Challenge challenge;
    private int count;

    Asked(Challenge challenge) {
      this.challenge = challenge;
    }
  }

  /**
   * Those of the options: a root's own come first, then those of the table of hosts, then those for
   * all roots, then the file's.
   */
  Keyring(List<SiteUser> users, HostTable hosts, List<CrawlUrl> roots, Netrc netrc) {
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

  /** The Authorization field for a request, if its site has asked for one before. */
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
      return Optional.empty(); // What the site has sent cannot be sent back.
    }
  }

  /** How the crawl stands with a site. */
  Standing standing(CrawlUrl url) {
    if (isEmpty || credentials(url).isEmpty()) {
      return Standing.UNKNOWN;
    }
    Asked its = asked.get(url.origin());
    return its == null ? Standing.UNASKED : new Standing.Told(its.challenge.realm());
  }

  /** A site asks who is there; it is told with the next request. */
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
