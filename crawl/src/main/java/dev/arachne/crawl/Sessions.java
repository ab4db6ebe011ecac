package dev.arachne.crawl;

import dev.arachne.cookies.CookieChange;
import dev.arachne.cookies.CookieFile;
import dev.arachne.cookies.CookieJar;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.KeptRow;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.Visit;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.CookiePolicy;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.FileFailure;
import dev.arachne.options.HostSettings;
import dev.arachne.options.HostTable;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.RequestField;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The identity of the crawl at sites: header fields, signatures, users, and cookies. Confined to
 * its event loop.
 *
 * <p>A visit takes a {@link RequestIdentity} to its loop, and brings back a {@link SiteReply}. So
 * loops share no state, and cookies are committed with the visit that set them. The target of a
 * redirect is leased after that, so it gets the cookies that the redirect has set.
 */
final class Sessions {
  /** The first byte of the keys of rows for cookies. */
  private static final byte COOKIE = 'c';

  private final EventLoop loop = EventLoop.current();
  private final CrawlOptions options;
  private final HostTable hosts;
  private final Frontier frontier;
  private final List<CrawlUrl> roots;
  private final Set<Origin> rootOrigins = new HashSet<>();
  private final Optional<CookieJar> jar;
  private CredentialStore credentialStore;
  private Optional<RequestSigner> signer = Optional.empty();

  private Sessions(
      CrawlOptions options,
      HostTable hosts,
      Frontier frontier,
      List<CrawlUrl> roots,
      Optional<CookieJar> jar) {
    this.options = options;
    this.hosts = hosts;
    this.frontier = frontier;
    this.roots = roots;
    roots.forEach(root -> rootOrigins.add(root.origin()));
    this.jar = jar;
    this.credentialStore = new CredentialStore(options.sites().users(), hosts, roots, Netrc.NONE);
  }

  /** Returns the sessions with the cookies of the crawl's earlier processes. */
  static Sessions of(
      CrawlOptions options, HostTable hosts, Frontier frontier, List<CrawlUrl> roots) {
    if (options.sites().cookies() == CookiePolicy.IGNORE) {
      return new Sessions(options, hosts, frontier, roots, Optional.empty());
    }
    var jar = new CookieJar();
    Instant now = EventLoop.current().time().now();
    for (KeptRow row : frontier.kept()) {
      byte[] value = row.value();
      if (row.key()[0] == COOKIE && value != null) {
        jar.restore(CookieChange.read(row.key(), value), now);
      }
    }
    return new Sessions(options, hosts, frontier, roots, Optional.of(jar));
  }

  /**
   * Reads the user's files of cookies, passwords and keys; waits for the disk.
   *
   * <p>It fails with a {@link UsageException} if one is malformed.
   */
  void load() {
    Optional<Path> passwords = options.sites().netrc();
    if (passwords.isPresent()) {
      Netrc netrc =
          loop.offloadWhole("the users in " + passwords.get(), () -> netrc(passwords.get()));
      credentialStore = new CredentialStore(options.sites().users(), hosts, roots, netrc);
    }
    if (options.sites().signingKey().isPresent() || options.sites().agent().isPresent()) {
      signer =
          Optional.of(
              loop.offloadWhole(
                  "the key that requests are signed with",
                  () -> RequestSigner.of(options.sites())));
    }
    Optional<Path> file = options.sites().loadCookies();
    if (file.isPresent() && jar.isPresent()) {
      Instant now = loop.time().now();
      CookieFile cookies =
          loop.offloadWhole("the cookies in " + file.get(), () -> read(file.get(), now));
      frontier.keep(rows(jar.get().load(cookies, now)));
    }
  }

