package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.extract.OutlinkKind;
import dev.arachne.options.LinkGroup;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LinkGroupTest {
  @Test
  void everyKindOfLinkOfAPageButHintsIsInOneGroup() {
    List<OutlinkKind> grouped =
        Arrays.stream(LinkGroup.values()).flatMap(g -> g.kinds().stream()).sorted().toList();
    var links =
        EnumSet.complementOf(
            EnumSet.of(OutlinkKind.HINT, OutlinkKind.REDIRECT, OutlinkKind.SITEMAP));
    assertEquals(List.copyOf(links), grouped);
  }
}
