package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.DropReason;
import dev.arachne.options.AddressScope;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SeedScope;
import dev.arachne.options.SiteProxy;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A crawl is led to no private address that its user has not named. */
class PrivateAddressTest {
  private static boolean permits(SeedAddresses policy, String host, String address) {
    return policy.permits(host, InetAddress.ofLiteral(address));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "127.255.1.2",
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.8",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "::ffff:0:127.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "fe80::1",
        "fec0::1",
        "fd00::1",
        "ff02::1",
        "2001:db8::1",
        "2001::1",
        "3fff::1",
        "100::1"
      })
  void noAddressThatLeadsInsideIsOpenToOtherHosts(String address) {
    var policy = new SeedAddresses(Set.of("root.example"));
    assertFalse(permits(policy, "other.example", address));
    assertTrue(permits(policy, "root.example", address), "the user has named it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "172.32.0.1",
        "100.128.0.1",
        "2606:4700::1",
        "64:ff9b::8.8.8.8",
        "::ffff:8.8.8.8"
      })
  void aPublicAddressIsOpenToAll(String address) {
    assertTrue(permits(new SeedAddresses(Set.of("root.example")), "other.example", address));
  }

  @Test
  void aRootThatWasPublicAndIsPrivateLaterIsNotAskedThere() {
    var policy = new SeedAddresses(Set.of("root.example", "intranet"));
    assertTrue(permits(policy, "root.example", "8.8.8.8"));
    assertFalse(permits(policy, "root.example", "127.0.0.1"));
    assertFalse(permits(policy, "root.example", "169.254.169.254"));
    assertTrue(permits(policy, "intranet", "10.0.0.5"));
    assertTrue(permits(policy, "intranet", "10.0.0.6"));
    assertFalse(permits(policy, "other.example", "10.0.0.5"), "for that host alone");
  }

  @Test
  void linksRedirectsAndRobotsFilesLeadToNoOtherAddress() throws Exception {
    TestSite inside = TestSite.of(route("/", html("inside")), route("/robots.txt", status(404)));
    try (TestWeb secret = TestWeb.plan().site("127.0.5.9", inside).start();
        TestWeb web =
            TestWeb.plan()
                .site(
                    "127.0.5.1",
                    TestSite.of(
                        route("/robots.txt", redirect(302, secret.url("127.0.5.9", "/robots.txt"))),
                        route("/", html("<a href=/go>")),
                        route("/go", redirect(302, secret.url("127.0.5.9", "/")))))
                .start()) {
      String root = web.url("127.0.5.1", "/");
      TestCrawl.of(CrawlOptions.crawlOf(root).scope(SeedScope.DOMAIN).maxTries(1));
      assertEquals(List.of(), secret.targets());
      TestCrawl.of(CrawlOptions.crawlOf(root).addresses(AddressScope.ANY));
      assertTrue(secret.targets().contains("/robots.txt"), secret.targets()::toString);
    }
  }

  @ParameterizedTest
  @CsvSource({"http://169.254.169.254/", "http://[::ffff:127.0.0.1]/", "http://localhost/x"})
  void noProxyIsAskedForAnAddressThatAnyoneCanSeeIsPrivate(String target) throws Exception {
    try (TestWeb proxy =
        TestWeb.serve(request ->
            request.target().equals("http://public.example/robots.txt")
                ? redirect(302, target)
                : status(404))) {
      var through = SiteProxy.of(SiteProxy.parse("127.0.0.1:" + proxy.port()));
      var crawl =
          TestCrawl.of(
              CrawlOptions.crawlOf("http://public.example/")
                  .maxTries(1)
                  .patience(Duration.ZERO)
                  .proxies(List.of(through)));
      assertEquals(List.of("http://public.example/robots.txt"), proxy.targets());
      String why = crawl.dropped(DropReason.ROBOTS_UNREACHABLE).get("/");
      assertTrue(why.contains("private"), why);
    }
  }
}
