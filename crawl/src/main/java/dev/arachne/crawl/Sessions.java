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
 * By what sites know the crawl: header fields, signatures, users, the cookies that they have set.
 * Confined to the crawl's loop.
 *
 * <p>A visit takes with it to its loop what its site is told, an {@link Introduction}, and brings
 * back what the site has said to that, a {@link SiteReply}. So no loop shares anything with
 * another, and what a site has set is committed with the visit on which it was set. A redirect's
 * target is leased after that: it is told of the cookies that the redirect has set.
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
  private Keyring keyring;
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
    this.keyring = new Keyring(options.sites().users(), hosts, roots, Netrc.NONE);
  }

  /** With what earlier processes of the crawl were told. */
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
   * Reads the user's files of cookies and passwords; waits for the disk.
   *
   * <p>It fails with a {@link UsageException} if one is no such file.
   */
  void load() {
    Optional<Path> passwords = options.sites().netrc();
    if (passwords.isPresent()) {
      Netrc netrc =
          loop.offloadWhole("the users in " + passwords.get(), () -> netrc(passwords.get()));
      keyring = new Keyring(options.sites().users(), hosts, roots, netrc);
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

  /** A file that is made for a while is for its owner's eyes alone. */
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

  /** What the site of a URL is told of who asks for a page there. */
  Introduction introduction(CrawlUrl url) {
    return introduction(HttpMethod.GET, url, cookie(url));
  }

  /**
   * The same without the crawl's cookies: of who asks for robots rules, which are the same for
   * everybody, or logs in, which takes a visitor without a session.
   */
  Introduction introductionWithoutCookies(HttpMethod method, CrawlUrl url) {
    return introduction(method, url, Optional.empty());
  }

  private Introduction introduction(HttpMethod method, CrawlUrl url, Optional<String> cookie) {
    List<RequestField> fields = headers(url);
    boolean isSaid =
        !fields.isEmpty() && fields.stream().anyMatch(field -> isNamed(field, "Authorization"));
    Standing standing = isSaid ? Standing.UNKNOWN : keyring.standing(url);
    if (standing instanceof Standing.Told) {
      Optional<RequestField> told = keyring.authorization(method, url);
      if (told.isPresent()) {
        fields = new ArrayList<>(fields);
        fields.add(told.get());
      }
    }
    if (signer.isPresent()) {
      fields = new ArrayList<>(fields);
      fields.addAll(signer.get().fields(url));
    }
    return fields.isEmpty() && cookie.isEmpty() && standing == Standing.UNKNOWN
        ? Introduction.NONE
        : new Introduction(fields, cookie, standing, Optional.empty());
  }

  /**
   * What the user wants to be sent; what may be a secret goes to the origins of the roots alone.
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

  /** Takes in that a site has asked for its user, if it has. */
  void heard(CrawlUrl url, SiteReply reply) {
    if (!reply.challenges().isEmpty()) {
      keyring.challenged(url, reply.challenges());
    }
  }

  /**
   * Takes in what a site has answered when it was asked for what a page is made of.
   *
   * @return rows that change by that
   */
  List<KeptRow> heardBeside(CrawlUrl url, HttpResponse response) {
    SiteReply reply = SiteReply.of(url, response);
    heard(url, reply);
    return jar.isEmpty() || reply.setCookies().isEmpty()
        ? List.of()
        : rows(jar.get().store(url, reply.setCookies(), loop.time().now()));
  }

  /**
   * A visit with what follows from what its site has said.
   *
   * @param told what the site was told
   */
  Visited heard(Lease lease, Introduction told, Visited visited) {
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

  private Visit pastCookieWall(Lease lease, Introduction told, SiteReply reply, Visit visit) {
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
   * Whether a redirect to itself wants to be asked with what it has set just now: as often as there
   * are tries, and once at least.
   */
  private boolean isCookieWall(
      Lease lease, Introduction told, SiteReply reply, Disposition.Dropped dropped) {
    boolean mayTry = lease.attempt() == 1 || lease.attempt() < options.politeness().maxTries();
    return mayTry
        && reply.leadsToItself()
        && dropped.reason() == DropReason.BAD_REDIRECT
        && !cookie(lease.url()).equals(told.cookie());
  }

  /**
   * Where a redirect has led to a redirect, that one may lead back: a page that wants a cookie
   * sends who has none to where there is one, and from there they are sent to the page.
   */
  private Visit backFromCookieWall(Visit visit, Disposition.Moved moved) {
    return CrawlUrl.parse(moved.target()) instanceof CrawlUrl target && cookie(target).isPresent()
        ? visit.again(target)
        : visit;
  }

  /** Keeps cookies that were set when the crawl logged in; returns the rows for that. */
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
