package dev.arachne.findings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NearDuplicatesTest {
  private static Set<Set<String>> groups(long... hashes) {
    var duplicates = new NearDuplicates();
    for (int i = 0; i < hashes.length; i++) {
      duplicates.add(hashes[i], "page " + i);
    }
    Set<Set<String>> groups = new java.util.HashSet<>();
    for (List<NearDuplicates.Member> group : duplicates.groups()) {
      Set<String> pages = new TreeSet<>();
      group.forEach(member -> pages.add(member.page()));
      groups.add(pages);
    }
    return groups;
  }

  @Test
  void threeBitsAreNearAndFourAreNot() {
    long one = 0x0123_4567_89AB_CDEFL;
    long near = one ^ 0x0001_0000_0100_0010L;
    long far = one ^ 0x8008_0000_1000_0100L;
    assertEquals(Set.of(Set.of("page 0", "page 1")), groups(one, near, far));
  }

  @Test
  void aGroupGrowsOverItsMembers() {
    assertEquals(
        Set.of(Set.of("page 0", "page 1", "page 2"), Set.of("page 3", "page 4")),
        groups(0, 7, 0x3F, -1L, -1L));
  }

  @Test
  void nothingIsNearToItselfAlone() {
    assertEquals(Set.of(), groups(5));
  }
}
