package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.ArchiveEnd;
import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.WarcDigest;
import dev.arachne.archive.WarcType;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.LinkedPages;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/**
 * An archived crawl whose process is killed at random moments, and started again by the same
 * command until it is done: at each moment the files are whole up to what was committed, and at the
 * end they have each page once. For the whole proof: {@code -Darachne.kills=200}.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class KilledArchiveTest {
  private static final int KILLS = Integer.getInteger("arachne.kills", 8);
  private static final int KILLS_OF_A_CRAWL = 4;
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());
  private static final int PAGES = 5_000;

  @TempDir Path temporary;

  private final KillMoments moments = new KillMoments(new Random(SEED), PAGES);

  /** A record with what jwarc makes of it. */
  private record Read(String type, Optional<String> url, Optional<WarcDigest> payload) {}

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
    try (TestWeb web = TestWeb.serve(new LinkedPages(PAGES, 300, 6, SEED))) {
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
        committed(directory);
      }
    }
  }

  /** All records up to what is committed, by file and offset; every file is read whole. */
  private static Map<String, Map<Long, Read>> committed(Path directory) throws Exception {
    Map<String, Map<Long, Read>> files = new HashMap<>();
    Path store = directory.resolve("kept").resolve("store");
    if (!Files.isDirectory(store)) {
      return files; // Killed before it had begun.
    }
    byte[] row = DiskStore.read(store, rows -> rows.get(LedgerKeys.archiveEnd()));
    if (row == null) {
      return files;
    }
    ArchiveEnd end = ArchiveEnd.read(row);
    for (int serial = 1; serial <= end.serial(); serial++) {
      byte[] bytes = Files.readAllBytes(directory.resolve("warc").resolve(end.file(serial)));
      boolean isLast = serial == end.serial();
      files.put(
          end.file(serial),
          records(isLast ? Arrays.copyOf(bytes, Math.toIntExact(end.length())) : bytes));
      assertTrue(!isLast || end.length() <= bytes.length, "seed " + SEED);
    }
    return files;
  }

  private static Map<Long, Read> records(byte[] file) throws IOException {
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
    Map<String, Integer> responses = new HashMap<>();
    files.values().stream()
        .flatMap(file -> file.values().stream())
        .filter(each -> each.type().equals("response"))
        .forEach(each -> responses.merge(each.url().orElseThrow(), 1, Integer::sum));
    responses.entrySet().removeIf(each -> each.getKey().endsWith("/robots.txt"));
    responses.forEach((url, count) -> assertEquals(1, count, url + " seed " + SEED));
    assertEquals(PAGES, responses.size(), "seed " + SEED);
    List<String> told = new ArrayList<>();
    DiskStore.read(
        directory.resolve("kept").resolve("store"),
        rows -> {
          Ledger ledger = Ledger.of(rows);
          for (long position = 0; position < ledger.size(); position++) {
            if (ledger.entry(position) instanceof LedgerEntry.Decided decided
                && decided.disposition() instanceof Disposition.Done) {
              String url = ledger.found(decided.found()).url().toString();
              ArchivePlace place =
                  ArchivePlace.read(ledger.note("archive", position).orElseThrow());
              Read read = files.get(place.file()).get(place.offset());
              assertEquals(WarcType.RESPONSE.text(), read.type(), url);
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
    command.addAll(List.of("--warc", directory.resolve("warc").toString(), "--warc-size", "1m"));
    command.addAll(List.of("--dir", directory.resolve("kept").toString(), root));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
