package dev.arachne.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NamesTest {

  private static final List<InetAddress> HOME = List.of(InetAddress.ofLiteral("127.0.0.1"));

  @Test
  void aNameIsLookedUpOnceHoweverManyAsk() {
    var asked = new ArrayList<String>();
    EventLoop.run(
        "test",
        () -> {
          var cache =
              new DnsCache(
                  (host, _) -> {
                    asked.add(host);
                    EventLoop.yieldNow();
                    return HOME;
                  },
                  Duration.ofMinutes(1));
          TaskGroup.run(group -> {
            for (int i = 0; i < 50; i++) {
              group.spawn("ask", () -> cache.resolve("example.com", Deadline.NEVER));
            }
            return null;
          });
          return cache.resolve("example.com", Deadline.NEVER);
        });
    assertEquals(List.of("example.com"), asked);
  }

  @Test
  void anAnswerIsForgottenAfterItsLifetimeAndAMissingNameRemembered() {
    var asked = new ArrayList<String>();
    EventLoop.run(
        "test",
        () -> {
          Resolver source =
              (host, _) -> {
                asked.add(host);
                if (host.equals("missing")) {
                  throw new UnknownHostException(host);
                }
                return HOME;
              };
          var cache = new DnsCache(source, Duration.ofNanos(1));
          cache.resolve("a", Deadline.NEVER);
          cache.resolve("a", Deadline.NEVER);
          for (int i = 0; i < 2; i++) {
            assertThrows(
                UnknownHostException.class, () -> cache.resolve("missing", Deadline.NEVER));
          }
          return null;
        });
    assertEquals(List.of("a", "a", "missing"), asked);
  }

  @Test
  void anUnreachableNameServiceIsDistinguishedFromAMissingName() {
    var asked = new ArrayList<String>();
    EventLoop.run(
        "test",
        () -> {
          Resolver source =
              (host, _) -> {
                asked.add(host);
                return switch (host) {
                  case "there" -> HOME;
                  case "nowhere" -> throw new UnknownHostException(host);
                  case "silent", "silent.too" -> throw new IOException("not now");
                  default -> {
                    assertTrue(host.endsWith(".there"), host);
                    throw new UnknownHostException(host);
                  }
                };
              };
          var cache = new DnsCache(source, Duration.ofMinutes(1));
          assertFalse(failure(cache, "silent").isOfName(), "no name was answered yet");
          assertThrows(UnknownHostException.class, () -> cache.resolve("nowhere", Deadline.NEVER));
          cache.resolve("there", Deadline.NEVER);
          assertTrue(failure(cache, "silent.too").isOfName(), "another name is answered");
          return null;
        });
    assertEquals(5, asked.size(), asked::toString);
  }

  private static DnsException failure(DnsCache cache, String host) {
    return assertThrows(DnsException.class, () -> cache.resolve(host, Deadline.NEVER));
  }

  @Test
  void familiesTakeTurns() {
    var addresses =
        List.of("10.0.0.1", "10.0.0.2", "10.0.0.3", "2001:db8::1", "2001:db8::2").stream()
            .map(InetAddress::ofLiteral)
            .toList();
    assertEquals(
        "10.0.0.1 2001:db8:0:0:0:0:0:1 10.0.0.2 2001:db8:0:0:0:0:0:2 10.0.0.3",
        String.join(
            " ",
            HappyEyeballs.alternating(addresses).stream()
                .map(InetAddress::getHostAddress)
                .toList()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "198.18.0.1",
        "::1",
        "::",
        "fe80::1",
        "fc00::1",
        "fd12::1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::a00:1",
        "2002:7f00:1::",
        "64:ff9b:1::101:101",
        "::ffff:0:10.0.0.1",
        "2001:0:101:101::",
        "2001:db8::1",
        "3fff::1",
        "100::1",
        "192.0.2.1",
        "198.51.100.1",
        "203.0.113.1",
        "ff02::1"
      })
  void addressesThatLeadInsideAreNotPublic(String address) {
    assertFalse(AddressPolicy.PUBLIC.permits("x", InetAddress.ofLiteral(address)));
    assertTrue(
        AddressPolicy.PUBLIC.orHosts(Set.of("x")).permits("x", InetAddress.ofLiteral(address)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "172.32.0.1",
        "172.15.0.1",
        "100.128.0.1",
        "192.0.1.1",
        "2606:4700::1111",
        "64:ff9b::101:101",
        "::ffff:0:1.1.1.1",
        "2001:4860:4860::8888",
        "198.51.101.1",
        "2002:101:101::"
      })
  void addressesOfTheWorldArePublic(String address) {
    assertTrue(AddressPolicy.PUBLIC.permits("x", InetAddress.ofLiteral(address)));
  }
}
