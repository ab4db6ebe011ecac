package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.SiteProxy;
import dev.arachne.options.SiteUser;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.Nginx;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Crawls by real proxies and of real servers that want a user: squid, microsocks, dante, nginx and
 * lighttpd, as Debian has them. Each site is crawled whole, compared byte for byte with its files,
 * and the server's own log is judged. Where a server is not installed, its test is skipped and says
 * so; {@code .ci/run} installs them.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RealServersTest {
  static final int PAGES = 40;
  private static final String SECRET = "0pen-sesame";

  @TempDir Path temporary;

  private final List<Process> servers = new ArrayList<>();
  private final List<Nginx> opened = new ArrayList<>();

  @AfterEach
  void stopServers() throws Exception {
    opened.forEach(Nginx::close);
    stop(servers);
  }

  static void stop(List<Process> servers) throws Exception {
    for (Process server : servers) {
      server.descendants().forEach(ProcessHandle::destroy);
      server.destroy();
      if (!server.waitFor(10, TimeUnit.SECONDS)) {
        server.destroyForcibly().waitFor();
      }
    }
  }

  static Path installed(String... places) {
    Optional<Path> found = Stream.of(places).map(Path::of).filter(Files::isExecutable).findFirst();
    if (found.isEmpty()) {
      System.err.println("SKIPPED: " + places[0] + " is not installed; apt-get install it");
    }
    assumeTrue(found.isPresent(), places[0] + " is not installed");
    return found.orElseThrow();
  }

  static int freePort() throws IOException {
    return Nginx.freePort();
  }

  private void start(int port, Path log, String... command) throws Exception {
    start(servers, port, log, command);
  }

  /** Starts a server, adds it to {@code servers} and waits until it accepts connections. */
  static void start(List<Process> servers, int port, Path log, String... command) throws Exception {
    Process server =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    servers.add(server);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      try (var socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        return;
      } catch (IOException e) {
        boolean isLost = !server.isAlive() && server.exitValue() != 0;
        assertTrue(!isLost && System.nanoTime() < end, () -> "no server: " + text(log));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    }
  }

  static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** The pages of a site as files; index.html leads to all of them. */
  private Path siteOfFiles() throws IOException {
    return siteOfFiles(temporary);
  }

  static Path siteOfFiles(Path temporary) throws IOException {
    Path site = Files.createDirectories(temporary.resolve("site"));
    var index = new StringBuilder();
    for (int i = 0; i < PAGES; i++) {
      Path page = site.resolve("page" + i + ".html");
      String next = "<a href=/page" + i * 7 % PAGES + ".html>";
      Files.writeString(page, next + ("<p>" + i + "\n").repeat(i * 20));
      index.append("<a href=/page").append(i).append(".html>");
    }
    Files.writeString(site.resolve("index.html"), index);
    try (Stream<Path> files = Files.walk(temporary)) {
      for (Path each : files.toList()) {
        boolean isDirectory = Files.isDirectory(each);
        Files.setPosixFilePermissions(
            each, PosixFilePermissions.fromString(isDirectory ? "rwxr-xr-x" : "rw-r--r--"));
      }
    }
    return site;
  }

  private CrawlOptions.Builder crawlOf(String root) {
    return crawlOf(root, temporary);
  }

  static CrawlOptions.Builder crawlOf(String root, Path temporary) {
    return CrawlOptions.crawlOf(root)
        .directory(temporary.resolve("kept.crawl"))
        .save(temporary.resolve("saved"));
  }

  /** Crawls, and compares what was saved with the files of the site. */
  private TestCrawl wholeSite(Path site, CrawlOptions.Builder options) throws Exception {
    return wholeSite(site, options, temporary);
  }

  static TestCrawl wholeSite(Path site, CrawlOptions.Builder options, Path temporary)
      throws Exception {
    TestCrawl crawl = TestCrawl.of(options);
    var ours = new TreeMap<String, byte[]>();
    try (Stream<Path> files = Files.walk(temporary.resolve("saved"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        ours.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    try (Stream<Path> files = Files.list(site)) {
      List<Path> theirs = files.filter(file -> file.toString().endsWith(".html")).toList();
      assertEquals(PAGES + 1, theirs.size());
      for (Path file : theirs) {
        String name = file.getFileName().toString();
        assertTrue(ours.containsKey(name), () -> name + " of " + ours.keySet());
        assertArrayEquals(Files.readAllBytes(file), ours.get(name), name);
      }
    }
    assertEquals(PAGES + 1, crawl.report.statuses().get(200).count());
    var violations = new ArrayList<Violation>();
    CrawlAudit.of(temporary.resolve("kept.crawl"), violations::add);
    assertEquals(List.of(), violations);
    return crawl;
  }

  static List<String> lines(Path log, String part) throws IOException {
    return Files.readAllLines(log).stream().filter(line -> line.contains(part)).toList();
  }

  private Path nginx(int port, String location) throws Exception {
    installed("/usr/sbin/nginx");
    Path site = siteOfFiles();
    opened.add(
        Nginx.serve(
            temporary,
            port,
            "$status $request_method $request_uri $remote_user",
            "listen 127.0.0.1:%d; root %s; location / { %s }".formatted(port, site, location)));
    return site;
  }

  @Test
  void aSiteOfNginxBehindBasicIsCrawledWhole() throws Exception {
    Path users = temporary.resolve("users");
    Files.writeString(users, "ali:{PLAIN}" + SECRET + "\n");
    int port = freePort();
    Path site = nginx(port, "auth_basic cave; auth_basic_user_file " + users + ";");
    wholeSite(
        site,
        crawlOf("http://127.0.0.1:" + port + "/index.html")
            .users(List.of(SiteUser.ofRoots("ali", SECRET))));
    Path access = temporary.resolve("access.log");
    assertEquals(1, lines(access, "401 GET").size(), "one question");
    assertEquals(PAGES + 1, lines(access, "200 GET").size());
    assertTrue(lines(access, "200 GET").stream().allMatch(line -> line.endsWith(" ali")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"MD5", "SHA-256"})
  void aSiteOfLighttpdBehindDigestIsCrawledWhole(String algorithm) throws Exception {
    Path lighttpd = installed("/usr/sbin/lighttpd");
    Path site = siteOfFiles();
    int port = freePort();
    Path access = temporary.resolve("access.log");
    Path users = temporary.resolve("users");
    byte[] pair = ("ali:the cave:" + SECRET).getBytes(StandardCharsets.UTF_8);
    Files.writeString(
        users,
        "ali:the cave:"
            + HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(pair))
            + "\n");
    Path configuration = temporary.resolve("lighttpd.conf");
    Files.writeString(
        configuration,
        """
        server.modules = ("mod_auth", "mod_authn_file", "mod_accesslog")
        server.document-root = "%s"
        server.bind = "127.0.0.1"
        server.port = %d
        mimetype.assign = (".html" => "text/html")
        accesslog.filename = "%s"
        accesslog.format = "%%s %%m %%U %%u"
        auth.backend = "htdigest"
        auth.backend.htdigest.userfile = "%s"
        auth.require = ("" => ("method" => "digest", "algorithm" => "%s", "realm" => "the cave",
                               "require" => "valid-user"))
        """
            .formatted(site, port, access, users, algorithm));
    start(
        port,
        temporary.resolve("lighttpd.log"),
        lighttpd.toString(),
        "-D",
        "-f",
        configuration.toString());
    wholeSite(
        site,
        crawlOf("http://127.0.0.1:" + port + "/index.html")
            .users(List.of(SiteUser.ofRoots("ali", SECRET))));
    stopServers();
    assertEquals(1, lines(access, "401 GET").size(), "one question");
    assertEquals(PAGES + 1, lines(access, "200 GET").size());
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void aSiteIsCrawledWholeThroughSquid(boolean wantsPassword) throws Exception {
    Path squid = installed("/usr/sbin/squid");
    int sitePort = freePort();
    Path site = nginx(sitePort, "");
    int port = freePort();
    Path access = temporary.resolve("squid.access");
    Path state = Files.createDirectories(temporary.resolve("squid"));
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
    String password =
        "auth_param basic program /usr/lib/squid/basic_ncsa_auth "
            + temporary.resolve("squid.users")
            + "\nacl known proxy_auth REQUIRED\nhttp_access deny !known\n";
    Files.writeString(temporary.resolve("squid.users"), "ali:" + apr1(SECRET) + "\n");
    Path configuration = temporary.resolve("squid.conf");
    String usual =
        Files.readString(Path.of("/etc/squid/squid.conf"))
            .replace("http_port 3128", "http_port 127.0.0.1:" + port)
            .replace("include /etc/squid/conf.d/*.conf", "");
    Files.writeString(
        configuration,
        (wantsPassword ? password : "")
            + "pid_filename %1$s/pid\ncache_log %1$s/log\ncoredump_dir %1$s\nvisible_hostname here\nshutdown_lifetime 0 seconds\nmax_filedescriptors 1024\nlogfile_rotate 0\naccess_log stdio:%2$s\n"
                .formatted(state, access)
            + usual);
    start(
        port,
        temporary.resolve("squid.out"),
        squid.toString(),
        "-N",
        "-f",
        configuration.toString());
    String user = wantsPassword ? "ali:" + SECRET + "@" : "";
    wholeSite(
        site,
        crawlOf("http://127.0.0.1:" + sitePort + "/index.html")
            .proxies(List.of(SiteProxy.of(SiteProxy.parse(user + "127.0.0.1:" + port)))));
    stopServers();
    assertTrue(lines(access, "/200 ").size() >= PAGES + 1, () -> text(access));
    assertEquals(List.of(), lines(access, "/407 "));
    assertEquals(
        wantsPassword ? PAGES + 1 : 0,
        lines(access, " ali ").stream().filter(line -> line.contains("/200 ")).count());
  }

  /** As htpasswd makes it: from openssl, which every Debian has. */
  private static String apr1(String password) throws Exception {
    var process =
        new ProcessBuilder("openssl", "passwd", "-apr1", "-salt", "abcd", password).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void aSiteIsCrawledWholeThroughMicrosocks(boolean wantsPassword) throws Exception {
    Path microsocks = installed("/usr/bin/microsocks");
    int sitePort = freePort();
    Path site = nginx(sitePort, "");
    int port = freePort();
    List<String> command =
        new ArrayList<>(
            List.of(microsocks.toString(), "-i", "127.0.0.1", "-p", Integer.toString(port)));
    if (wantsPassword) {
      command.addAll(List.of("-u", "ali", "-P", SECRET));
    }
    Path log = temporary.resolve("socks.log");
    start(port, log, command.toArray(String[]::new));
    String user = wantsPassword ? "ali:" + SECRET + "@" : "";
    wholeSite(
        site,
        crawlOf("http://localhost:" + sitePort + "/index.html")
            .proxies(
                List.of(SiteProxy.of(SiteProxy.parse("socks5://" + user + "127.0.0.1:" + port)))));
    assertTrue(lines(log, "connected to localhost:" + sitePort).size() >= 1, () -> text(log));
  }

  @Test
  void aSiteIsCrawledWholeThroughDante() throws Exception {
    Path dante = installed("/usr/sbin/danted");
    int sitePort = freePort();
    Path site = nginx(sitePort, "");
    int port = freePort();
    Path log = temporary.resolve("dante.log");
    Path configuration = temporary.resolve("danted.conf");
    Files.writeString(
        configuration,
        """
        logoutput: stderr
        internal: 127.0.0.1 port = %d
        external: lo
        socksmethod: none
        clientmethod: none
        client pass { from: 127.0.0.0/8 to: 0.0.0.0/0 }
        socks pass { from: 127.0.0.0/8 to: 0.0.0.0/0 log: connect }
        """
            .formatted(port));
    start(
        port,
        log,
        dante.toString(),
        "-f",
        configuration.toString(),
        "-p",
        temporary.resolve("dante.pid").toString());
    wholeSite(
        site,
        crawlOf("http://localhost:" + sitePort + "/index.html")
            .proxies(List.of(SiteProxy.of(SiteProxy.parse("socks5://127.0.0.1:" + port)))));
    assertTrue(lines(log, "pass(1): tcp/connect [").size() >= 1, () -> text(log));
  }

  @Test
  void connectionsTakeSeveralProxiesInTurn() throws Exception {
    Path microsocks = installed("/usr/bin/microsocks");
    try (TestWeb web =
        TestWeb.serve(new LinkedPages(60, 300, 6, 1).with(reply -> reply.cutAfter(1 << 20)))) {
      List<SiteProxy> proxies = new ArrayList<>();
      List<Path> logs = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        int port = freePort();
        logs.add(temporary.resolve("socks" + i));
        start(
            port,
            logs.getLast(),
            microsocks.toString(),
            "-i",
            "127.0.0.1",
            "-p",
            Integer.toString(port));
        proxies.add(SiteProxy.of(SiteProxy.parse("socks5://127.0.0.1:" + port)));
      }
      var crawl =
          TestCrawl.of(
              CrawlOptions.crawlOf(web.url("/"))
                  .robots(RobotsPolicy.IGNORE)
                  .tasks(6)
                  .proxies(proxies));
      assertEquals(60, crawl.report.statuses().get(200).count());
      for (Path log : logs) {
        assertTrue(lines(log, "connected to").size() >= 1, () -> text(log));
      }
    }
  }
}