  private static CookieFile read(Path file, Instant now) throws UsageException {
    try {
      if (Files.size(file) > CookieFile.MAX_BYTES) {
        throw new UsageException(file.toString(), "is too large for a file of cookies");
      }
      return CookieFile.parse(Files.readAllBytes(file), now);
    } catch (IllegalArgumentException e) {
      throw new UsageException(file.toString(), String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UsageException(
          FileFailure.text(e), "cannot be read; choose another --load-cookies");
    }
  }

  private static Netrc netrc(Path file) throws UsageException {
    try {
      if (Files.size(file) > Netrc.MAX_BYTES) {
        throw new UsageException(file.toString(), "is too large for a file of users");
      }
      return Netrc.parse(Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw new UsageException(file.toString(), String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UsageException(FileFailure.text(e), "cannot be read; choose another --netrc-file");
    }
  }

  /** Writes the cookies to the user's file; waits for the disk. */
  void save() throws IOException {
    Optional<Path> file = options.sites().saveCookies();
    if (file.isPresent() && jar.isPresent()) {
      byte[] bytes = jar.get().file(loop.time().now()).bytes();
      loop.offloadWhole("the cookies for " + file.get(), () -> write(file.get(), bytes));
    }
  }

  /** Writes to a temporary file, which is readable by its owner only, and moves it. */
  private static boolean write(Path file, byte[] bytes) throws IOException {
    Path whole = file.toAbsolutePath();
    try {
      Path unfinished = Files.createTempFile(whole.getParent(), ".cookies", ".new");
      try {
        Files.write(unfinished, bytes);
        Files.move(
            unfinished, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(unfinished);
      }
    } catch (IOException e) {
      throw new IOException(
          "cannot write " + FileFailure.text(e) + "; choose another --save-cookies", e);
    }
    return true;
  }

  /** Returns the identification for a request to the site of a URL. */
  RequestIdentity identity(CrawlUrl url) {
    return identity(HttpMethod.GET, url, cookie(url));
  }

  /**
   * Returns the same without the crawl's cookies: for robots.txt, which is independent of sessions,
   * and for logins, which start without one.
   */
  RequestIdentity introductionWithoutCookies(HttpMethod method, CrawlUrl url) {
    return identity(method, url, Optional.empty());
  }

  private RequestIdentity identity(HttpMethod method, CrawlUrl url, Optional<String> cookie) {
    List<RequestField> fields = headers(url);
    boolean isSaid =
        !fields.isEmpty() && fields.stream().anyMatch(field -> isNamed(field, "Authorization"));
    AuthState standing = isSaid ? AuthState.UNKNOWN : credentialStore.standing(url);
    if (standing instanceof AuthState.Told) {
      Optional<RequestField> told = credentialStore.authorization(method, url);
      if (told.isPresent()) {
        fields = new ArrayList<>(fields);
        fields.add(told.get());
      }
    }
    if (signer.isPresent()) {
      fields = new ArrayList<>(fields);
      fields.addAll(signer.get().fields(url));
    }
    return fields.isEmpty() && cookie.isEmpty() && standing == AuthState.UNKNOWN
        ? RequestIdentity.NONE
        : new RequestIdentity(fields, cookie, standing, Optional.empty());
  }

  /**
   * The user's header fields; those that may be secret are sent to the origins of the seeds only.
   */
  private List<RequestField> headers(CrawlUrl url) {
    HostSettings its = hosts.of(url);
    if (its.headers().isEmpty() && its.userAgent().isEmpty()) {
      return headersForAll(url);
    }
    List<RequestField> own = new ArrayList<>(its.headers().orElse(List.of()));
    if (own.stream().noneMatch(field -> isNamed(field, "User-Agent"))) {
      its.userAgent().ifPresent(agent -> own.add(new RequestField("User-Agent", agent)));
    }
    List<RequestField> fields = new ArrayList<>(headersForAll(url));
    fields.removeIf(field -> own.stream().anyMatch(other -> isNamed(other, field.name())));
    fields.addAll(own);
    return fields;
  }

  private List<RequestField> headersForAll(CrawlUrl url) {
    List<RequestField> all = options.sites().headers();
    return all.isEmpty() || rootOrigins.contains(url.origin())
        ? all
        : all.stream()
            .filter(field -> !isNamed(field, "Authorization") && !isNamed(field, "Cookie"))
            .toList();
  }

  private static boolean isNamed(RequestField field, String name) {
    return field.name().equalsIgnoreCase(name);
  }

  /** Takes in a site's challenge, if its reply has one. */
  void heard(CrawlUrl url, SiteReply reply) {
    if (!reply.challenges().isEmpty()) {
      credentialStore.challenged(url, reply.challenges());
    }
  }

  /**
   * Takes in a site's answer to a request for a subresource.
   *
   * @return the rows that change by that
   */
  List<KeptRow> heardBeside(CrawlUrl url, HttpResponse response) {
    SiteReply reply = SiteReply.of(url, response);
    heard(url, reply);
    return jar.isEmpty() || reply.setCookies().isEmpty()
        ? List.of()
        : rows(jar.get().store(url, reply.setCookies(), loop.time().now()));
  }

  /**
   * Adds to a visit the consequences of its site's reply.
   *
   * @param told the identification that was sent
   */
  Visited heard(Lease lease, RequestIdentity told, Visited visited) {
    SiteReply reply = visited.reply();
    heard(lease.url(), reply);
    if (jar.isEmpty()) {
      return visited;
    }
    List<CookieChange> set =
        reply.setCookies().isEmpty()
            ? List.of()
            : jar.get().store(lease.url(), reply.setCookies(), loop.time().now());
    Visit visit = set.isEmpty() ? visited.visit() : visited.visit().keeping(rows(set));
    return visited.with(pastCookieWall(lease, told, reply, visit));
  }

  private Visit pastCookieWall(Lease lease, RequestIdentity told, SiteReply reply, Visit visit) {
    if (visit.disposition() instanceof Disposition.Dropped dropped
        && isCookieWall(lease, told, reply, dropped)) {
      return visit.decided(
          new Disposition.Retry(
              Duration.ZERO,
              "it redirects to itself with a cookie",
              Duration.ZERO,
              dropped.answer()));
    }
    boolean isRedirected = lease.redirects() > 0 && lease.visit() == 1;
    return isRedirected && visit.disposition() instanceof Disposition.Moved moved
        ? backFromCookieWall(visit, moved)
        : visit;
  }

  /**
   * Whether a redirect to itself is to be requested again with the cookie that it has just set:
   * until the attempts are used up, and once at least.
   */
  private boolean isCookieWall(
      Lease lease, RequestIdentity told, SiteReply reply, Disposition.Dropped dropped) {
    boolean mayTry = lease.attempt() == 1 || lease.attempt() < options.politeness().maxTries();
    return mayTry
        && reply.leadsToItself()
        && dropped.reason() == DropReason.BAD_REDIRECT
        && !cookie(lease.url()).equals(told.cookie());
  }

  /**
   * Requests a page again after a cookie wall. Such a page redirects a client without a cookie to a
   * URL that sets one, and that URL redirects back to the page.
   */
  private Visit backFromCookieWall(Visit visit, Disposition.Moved moved) {
    return CrawlUrl.parse(moved.target()) instanceof CrawlUrl target && cookie(target).isPresent()
        ? visit.again(target)
        : visit;
  }

  /** Keeps the cookies that a login has set; returns their rows. */
  List<KeptRow> loggedIn(List<FormLogin.SetCookies> cookies) {
    List<CookieChange> changes = new ArrayList<>();
    Instant now = loop.time().now();
    jar.ifPresent(
        its -> cookies.forEach(set -> changes.addAll(its.store(set.by(), set.values(), now))));
    return rows(changes);
  }

  private Optional<String> cookie(CrawlUrl url) {
    return jar.isEmpty() ? Optional.empty() : jar.get().cookieFor(url, loop.time().now());
  }

  private static List<KeptRow> rows(List<CookieChange> changes) {
    List<KeptRow> rows = new ArrayList<>(changes.size());
    for (CookieChange change : changes) {
      byte[] key = change.key();
      byte[] named = new byte[key.length + 1];
      named[0] = COOKIE;
      System.arraycopy(key, 0, named, 1, key.length);
      rows.add(new KeptRow(named, change.value()));
    }
    return rows;
  }
}
