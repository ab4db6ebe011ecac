package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.http.Http2;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.Nginx;
import dev.arachne.testkit.TestCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Changes of a crawl whose requests are streams of HTTP/2: some are open, others wait for one of
 * the few that a real nginx allows. Its log is the judge.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class Http2ChangeTest {
  /** Of the calendar. */
  private static final int PAGES = 300;

  private static final int STREAMS = 4;

  @TempDir Path temporary;

  private void writeSite() throws IOException {
    Path site = Files.createDirectories(temporary.resolve("site"));
    Path calendar = Files.createDirectories(site.resolve("calendar"));
    var index = new StringBuilder();
    String page = "A day. ".repeat(200);
    for (int i = 0; i < PAGES; i++) {
      Files.writeString(calendar.resolve("%d.html".formatted(i)), page);
      index.append("<a href=/calendar/%d.html>".formatted(i));
      if (i % 10 == 0) {
        Files.writeString(site.resolve("page%d.html".formatted(i)), page);
        index.append("<a href=/page%d.html>".formatted(i));
      }
    }
    Files.writeString(site.resolve("index.html"), index);
    Files.writeString(temporary.resolve("server.pem"), TestCertificate.VALID.pem());
    Files.writeString(temporary.resolve("authority.pem"), TestCertificate.authorityPem());
    try (Stream<Path> files = Files.walk(temporary)) {
      for (Path each : files.toList()) {
        boolean isDirectory = Files.isDirectory(each);
        Files.setPosixFilePermissions(
            each, PosixFilePermissions.fromString(isDirectory ? "rwxr-xr-x" : "rw-r--r--"));
      }
    }
  }

  /** An answer of the calendar takes it a second. */
  private Nginx nginx(boolean isSecure, int port) throws IOException {
    String words =
        """
        listen 127.0.0.1:%1$d %2$s http2; root %3$s/site; http2_max_concurrent_streams %4$d;
        location /calendar/ { limit_rate 1000; }
        """
            .formatted(port, isSecure ? "ssl" : "", temporary, STREAMS);
    String keys =
        "ssl_certificate %1$s/server.pem; ssl_certificate_key %1$s/server.pem;"
            .formatted(temporary);
    return Nginx.serve(
        temporary,
        port,
        "$server_protocol $connection $status $request_uri",
        isSecure ? words + keys : words);
  }

  private Path directory() {
    return temporary.resolve("kept.crawl");
  }

  private static List<String> calendar(Nginx nginx) throws IOException {
    return Files.readAllLines(nginx.log()).stream()
        .filter(line -> line.contains(" /calendar/"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"false, 1", "true, 1", "true, 3"})
  void noStreamIsOpenedForWhatIsExcludedThoughRequestsWaitForOne(boolean isSecure, int loops)
      throws Exception {
    RealServersTest.installed("/usr/sbin/nginx");
    writeSite();
    int port = Nginx.freePort();
    String root = (isSecure ? "https" : "http") + "://127.0.0.1:" + port + "/index.html";
    try (Nginx nginx = nginx(isSecure, port)) {
      CrawlOptions options =
          ChangedCrawl.options(root, directory(), isSecure ? Http2.ALPN : Http2.PRIOR_KNOWLEDGE)
              .authorities(temporary.resolve("authority.pem"))
              .loops(loops)
              .build();
      CrawlHandle crawl = new Crawl(options).start();
      awaitCalendar(nginx);
      long fetching =
          crawl.snapshot(CrawlSnapshot.Detail.ALL).orElseThrow().inFlight().stream()
              .filter(each -> each.doing() == CrawlSnapshot.Doing.FETCHING)
              .count();
      LedgerEntry.Changed excluded =
          assertInstanceOf(Change.Made.class, crawl.change(new Change.Exclude("/calendar/")))
              .entry();
      int answered = calendar(nginx).size();
      crawl.await();
      List<String> asked = calendar(nginx);
      long connections = asked.stream().map(line -> line.split(" ", -1)[1]).distinct().count();
      assertTrue(asked.stream().allMatch(line -> line.startsWith("HTTP/2.0 ")), asked::toString);
      assertTrue(
          fetching > STREAMS * connections, fetching + " of " + connections + " connections");
      assertTrue(
          asked.size() - answered <= STREAMS * connections,
          asked.size() + " were asked for, " + answered + " of them before");
      List<String> known = new ArrayList<>();
      for (Sent each : sent()) {
        assertTrue(!each.at.isAfter(excluded.at()), () -> each + " " + excluded);
        known.add(each.path);
      }
      for (String line : asked) { // Streams that the server refused are in the ledger alone.
        assertTrue(known.remove(line.substring(line.lastIndexOf(' ') + 1)), line);
      }
      assertEquals(
          PAGES / 10,
          Files.readAllLines(nginx.log()).stream().filter(line -> line.contains(" /page")).count());
    }
    assertEquals(Set.of(), violated());
  }

  /** Requests that wait for a stream were leased before the change. */
  @Test
  void theAuditCatchesABuildThatDoesNotAskOnceMoreBeforeARequestLeaves() throws Exception {
    RealServersTest.installed("/usr/sbin/nginx");
    writeSite();
    int port = Nginx.freePort();
    String root = "http://127.0.0.1:" + port + "/index.html";
    String line = "if (lease.isForbiddenBy(each)) {";
    Path classes = temporary.resolve("build");
    try (Nginx nginx = nginx(false, port);
        var build =
            BrokenBuild.of("frontier", "RequestPermits", line, "if (each == null) {", classes)) {
      Runnable begun = () -> awaitCalendar(nginx);
      Runnable changed = () -> {};
      build.call(
          ChangedCrawl.class,
          "crawl",
          root,
          directory(),
          Http2.PRIOR_KNOWLEDGE.name(),
          "exclude=/calendar/",
          begun,
          changed);
      assertTrue(calendar(nginx).size() < PAGES, "what was not leased is excluded");
    }
    assertEquals(Set.of(Violation.Rule.CHANGES), violated());
  }

  /** Returns when some pages of the calendar are answered: others are asked for then. */
  private static void awaitCalendar(Nginx nginx) {
    try {
      while (calendar(nginx).size() < STREAMS) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rules that were broken, as the audit finds. */
  private Set<Violation.Rule> violated() throws Exception {
    Set<Violation.Rule> rules = EnumSet.noneOf(Violation.Rule.class);
    CrawlAudit.of(directory(), violation -> rules.add(violation.rule()));
    return rules;
  }

  private record Sent(String path, Instant at) {}

  /** The requests for pages of the calendar, by the ledger. */
  private List<Sent> sent() throws Exception {
    List<Sent> sent = new ArrayList<>();
    DiskStore.read(
        DirectoryFormat.store(directory()),
        rows -> {
          Ledger ledger = Ledger.of(rows);
          ledger.read((entry, _) -> {
            if (entry instanceof LedgerEntry.Attempt attempt && attempt.exchange().isPresent()) {
              String path = ledger.found(attempt.found()).url().path();
              if (path.startsWith("/calendar/")) {
                sent.add(new Sent(path, attempt.exchange().get().sent()));
              }
            }
          });
          return true;
        });
    return sent;
  }
}
