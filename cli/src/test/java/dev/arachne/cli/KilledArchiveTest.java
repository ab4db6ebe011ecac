package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.ArchiveCheck;
import dev.arachne.archive.ArchiveEnd;
import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.Reference;
import dev.arachne.archive.WarcDigest;
import dev.arachne.archive.WarcFault;
import dev.arachne.archive.WarcFile;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;

/**
 * An archived crawl whose process is killed at random moments, and started again by the same
 * command until it is done: at each moment the files are whole up to what was committed, what
 * revisits refer to included, and at the end they have each page once. For the whole proof: {@code
 * -Darachne.kills=200}.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class KilledArchiveTest {
  private static final int KILLS = Integer.getInteger("arachne.kills", 8);
  private static final int KILLS_OF_A_CRAWL = 4;
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());
  private static final int PAGES = 5_000;

  /** Pages behind this one lead to no page that no other one leads to. */
  private static final int LAST_INNER = PAGES / 3;

  private static final int COPIES = 7;

  @TempDir Path temporary;

  private final KillMoments moments = new KillMoments(new Random(SEED), PAGES);

  /** A record with what jwarc makes of it. */
  private record Read(String type, Optional<String> url, Optional<WarcDigest> payload) {
    boolean isCapture() {
      return type.equals("response") || type.equals("revisit");
    }
  }

  /** Linked pages, of which a fourth are copies of few. */
  private static TestSite site() {
    var pages = new LinkedPages(PAGES, 300, 6, SEED);
    return request -> {
      Reply reply = pages.reply(request);
      String digits = request.target().replaceAll("\\D", "");
      int number = digits.isEmpty() ? 0 : Integer.parseInt(digits);
      return number > LAST_INNER && number < PAGES && number % 3 == 0
          ? Reply.html(("<p>copy " + number % COPIES).repeat(200))
          : reply;
    };
  }

  @Test
  void theArchiveIsWholeAfterEachKillAndHasEachPageOnceAtTheEnd() throws Exception {
    for (int killed = 0; killed < KILLS; ) {
      killed += crawl(Math.min(KILLS_OF_A_CRAWL, KILLS - killed));
    }
  }

  /** One crawl; returns how often it was killed. */
  private int crawl(int kills) throws Exception {
    Path directory = Files.createTempDirectory(temporary, "crawl");
    int killed = 0;
    try (TestWeb web = TestWeb.serve(site())) {
      while (true) {
        Process process = start(directory, web.url("/"));
        long moment = moments.next(web.requestCount(), kills - killed);
        boolean isOver = killed == kills || !moments.await(moment, web, process);
        if (isOver) {
          assertTrue(process.waitFor(10, TimeUnit.MINUTES));
          String output = new String(process.getInputStream().readAllBytes());
          assertEquals(0, process.exitValue(), output + " seed " + SEED);
          assertEachPageIsThereOnce(directory);
          return killed;
        }
        process.destroyForcibly().waitFor();
        killed++;
        if (Files.exists(store(directory).resolve("CURRENT"))) { // RocksDB writes it last.
          committed(directory);
        } else {
          assertEquals(0, web.requestCount(), "asked before there was a store, seed " + SEED);
        }
      }
    }
  }

  private static Path store(Path directory) {
    return directory.resolve("kept").resolve("store");
  }

  /** All records up to what is committed, by file and offset; every file is read whole. */
  private static Map<String, Map<Long, Read>> committed(Path directory) throws Exception {
    Map<String, Map<Long, Read>> files = new HashMap<>();
    byte[] row = DiskStore.read(store(directory), rows -> rows.get(LedgerKeys.archiveEnd()));
    if (row == null) {
      return files;
    }
    ArchiveEnd end = ArchiveEnd.read(row);
    Map<Reference, WarcDigest> payloads = new HashMap<>();
    for (int serial = 1; serial <= end.serial(); serial++) {
      byte[] bytes = Files.readAllBytes(directory.resolve("warc").resolve(end.file(serial)));
      boolean isLast = serial == end.serial();
      files.put(
          end.file(serial),
          records(isLast ? Arrays.copyOf(bytes, Math.toIntExact(end.length())) : bytes, payloads));
      assertTrue(!isLast || end.length() <= bytes.length, "seed " + SEED);
    }
    return files;
  }

  /** What a revisit refers to is before it. */
  private static Map<Long, Read> records(byte[] file, Map<Reference, WarcDigest> payloads)
      throws IOException {
    Map<Long, Read> records = new HashMap<>();
    try (var reader = new WarcReader(new ByteArrayInputStream(file))) {
      for (WarcRecord its = reader.next().orElse(null);
          its != null;
          its = reader.next().orElse(null)) {
        long offset = reader.position();
        Optional<String> url = its.headers().first("WARC-Target-URI");
        Optional<WarcDigest> payload = Optional.empty();
        if (its instanceof WarcResponse response) {
          byte[] body = response.http().body().stream().readAllBytes();
          var algorithm = WarcDigest.Algorithm.SHA1;
          payload = Optional.of(WarcDigest.of(algorithm, algorithm.digest().digest(body)));
          assertEquals(
              its.headers().first("WARC-Payload-Digest"), payload.map(WarcDigest::toString));
          payloads.put(
              new Reference(url.orElseThrow(), its.date(), its.headers().first("WARC-Record-ID")),
              payload.get());
        } else if (its instanceof WarcRevisit revisit) {
          payload = its.headers().first("WARC-Payload-Digest").flatMap(WarcDigest::parse);
          var refersTo =
              new Reference(
                  its.headers().first("WARC-Refers-To-Target-URI").orElseThrow(),
                  revisit.refersToDate().orElseThrow(),
                  its.headers().first("WARC-Refers-To"));
          assertEquals(payload, Optional.ofNullable(payloads.get(refersTo)), "seed " + SEED);
        }
        records.put(offset, new Read(its.type(), url, payload));
      }
    }
    return records;
  }

  private static void assertEachPageIsThereOnce(Path directory) throws Exception {
    Map<String, Map<Long, Read>> files = committed(directory);
    try (Stream<Path> all = Files.list(directory.resolve("warc"))) {
      assertEquals(files.size(), all.count(), "files, seed " + SEED);
    }
    try (Stream<Path> all = Files.list(directory.resolve("warc"))) {
      List<WarcFault> faults = new ArrayList<>();
      ArchiveCheck.of(WarcFile.of(all.sorted().toList()), faults::add);
      assertEquals(List.of(), faults, "seed " + SEED);
    }
    long revisits =
        files.values().stream()
            .flatMap(file -> file.values().stream())
            .filter(each -> each.type().equals("revisit"))
            .count();
    long copies = IntStream.range(LAST_INNER + 1, PAGES).filter(number -> number % 3 == 0).count();
    assertEquals(copies - COPIES, revisits, "revisits, seed " + SEED);
    Map<String, Integer> responses = new HashMap<>();
    files.values().stream()
        .flatMap(file -> file.values().stream())
        .filter(Read::isCapture)
        .forEach(each -> responses.merge(each.url().orElseThrow(), 1, Integer::sum));
    responses.entrySet().removeIf(each -> each.getKey().endsWith("/robots.txt"));
    responses.forEach((url, count) -> assertEquals(1, count, url + " seed " + SEED));
    assertEquals(PAGES, responses.size(), "seed " + SEED);
    List<String> told = new ArrayList<>();
    DiskStore.read(
        store(directory),
        rows -> {
          Ledger ledger = Ledger.of(rows);
          for (long position = 0; position < ledger.size(); position++) {
            if (ledger.entry(position) instanceof LedgerEntry.Decided decided
                && decided.disposition() instanceof Disposition.Done) {
              String url = ledger.found(decided.found()).url().toString();
              ArchivePlace place =
                  ArchivePlace.read(ledger.note("archive", position).orElseThrow());
              Read read = files.get(place.file()).get(place.offset());
              assertEquals(place.type().text(), read.type(), url);
              assertTrue(read.isCapture(), url);
              assertEquals(Optional.of(url), read.url());
              assertEquals(place.payload(), read.payload(), url);
              told.add(url);
            }
          }
          return true;
        });
    assertEquals(PAGES, told.size(), "seed " + SEED);
  }

  private static Process start(Path directory, String root) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.arachne.cli.Main", "crawl", "-q", "--tasks", "20"));
    command.addAll(List.of("--sitemaps", "ignore"));
    command.addAll(List.of("--warc", directory.resolve("warc").toString(), "--warc-size", "1m"));
    command.addAll(List.of("--dir", directory.resolve("kept").toString(), root));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
