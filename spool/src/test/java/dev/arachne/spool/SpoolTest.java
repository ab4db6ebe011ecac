package dev.arachne.spool;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.coding.CodingFault;
import dev.arachne.coding.CodingLimits;
import dev.arachne.coding.ContentCoding;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.spool.SpooledBody.Extent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that are written, kept, gone on with, and deleted. */
class SpoolTest {
  private static final String URL = "http://a.example/file";
  private static final PartialBody HEAD =
      new PartialBody(URL, "\"v1\"", 40_000_000, 0, "text/plain", "");
  private static final CodingLimits LIMITS = new CodingLimits(1, 250, 4);
  private static final byte[] MEGABYTE = new byte[1_000_000];

  static {
    new Random(1).nextBytes(MEGABYTE);
  }

  @TempDir Path temporary;

  private Path directory() {
    return temporary.resolve("spool");
  }

  private Spool open() throws IOException {
    return Spool.in(directory(), IOException::getMessage);
  }

  private static SpooledBody body(Spool spool) {
    return spool.body(URL, "0a", status -> status == 200);
  }

  private interface Work {
    void run() throws Exception;
  }

  private static void onLoop(Work work) {
    EventLoop.run(
        "test",
        () -> {
          work.run();
          return true;
        });
  }

  private static void append(SpooledBody body, int megabytes) {
    for (int i = 0; i < megabytes; i++) {
      body.append(MEGABYTE, MEGABYTE.length);
    }
  }

  @Test
  void nothingIsThereBeforeThereAreBytes() throws IOException {
    Spool spool = open();
    spool.keepOnly(_ -> true);
    onLoop(() -> body(spool).close());
    assertFalse(Files.exists(directory()));
  }

  @Test
  void aBodyThatIsKeptIsGoneOnWithByALaterProcess() {
    onLoop(() -> {
      SpooledBody first = body(open());
      first.begin(HEAD);
      append(first, 3);
      first.keep();
      SpooledBody next = body(open());
      PartialBody partial = next.partial().orElseThrow();
      assertEquals(HEAD.withLength(3_000_000), partial);
      assertEquals(3_000_000, partial.next());
      next.resume(3_000_000, HEAD.total());
      append(next, 37);
      var whole =
          assertInstanceOf(
              DecodeResult.Whole.class,
              next.unpack(List.of(), LIMITS, Deadline.NEVER, Extent.WHOLE));
      assertEquals(40_000_000, whole.body().length());
      assertArrayEquals(MEGABYTE, whole.body().beginning(1_000_000));
      assertEquals(39_999_999, body(open()).partial().orElseThrow().next());
      next.discard();
      assertEquals(Optional.empty(), body(open()).partial());
    });
  }

  @Test
  void aProcessThatIsKilledLosesWhatWasNotForcedToTheDisk() {
    onLoop(() -> {
      SpooledBody first = body(open());
      first.begin(HEAD);
      append(first, 18); // Nobody closes it.
      assertEquals(17_000_000, body(open()).partial().orElseThrow().length());
    });
  }

  @Test
  void aPartIsForItsUrlAlone() {
    onLoop(() -> {
      SpooledBody first = body(open());
      first.begin(HEAD);
      append(first, 1);
      first.keep();
      Spool again = open();
      assertEquals(Optional.empty(), again.body("http://a.example/", "0a", _ -> true).partial());
    });
  }

  @Test
  void aRecordNeverTellsOfMoreThanIsThere() {
    onLoop(() -> {
      SpooledBody first = body(open());
      first.begin(HEAD);
      append(first, 3);
      first.keep();
      SpooledBody next = body(open());
      next.resume(1_500_000, HEAD.total()); // A process that is killed here.
      assertEquals(1_500_000, body(open()).partial().orElseThrow().length());
    });
  }

  @Test
  void nothingIsKeptOfAbandonedUrls() {
    onLoop(() -> {
      SpooledBody first = body(open());
      first.begin(HEAD);
      append(first, 1);
      first.keep();
      Spool again = open();
      again.keepOnly(URL::equals);
      assertEquals(1_000_000, body(again).partial().orElseThrow().length());
      again.keepOnly(url -> !url.equals(URL));
      assertEquals(Optional.empty(), body(again).partial());
      try (var files = Files.list(directory())) {
        assertEquals(List.of(), files.toList());
      }
    });
  }

  @Test
  void filesOfOthersAreLeftAlone() throws IOException {
    Files.createDirectories(directory());
    Path foreign = Files.writeString(directory().resolve("notes.txt"), "mine");
    Files.write(directory().resolve("0b.coded"), MEGABYTE);
    Spool spool = open();
    spool.clear();
    try (var files = Files.list(directory())) {
      assertEquals(List.of(foreign), files.toList());
    }
  }

  @Test
  void uselessPartialDownloadsAreDeletedAtTheStart() throws IOException {
    onLoop(() -> {
      SpooledBody weak = body(open());
      weak.begin(new PartialBody(URL, "", -1, 0, "", ""));
      append(weak, 1);
      weak.keep();
      Files.createDirectories(directory());
      Files.write(directory().resolve("0b.coded"), MEGABYTE);
      Files.write(directory().resolve("0c.body"), MEGABYTE);
      Files.writeString(directory().resolve("0d.part"), "nonsense");
      PartialBody longer = HEAD.withLength(2_000_000);
      Files.writeString(directory().resolve("0e.part"), longer.text());
      Files.write(directory().resolve("0e.coded"), MEGABYTE);
    });
    open();
    try (var files = Files.list(directory())) {
      assertEquals(List.of(), files.toList());
    }
  }

  @Test
  void aBodyThatIsNotInItsCodingLeavesNothing() {
    onLoop(() -> {
      SpooledBody body = body(open());
      body.begin(HEAD);
      append(body, 1);
      DecodeResult unpacked =
          body.unpack(List.of(ContentCoding.GZIP), LIMITS, Deadline.NEVER, Extent.WHOLE);
      assertEquals(new DecodeResult.Faulty(new CodingFault.Corrupt(ContentCoding.GZIP)), unpacked);
      try (var files = Files.list(directory())) {
        assertEquals(List.of(), files.toList());
      }
    });
  }

  @Test
  void aFileOfTheUsersIsNeverDeleted() throws IOException {
    Path file = temporary.resolve("file");
    Files.write(file, MEGABYTE);
    onLoop(() -> {
      SpooledBody body = Spool.continuing(file, URL);
      assertEquals(999_999, body.partial().orElseThrow().next());
      body.discard();
      assertTrue(Arrays.equals(MEGABYTE, Files.readAllBytes(file)));
    });
  }
}
