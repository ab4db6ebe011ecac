package dev.arachne.crawl;

import dev.arachne.archive.ArchiveEnd;
import dev.arachne.archive.ArchiveFiles;
import dev.arachne.archive.RecordRoom;
import dev.arachne.directory.CrawlDirectory;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.options.ArchiveOptions;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.FileFailure;
import dev.arachne.options.OptionValues;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.RequestField;
import dev.arachne.runtime.TimeSource;
import dev.arachne.store.TransactionalStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The archive of a crawl: its files, the recorder of visits, and the store that commits both.
 *
 * @param recorder of the crawl's visits
 * @param store wraps the crawl's store
 */
record Archiving(ArchiveRecorder recorder, TransactionalStore store) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmssSSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final int MOST_OF_HOST = 60;

  /** Names of request fields, in lower case; every header that the user gave is secret as well. */
  private static final Set<String> SECRET_FIELDS =
      Set.of("authorization", "proxy-authorization", "cookie");

  /**
   * Opens the archive of a crawl, and truncates it to its committed end; blocks.
   *
   * @param store of the crawl, owned by the archive's store from now on
   * @param keeper the name of the process that keeps the files, if it is not the one that keeps the
   *     store; each has a series of its own
   * @param memory bytes for records on their way into the archive
   * @throws UsageException if its files cannot be written, or have lost committed bytes
   */
  static Archiving open(
      CrawlOptions options,
      CrawlDirectory directory,
      TransactionalStore store,
      Optional<String> keeper,
      TimeSource time,
      long memory)
      throws UsageException, IOException {
    ArchiveOptions asked = options.outputs().archive();
    Path place = directory.archive(asked);
    Path parts = directory.archiveParts();
    empty(parts);
    String machine = machine();
    EarlierArchives.learn(asked, store);
    byte[] endRow = keeper.map(LedgerKeys::archiveEnd).orElse(LedgerKeys.archiveEnd());
    String owner = keeper.map(its -> machine + "-" + its).orElse(machine);
    ArchiveEnd end = end(store, endRow, owner, time.now());
    var room = new RecordRoom(parts, memory);
    var records =
        new ArchiveRecords(end, asked, secretFields(options), about(options, machine), room);
    try {
      ArchiveFiles files =
          ArchiveFiles.open(place, asked.fileSize(), file -> records.first(file, time.now()), end);
      var recorder = new ArchiveRecorder(records, room);
      var revisits = new Revisits(store, asked.digest(), room);
      return new Archiving(
          recorder, new ArchivedStore(store, endRow, place, files, revisits, recorder.staged()));
    } catch (IOException e) {
      throw new UsageException("--warc " + place, FileFailure.reason(e));
    }
  }

  /** Returns the committed end; for a new archive that is its name, before it has a file. */
  private static ArchiveEnd end(
      TransactionalStore store, byte[] endRow, String owner, Instant now) {
    byte[] row = store.get(endRow);
    if (row != null) {
      return ArchiveEnd.read(row);
    }
    var end = new ArchiveEnd("arachne-" + TIME.format(now) + "-" + owner, 0, 0);
    store.put(endRow, end.toBytes());
    store.commit();
    return end;
  }

  /** Deletes the parts that an earlier process did not commit. */
  private static void empty(Path parts) throws IOException {
    Files.createDirectories(parts);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(parts, "*.part")) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  /** Returns the name of this machine, with characters that are valid in a file name. */
  private static String machine() {
    String name;
    try {
      name = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      name = "localhost";
    }
    String plain = name.replaceAll("[^A-Za-z0-9.]+", "-");
    return plain.length() > MOST_OF_HOST ? plain.substring(0, MOST_OF_HOST) : plain;
  }

  private static Set<String> secretFields(CrawlOptions options) {
    Set<String> names = new HashSet<>(SECRET_FIELDS);
    for (RequestField field : options.sites().headers()) {
      names.add(field.name().toLowerCase(Locale.ROOT));
    }
    return names;
  }

  /** Returns the description of the crawl in each file: lines that end in CRLF. */
  private static String about(CrawlOptions options, String machine) {
    var text = new StringBuilder();
    text.append("software: ").append(CrawlOptions.DEFAULT_USER_AGENT).append("\r\n");
    text.append("format: WARC File Format 1.1\r\n");
    text.append("conformsTo: http://iipc.github.io/warc-specifications/specifications/")
        .append("warc-format/warc-1.1/\r\n");
    text.append("hostname: ").append(machine).append("\r\n");
    text.append("http-header-user-agent: ").append(options.network().userAgent()).append("\r\n");
    text.append("robots: ")
        .append(options.politeness().robots().name().toLowerCase(Locale.ROOT))
        .append("\r\n");
    for (Map.Entry<String, List<String>> each : OptionValues.kept(options).byName().entrySet()) {
      String values = String.join(" ", each.getValue()).replaceAll("\\p{Cntrl}+", " ");
      text.append("option: ").append(each.getKey()).append(' ').append(values).append("\r\n");
    }
    return text.toString();
  }
}
