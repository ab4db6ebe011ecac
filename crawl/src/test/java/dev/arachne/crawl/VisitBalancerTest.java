package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class VisitBalancerTest {
  @Test
  void visitsOfOneHostAreDividedByTheShares() {
    var balancer = new VisitBalancer(10, 30, 20);
    int[] visits = new int[3];
    for (int i = 0; i < 6_000; i++) {
      visits[balancer.next(42)]++;
    }
    assertEquals(1_000, visits[0], 30);
    assertEquals(3_000, visits[1], 30);
    assertEquals(2_000, visits[2], 30);
  }

  @Test
  void ofManyHostsHardlyOneIsVisitedInTwoPlaces() {
    var balancer = new VisitBalancer(26, 38);
    var random = new Random(1);
    long[] hosts = random.longs(1_000).toArray();
    Map<Long, Set<Integer>> places = new HashMap<>();
    int[] visits = new int[2];
    for (int i = 0; i < 10_000; i++) {
      long host = hosts[random.nextInt(hosts.length)];
      int place = balancer.next(host);
      visits[place]++;
      places.computeIfAbsent(host, _ -> new TreeSet<>()).add(place);
    }
    long inTwo = places.values().stream().filter(its -> its.size() > 1).count();
    assertTrue(inTwo < 100, inTwo + " of 1,000");
    assertEquals(10_000 * 26 / 64, visits[0], 300);
  }

  @Test
  void aProcessWithoutAShareHasNoVisit() {
    var balancer = new VisitBalancer(0, 2, 2);
    int[] visits = new int[3];
    for (int host = 0; host < 400; host++) {
      visits[balancer.next(host % 4)]++;
    }
    assertArrayEquals(new int[] {0, 200, 200}, visits);
  }
}
