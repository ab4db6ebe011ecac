package dev.arachne.archive;

import dev.arachne.archive.WarcFault.Kind;
import dev.arachne.protocol.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/*
 * One read of the files finds all faults that a record shows by itself. The ids of records and
 * the references of revisits join records: they are sorted on the disk as lines "key TAB role TAB
 * place". One read of these lines finds the other faults, so memory does not grow with the
 * archive.
 */

/**
 * Checks WARC files against WARC 1.1 (ISO 28500:2017) and against themselves: structure, lengths,
 * digests, fields, ids, revisits; and WACZ files against their digests, index and pages. Memory is
 * bounded. Confined to one thread.
 */
public final class ArchiveCheck {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final Set<String> TRUNCATIONS =
      Set.of("length", "time", "disconnect", "unspecified");

  /** Fields that may stand once. */
  private static final List<String> SINGLE =
      List.of(
          WarcFields.TYPE,
          WarcFields.RECORD_ID,
          WarcFields.DATE,
          WarcFields.CONTENT_TYPE,
          WarcFields.BLOCK_DIGEST,
          WarcFields.PAYLOAD_DIGEST,
          WarcFields.IP_ADDRESS,
          WarcFields.REFERS_TO,
          WarcFields.REFERS_TO_TARGET_URI,
          WarcFields.REFERS_TO_DATE,
          WarcFields.TARGET_URI,
          WarcFields.TRUNCATED,
          WarcFields.WARCINFO_ID,
          WarcFields.FILENAME,
          WarcFields.PROFILE,
          WarcFields.IDENTIFIED_PAYLOAD_TYPE,
          WarcFields.SEGMENT_NUMBER,
          WarcFields.SEGMENT_ORIGIN_ID,
          WarcFields.SEGMENT_TOTAL_LENGTH);

  /** Fields whose value is the id of a record. */
  private static final List<String> IDS =
      List.of(
          WarcFields.RECORD_ID,
          WarcFields.CONCURRENT_TO,
          WarcFields.REFERS_TO,
          WarcFields.WARCINFO_ID,
          WarcFields.SEGMENT_ORIGIN_ID);

  private final Consumer<WarcFault> faults;
  private final LineSorter links;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final TreeMap<String, Long> types = new TreeMap<>();
  private long files;
  private long records;
  private long faulty;
  private long notes;
  private long digests;

  private ArchiveCheck(Consumer<WarcFault> faults, LineSorter links) {
    this.faults = faults;
    this.links = links;
  }

  /**
   * The outcome of a check.
   *
   * @param files that were read
   * @param records in them
   * @param types how many records of each type, by its name
   * @param digests that were recomputed and found to be right
   * @param faults faults that were reported, without notes
   * @param notes notes that were reported
   */
  public record Report(
      long files,
      long records,
      SortedMap<String, Long> types,
      long digests,
      long faults,
      long notes) {

    /** Whether the archive has no faults. */
    public boolean isClean() {
      return faults == 0;
    }
  }

  /**
   * Checks files, WARC and WACZ, as one archive.
   *
   * @param faults gets each fault and note as it is found
   */
  public static Report of(List<WarcFile> files, Consumer<WarcFault> faults) throws IOException {
    return of(files, faults, LineSorter.DEFAULT_MEMORY);
  }

  static Report of(List<WarcFile> files, Consumer<WarcFault> faults, long memory)
      throws IOException {
    try (var links = new LineSorter(memory)) {
      var check = new ArchiveCheck(faults, links);
      for (WarcFile file : files) {
        if (WarcFile.isWacz(file.path())) {
          check.wacz(file.path(), memory);
        } else {
          check.file(file, null);
        }
      }
      check.links();
      return new Report(
          check.files, check.records, check.types, check.digests, check.faulty, check.notes);
    }
  }

  /** A WACZ file: each WARC file in it, and whether the rest of it agrees with these. */
  private void wacz(Path file, long memory) throws IOException {
    try (ZipReader zip = ZipReader.open(file);
        var wacz = new WaczCheck(zip, this::tell, memory)) {
      for (WarcFile each : wacz.contents()) {
        file(each, wacz);
      }
      wacz.join();
    } catch (ZipException e) {
      tell(new WarcFault(file.toString(), 0, Kind.ZIP, String.valueOf(e.getMessage())));
    }
  }

