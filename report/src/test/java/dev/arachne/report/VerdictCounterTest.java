package dev.arachne.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Verdict;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class VerdictCounterTest {
  private static final int MANY = 20_000;

  private final VerdictCounter counter = new VerdictCounter();

  @Test
  void failuresAreCountedByWhatHappenedAndNotByWhere() throws Exception {
    for (int i = 0; i < MANY; i++) {
      drop(i, DropReason.BAD_REDIRECT, "the scheme is not crawled: app://" + i);
      drop(i, DropReason.FETCH, "the host h" + i + ".example was not found");
      drop(i, DropReason.PROCESSING, "java.lang.IllegalStateException: no price on " + i);
    }
    CrawlReport report = report(copied());
    assertEquals(
        List.of(
            "redirect to an invalid URL: the scheme is not crawled",
            "could not be fetched: the host was not found",
            "fetched, but could not be processed: java.lang.IllegalStateException"),
        report.failed().stream().map(CrawlReport.ReasonTally::reason).toList());
    report.failed().forEach(reason -> assertEquals(MANY, reason.urls().count()));
  }

  @Test
  void kindsBeyondABoundAreCountedTogether() throws Exception {
    for (int i = 0; i < MANY; i++) {
      drop(i, DropReason.FETCH, "x".repeat(1_000) + " " + i);
      drop(i, DropReason.FETCH, "kind " + i);
      answer(i, "text/x-" + i);
    }
    assertTrue(bytes().length < 100_000, bytes().length + " bytes are rewritten each second");
    CrawlReport report = report(copied());
    assertTrue(report.failed().size() <= VerdictCounter.MOST_KINDS + 1);
    assertTrue(report.mediaTypes().size() <= VerdictCounter.MOST_KINDS + 1);
    assertEquals(2 * MANY, report.failed().stream().mapToLong(it -> it.urls().count()).sum());
    assertEquals(MANY, report.mediaTypes().stream().mapToLong(it -> it.count()).sum());
  }

  @Test
  void aMediaTypeOfAnyLengthIsKept() throws Exception {
    answer(1, "text/" + "y".repeat(70_000));
    CrawlReport report = report(copied());
    assertEquals(1, report.mediaTypes().getFirst().count());
    assertTrue(report.mediaTypes().getFirst().mediaType().startsWith("text/yyy"));
  }

  private void drop(int host, DropReason reason, String detail) {
    add(host, new Disposition.Dropped(reason, detail));
  }

  private void answer(int host, String type) {
    var answer =
        new Disposition.Answer(
            200, type, 1, Duration.ofMillis(1), Optional.empty(), Optional.empty());
    add(host, new Disposition.Done(answer));
  }

  private void add(int host, Disposition.Final disposition) {
    CrawlUrl url = CrawlUrl.of("http://h" + host + ".example/");
    counter.add(new Verdict(Instant.EPOCH, Discovery.root(url), 1, 1, disposition));
  }

  private byte[] bytes() throws IOException {
    var bytes = new ByteArrayOutputStream();
    counter.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private VerdictCounter copied() throws IOException {
    return VerdictCounter.read(new DataInputStream(new ByteArrayInputStream(bytes())));
  }

  private static CrawlReport report(VerdictCounter counter) {
    return counter.report(
        List.of(),
        List.of(),
        Instant.EPOCH,
        Duration.ZERO,
        0,
        StopReason.NOTHING_LEFT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        UnaryOperator.identity());
  }
}
