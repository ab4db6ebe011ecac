package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ArchivePlaceTest {
  private static final Instant DATE = Instant.parse("2026-11-23T00:00:00.120Z");

  private static ArchivePlace place(Optional<WarcDigest> payload, Optional<Reference> refersTo) {
    return new ArchivePlace(
        WarcType.REVISIT, "a.warc.gz", 1, 2, DATE, "http://a.test/", payload, refersTo);
  }

  @Test
  void aPlaceIsReadAsItWasKept() {
    var digest = WarcDigest.parse("sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
    var named = new Reference("http://b.test/", DATE, Optional.of("<urn:x:1>"));
    var unnamed = new Reference("http://b.test/", DATE, Optional.empty());
    for (ArchivePlace each :
        new ArchivePlace[] {
          place(digest, Optional.empty()),
          place(Optional.empty(), Optional.empty()),
          place(digest, Optional.of(named)),
          place(digest, Optional.of(unnamed))
        }) {
      assertEquals(each, ArchivePlace.read(each.toBytes()));
    }
    assertEquals(named, Reference.read(named.toBytes()));
  }

  @Test
  void somethingElseIsRefused() {
    byte[] place = place(Optional.empty(), Optional.empty()).toBytes();
    for (String each : new String[] {"", "a\nb", new String(place, UTF_8) + "\nhttp://b.test/"}) {
      assertThrows(IllegalArgumentException.class, () -> ArchivePlace.read(each.getBytes(UTF_8)));
      assertThrows(IllegalArgumentException.class, () -> Reference.read(each.getBytes(UTF_8)));
    }
  }
}