  private void file(WarcFile file, @Nullable WaczCheck wacz) throws IOException {
    files++;
    boolean isShared = false;
    try (WarcReader reader = WarcReader.open(file)) {
      for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
        switch (entry) {
          case WarcFault fault -> {
            boolean isRepeated = fault.kind() == Kind.SHARED_MEMBER && isShared;
            isShared |= fault.kind() == Kind.SHARED_MEMBER;
            if (!isRepeated) {
              tell(fault);
            }
          }
          case WarcRecord record -> {
            record(record);
            if (wacz != null) {
              wacz.record(file, record);
            }
          }
        }
      }
    }
  }

  private void record(WarcRecord record) throws IOException {
    records++;
    types.merge(record.fields().first(WarcFields.TYPE).orElse("none"), 1L, Long::sum);
    fields(record);
    try {
      block(record);
    } catch (DamagedArchiveException e) {
      return; // The reader reports it next; a reference to this record is broken.
    }
    link(record);
  }

  // Fields.

  private void fields(WarcRecord record) {
    WarcFields fields = record.fields();
    require(record, WarcFields.TYPE);
    require(record, WarcFields.RECORD_ID);
    require(record, WarcFields.DATE);
    for (String name : SINGLE) {
      if (fields.all(name).size() > 1) {
        tell(record, Kind.BAD_FIELD, name + " stands more than once");
      }
    }
    for (String name : IDS) {
      for (String id : fields.all(name)) {
        if (!id.matches("<[A-Za-z][A-Za-z0-9+.-]*:[^<>\\s]+>")) {
          tell(record, Kind.BAD_FIELD, name + " is not a URI in angle brackets: " + id);
        }
      }
    }
    for (String name : List.of(WarcFields.DATE, WarcFields.REFERS_TO_DATE)) {
      Optional<String> date = fields.first(name);
      if (date.isPresent() && WarcRecord.instant(date.get()).isEmpty()) {
        tell(record, Kind.BAD_FIELD, name + " is not a date: " + date.get());
      }
    }
    Optional<String> truncated = fields.first(WarcFields.TRUNCATED);
    boolean isRevisit = record.type().equals(Optional.of(WarcType.REVISIT));
    if (truncated.isPresent() && !(isRevisit && truncated.get().equals("length"))) {
      boolean isKnown = TRUNCATIONS.contains(truncated.get().toLowerCase(Locale.ROOT));
      tell(
          record,
          isKnown ? Kind.TRUNCATED : Kind.BAD_FIELD,
          isKnown
              ? "the block was cut when it was made: " + truncated.get()
              : "WARC-Truncated has no such value: " + truncated.get());
    }
    type(record);
  }

  private void type(WarcRecord record) {
    Optional<WarcType> type = record.type();
    if (type.isEmpty()) {
      Optional<String> text = record.fields().first(WarcFields.TYPE);
      text.ifPresent(each -> tell(record, Kind.UNKNOWN_TYPE, "a record of type " + each));
      return;
    }
    switch (type.get()) {
      case WARCINFO -> {
        if (record.targetUri().isPresent()) {
          tell(record, Kind.BAD_FIELD, "a warcinfo record has no WARC-Target-URI");
        }
      }
      case METADATA -> {}
      case REQUEST, RESPONSE, RESOURCE, CONVERSION -> require(record, WarcFields.TARGET_URI);
      case REVISIT -> {
        require(record, WarcFields.TARGET_URI);
        require(record, WarcFields.PROFILE);
      }
      case CONTINUATION -> {
        require(record, WarcFields.TARGET_URI);
        require(record, WarcFields.SEGMENT_NUMBER);
        require(record, WarcFields.SEGMENT_ORIGIN_ID);
      }
    }
  }

  private void require(WarcRecord record, String name) {
    if (record.fields().first(name).orElse("").isEmpty()) {
      String type = record.fields().first(WarcFields.TYPE).orElse("any");
      tell(record, Kind.MISSING_FIELD, "%s, which a record of type %s has".formatted(name, type));
    }
  }

  // Digests.

  /** A recorded digest, and the digest of the bytes that are read. */
  private record Recorded(WarcDigest digest, MessageDigest actual) {
    boolean isRight() {
      return WarcDigest.of(digest.algorithm(), actual.digest()).equals(digest);
    }
  }

  private @Nullable Recorded recorded(WarcRecord record, String name) {
    Optional<String> text = record.fields().first(name);
    if (text.isEmpty()) {
      return null;
    }
    Optional<WarcDigest> digest = WarcDigest.parse(text.get());
    if (digest.isEmpty()) {
      int colon = text.get().indexOf(':');
      boolean isKnown =
          colon < 0 || WarcDigest.Algorithm.parse(text.get().substring(0, colon)).isPresent();
      tell(
          record,
          isKnown ? Kind.BAD_FIELD : Kind.UNKNOWN_DIGEST,
          name + (isKnown ? " is not a digest: " : " was not checked: ") + text.get());
      return null;
    }
    return new Recorded(digest.get(), digest.get().algorithm().digest());
  }

  private void block(WarcRecord record) throws IOException {
    Recorded block = recorded(record, WarcFields.BLOCK_DIGEST);
    boolean isSegment = record.fields().first(WarcFields.SEGMENT_NUMBER).isPresent();
    Recorded payload = isSegment ? null : recorded(record, WarcFields.PAYLOAD_DIGEST);
    InputStream in =
        block == null ? record.block() : new DigestInputStream(record.block(), block.actual());
    boolean isRevisit = record.type().equals(Optional.of(WarcType.REVISIT));
    boolean isRequest = record.type().equals(Optional.of(WarcType.REQUEST));
    boolean isResponse = isRevisit || record.type().equals(Optional.of(WarcType.RESPONSE));
    if (record.isHttp() && isResponse) {
      response(record, in, isRevisit ? null : payload);
    } else if (payload != null && !isRevisit) {
      if (isRequest) {
        skipHead(in);
      }
      drain(in, payload.actual());
      judge(record, payload, false);
    }
    drain(in, null);
    if (block != null) {
      if (block.isRight()) {
        digests++;
      } else {
        tell(record, Kind.BLOCK_DIGEST, "the block is not that of " + block.digest());
      }
    }
  }

  private void response(WarcRecord record, InputStream in, @Nullable Recorded payload)
      throws IOException {
    MessageDigest raw = payload == null ? null : payload.digest().algorithm().digest();
    Optional<HttpPayload> http = HttpPayload.of(in, HttpMethod.GET, raw);
    if (http.isEmpty()) {
      tell(record, Kind.HTTP_HEAD, "the block does not begin with the head of a response");
    }
    if (payload == null) {
      return;
    }
    if (http.isPresent()) {
      drain(http.get().body(), payload.actual());
      http.get().drain();
    }
    boolean isOfRaw =
        raw != null
            && WarcDigest.of(payload.digest().algorithm(), raw.digest()).equals(payload.digest());
    judge(record, payload, isOfRaw);
  }

  private void judge(WarcRecord record, Recorded payload, boolean isOfRaw) {
    if (payload.isRight()) {
      digests++;
    } else if (isOfRaw) {
      digests++;
      tell(
          record,
          Kind.DIGEST_OF_CODED,
          "the payload digest is that of all that follows the head, its transfer coding included");
    } else {
      tell(record, Kind.PAYLOAD_DIGEST, "the payload is not that of " + payload.digest());
    }
  }

  private void drain(InputStream in, @Nullable MessageDigest digest) throws IOException {
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      if (digest != null) {
        digest.update(buffer, 0, n);
      }
    }
  }

  private static void skipHead(InputStream in) throws IOException {
    int last = 0;
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n' && last == '\n') {
        return;
      }
      last = b == '\r' ? last : b;
    }
  }

  // Links between records.

  private void link(WarcRecord record) throws IOException {
    WarcFields fields = record.fields();
    String place = record.offset() + "\t" + record.file();
    String digest = digestOf(fields);
    Optional<String> id = fields.first(WarcFields.RECORD_ID);
    if (id.isPresent()) {
      links.add(idKey(id.get()) + "\t1\t" + digest + "\t" + place);
    }
    if (record.type().equals(Optional.of(WarcType.REVISIT))) {
      revisit(record, digest, place);
      return;
    }
    Optional<String> key = captureKey(record.targetUri(), fields.first(WarcFields.DATE));
    boolean isTarget =
        record.type().equals(Optional.of(WarcType.RESPONSE))
            || record.type().equals(Optional.of(WarcType.RESOURCE));
    if (isTarget && key.isPresent()) {
      links.add(key.get() + "\t1\t" + digest + "\t" + place);
    }
    if (isTarget && !digest.equals("-")) {
      links.add("payload " + digest + "\t1\t" + digest + "\t" + place);
    }
  }

  /** A revisit is resolved by each way that it names; by its digest if it names none. */
  private void revisit(WarcRecord record, String digest, String place) throws IOException {
    WarcFields fields = record.fields();
    boolean isIdentical =
        fields.first(WarcFields.PROFILE).orElse("").endsWith("/identical-payload-digest");
    String wanted = "\t2\t" + (isIdentical ? digest : "-") + "\t" + place;
    Optional<String> uri = fields.first(WarcFields.REFERS_TO_TARGET_URI).map(WarcRecord::bare);
    Optional<String> key = captureKey(uri, fields.first(WarcFields.REFERS_TO_DATE));
    Optional<String> id = fields.first(WarcFields.REFERS_TO);
    if (key.isPresent()) {
      links.add(key.get() + wanted);
    }
    if (id.isPresent()) {
      links.add(idKey(id.get()) + wanted);
    }
    if (key.isEmpty() && id.isEmpty()) {
      if (digest.equals("-")) {
        tell(record, Kind.REVISIT, "it refers to nothing: no URI with a date, no id, no digest");
      } else {
        links.add("payload " + digest + wanted);
      }
    }
  }

  private static String digestOf(WarcFields fields) {
    return fields
        .first(WarcFields.PAYLOAD_DIGEST)
        .flatMap(WarcDigest::parse)
        .map(WarcDigest::toString)
        .orElse("-");
  }

  private static String idKey(String id) {
    return "id " + id.replace('\t', ' ');
  }

  private static Optional<String> captureKey(Optional<String> uri, Optional<String> date) {
    return uri.flatMap(each ->
        date.flatMap(WarcRecord::instant)
            .map(time -> "capture " + each.replace('\t', ' ') + " " + Cdxj.timestamp(time)));
  }

  /** The lines of one key, of which those with role 1 come first. */
  private final class Joiner implements LineSorter.Sink {
    private static final int MOST_DIGESTS = 1000;

    private String key = "";
    private String firstPlace = "";
    private final Set<String> targets = new HashSet<>();

    @Override
    public void line(byte[] line) {
      String[] parts = new String(line, StandardCharsets.UTF_8).split("\t", 5);
      if (!parts[0].equals(key)) {
        key = parts[0];
        targets.clear();
      }
      String place = parts[4] + " at " + parts[3];
      boolean isTarget = parts[1].equals("1");
      if (isTarget && key.startsWith("id ") && !targets.isEmpty()) {
        tell(parts, Kind.DUPLICATE_ID, key.substring(3) + " is also that of " + firstPlace);
      }
      if (isTarget) {
        firstPlace = targets.isEmpty() ? place : firstPlace;
        if (targets.size() < MOST_DIGESTS) {
          targets.add(parts[2]);
        }
      } else if (targets.isEmpty()) {
        tell(parts, Kind.REVISIT, "it refers to what is not in these files: " + key);
      } else if (!parts[2].equals("-") && !targets.contains("-") && !targets.contains(parts[2])) {
        tell(parts, Kind.REVISIT, "it refers to a record with another payload: " + key);
      }
    }

    private void tell(String[] parts, Kind kind, String detail) {
      ArchiveCheck.this.tell(new WarcFault(parts[4], Long.parseLong(parts[3]), kind, detail));
    }
  }

  private void links() throws IOException {
    links.drain(new Joiner());
  }

  private void tell(WarcRecord record, Kind kind, String detail) {
    tell(new WarcFault(record.file(), record.offset(), kind, detail));
  }

  private void tell(WarcFault fault) {
    if (fault.kind().isNote()) {
      notes++;
    } else {
      faulty++;
    }
    faults.accept(fault);
  }
}
