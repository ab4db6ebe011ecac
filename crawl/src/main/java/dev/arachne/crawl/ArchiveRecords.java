package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.archive.ArchiveEnd;
import dev.arachne.archive.HttpBlock;
import dev.arachne.archive.RecordBytes;
import dev.arachne.archive.RecordRoom;
import dev.arachne.archive.Reference;
import dev.arachne.archive.WarcDigest;
import dev.arachne.archive.WarcFields;
import dev.arachne.archive.WarcType;
import dev.arachne.archive.WarcWriter;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.Lease;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpFailure;
import dev.arachne.ledger.Exchange;
import dev.arachne.options.ArchiveOptions;
import dev.arachne.options.ArchiveSkip;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.tls.TlsAgreement;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Makes WARC records of visits, as gzip members. Thread-safe; blocks. */
final class ArchiveRecords {
  private static final String NOTHING_SHOWN = "-";
  private static final int PARTIAL_CONTENT = 206;
  private static final int NOT_MODIFIED = 304;

  private final String archive;
  private final UUID ids;
  private final ArchiveOptions options;
  private final WarcDigest.Algorithm algorithm;
  private final Set<String> secretFields;
  private final String about;
  private final RecordRoom room;
  private final Queue<WarcWriter> writers = new ConcurrentLinkedQueue<>();

  /**
   * Makes records of an archive.
   *
   * @param end of the archive, whose name is unique; ids of records begin with a digest of it,
   *     since nothing that an earlier process wrote after the end is kept
   * @param secretFields names of request fields, in lower case, whose values are not recorded
   * @param about the content of the warcinfo records: lines that end in CRLF
   * @param room of records until they are committed
   */
  ArchiveRecords(
      ArchiveEnd end,
      ArchiveOptions options,
      Set<String> secretFields,
      String about,
      RecordRoom room) {
    this.archive = end.name();
    this.ids = name(end.serial() + " " + end.length());
    this.options = options;
    this.algorithm = options.digest();
    this.secretFields = Set.copyOf(secretFields);
    this.about = about;
    this.room = room;
  }

  /**
   * A visit before its verdict.
   *
   * @param names the DNS lookups to record, for this visit or for others
   * @param ended when the last byte was on the wire
   * @param number unique among the visits of this process
   */
  record Visit(
      Lease lease,
      List<ArchiveRecorder.LookUp> names,
      List<ArchiveRecorder.Wire> wires,
      List<Exchange> exchanges,
      Optional<FetchOutcome> outcome,
      Instant ended,
      long number) {}

  /** Returns the first record of a file. */
  RecordBytes first(String file, Instant now) throws IOException {
    byte[] block = about.getBytes(UTF_8);
    WarcFields fields =
        WarcFields.builder()
            .add(WarcFields.TYPE, WarcType.WARCINFO.text())
            .add(WarcFields.RECORD_ID, id(name(file + " " + now), 0))
            .add(WarcFields.DATE, toMillis(now).toString())
            .add(WarcFields.FILENAME, file)
            .add(WarcFields.CONTENT_TYPE, "application/warc-fields")
            .addAll(lengthAndDigest(block))
            .build();
    return new WarcWriter().record(fields, new ByteArrayInputStream(block), room);
  }

  /** Returns the records of a visit; the captured bytes are not needed afterwards. */
  StagedVisit of(Visit visit) throws IOException {
    WarcWriter idle = writers.poll();
    WarcWriter writer = idle == null ? new WarcWriter() : idle;
    var making = new Making(visit, writer);
    boolean isMade = false;
    try {
      StagedVisit staged = making.staged();
      isMade = true;
      return staged;
    } finally {
      writers.add(writer);
      if (!isMade) {
        making.discard();
      }
    }
  }

  /** Makes the records of one visit. */
  private final class Making {
    private final Visit visit;
    private final WarcWriter writer;
    private final UUID name;
    private final List<StagedRecord> records = new ArrayList<>();
    private int main = -1;
    private Optional<String> described = Optional.empty();
    private Optional<ArchiveSkip> skipped = Optional.empty();

    Making(Visit visit, WarcWriter writer) {
      this.visit = visit;
      this.writer = writer;
      this.name = new UUID(ids.getMostSignificantBits(), visit.number << 16);
    }

    StagedVisit staged() throws IOException {
      for (ArchiveRecorder.LookUp each : visit.names) {
        addName(each);
      }
      for (int i = 0; i < visit.wires.size(); i++) {
        add(visit.wires.get(i), address(i), i == visit.wires.size() - 1);
      }
      addMetadata();
      return new StagedVisit(records, main < 0 ? records.size() - 1 : main);
    }

    void discard() throws IOException {
      for (StagedRecord record : records) {
        record.member().close();
      }
    }

    /**
     * Adds a record of the addresses of a name (RFC 4027), with its URI by RFC 4501. It is not a
     * response record: the system's resolver gives neither the DNS answer nor its TTL.
     */
    private void addName(ArchiveRecorder.LookUp name) throws IOException {
      var text = new StringBuilder("; by the resolver of this machine\r\n");
      for (InetAddress address : name.addresses()) {
        text.append(name.host()).append(name.host().endsWith(".") ? "" : ".");
        text.append(address instanceof Inet6Address ? " IN AAAA " : " IN A ");
        text.append(address.getHostAddress().replaceFirst("%.*", "")).append("\r\n");
      }
      Reference self = named("dns:" + name.host(), name.at(), records.size());
      add(
          WarcType.RESOURCE,
          self,
          fields(WarcType.RESOURCE, self).add(WarcFields.CONTENT_TYPE, "text/dns"),
          text.toString().getBytes(UTF_8));
    }

    /**
     * Returns the address of an exchange, or empty if it cannot be matched to a request on the
     * wire.
     */
    private Optional<String> address(int wire) {
      return visit.exchanges.size() == visit.wires.size()
          ? Optional.of(visit.exchanges.get(wire).address().getHostAddress())
          : Optional.empty();
    }

    private void add(ArchiveRecorder.Wire wire, Optional<String> address, boolean isLast)
        throws IOException {
      String url = wire.url().toString();
      Reference response = named(url, wire.begun(), records.size());
      byte[] sent = shown(wire.request());
      Optional<HttpBlock> block = HttpBlock.read(wire.response(), method(sent), algorithm);
      skipped = block.flatMap(its -> options.skip(its.head().status(), its.mediaType()));
      if (skipped.isPresent()) {
        return;
      }
      boolean isAnswered = block.isPresent();
      if (isAnswered) {
        addResponse(wire, block.get(), response, address, isLast);
      }
      Reference request = named(url, wire.begun(), records.size());
      WarcFields.Builder fields =
          exchange(WarcType.REQUEST, request, wire, "http/1.1", address)
              .add(WarcFields.CONTENT_TYPE, "application/http;msgtype=request");
      if (isAnswered) {
        fields.add(WarcFields.CONCURRENT_TO, response.id());
      }
      add(WarcType.REQUEST, request, fields, sent);
      described = (isAnswered ? response : request).id();
    }

    private void addResponse(
        ArchiveRecorder.Wire wire,
        HttpBlock block,
        Reference self,
        Optional<String> address,
        boolean isLast)
        throws IOException {
      RecordBytes bytes = wire.response();
      WarcFields fields =
          exchange(
                  WarcType.RESPONSE,
                  self,
                  wire,
                  block.head().version().text().toLowerCase(Locale.ROOT),
                  address)
              .add(WarcFields.CONTENT_TYPE, "application/http;msgtype=response")
              .add(WarcFields.BLOCK_DIGEST, block.block().toString())
              .add(WarcFields.PAYLOAD_DIGEST, block.payload().toString())
              .add(WarcFields.TRUNCATED, isLast ? truncated(block) : Optional.empty())
              .add(WarcFields.CONTENT_LENGTH, Long.toString(block.length()))
              .build();
      RecordBytes member;
      try (InputStream in = block.block(bytes)) {
        member = writer.record(fields, in, room);
      }
      main = records.size();
      var its =
          new StagedRecord.About(
              WarcType.RESPONSE, self, Optional.of(block.payload()), Optional.empty());
      records.add(
          new StagedRecord(its, fields, member, likeness(block, fields), block.headOf(bytes)));
    }

    private StagedRecord.Likeness likeness(HttpBlock block, WarcFields fields) {
      return switch (block.head().status()) {
        case NOT_MODIFIED ->
            block.length() == block.headLength()
                ? StagedRecord.Likeness.NOT_MODIFIED
                : StagedRecord.Likeness.NONE;
        case PARTIAL_CONTENT -> StagedRecord.Likeness.NONE;
        default ->
            fields.first(WarcFields.TRUNCATED).isEmpty()
                    && block.payloadLength() >= options.revisitFrom()
                ? StagedRecord.Likeness.PAYLOAD
                : StagedRecord.Likeness.NONE;
      };
    }

    /** Returns why the body is incomplete, or empty if it is complete. */
    private Optional<String> truncated(HttpBlock block) {
      if (block.isWhole() && !block.endsByClose()) {
        return Optional.empty();
      }
      Optional<String> unknown = block.isWhole() ? Optional.empty() : Optional.of("unspecified");
      return switch (visit.outcome.orElse(null)) {
        case FetchOutcome.Cut cut when cut.cause() != Completeness.Cause.CODING_UNFINISHED ->
            Optional.of("disconnect");
        case FetchOutcome.Answered its when isCutByUs(its.response().completeness()) ->
            Optional.of("length");
        case FetchOutcome.Failed its when its.failure().failure() instanceof HttpFailure.TimedOut ->
            Optional.of("time");
        case null, default -> unknown;
      };
    }

    private static boolean isCutByUs(Completeness completeness) {
      return completeness instanceof Completeness.TooLarge
          || completeness instanceof Completeness.Truncated(var cause) && cause.isOurs();
    }

    private void addMetadata() throws IOException {
      Lease lease = visit.lease;
      var text = new StringBuilder();
      CrawlUrl via = lease.via();
      if (via != null) {
        text.append("via: ").append(via).append("\r\n");
        text.append("hopsFromSeed: ");
        text.repeat("L", Math.max(0, lease.depth())).repeat("R", Math.max(0, lease.redirects()));
        text.append("\r\n");
      }
      Duration took = Duration.ZERO;
      for (Exchange exchange : visit.exchanges) {
        took = took.plus(exchange.took());
      }
      if (!visit.exchanges.isEmpty()) {
        text.append("fetchTimeMs: ").append(took.toMillis()).append("\r\n");
      }
      text.append("visit: ").append(lease.visit()).append("\r\n");
      text.append("attempt: ").append(lease.attempt()).append("\r\n");
      skipped.ifPresent(which -> text.append("skipped: ").append(which).append("\r\n"));
      visit
          .outcome
          .flatMap(Making::failure)
          .ifPresent(why ->
              text.append("failure: ").append(why.replaceAll("[\\r\\n]+", " ")).append("\r\n"));
      Reference self = named(lease.url().toString(), visit.ended, records.size());
      WarcFields.Builder fields =
          fields(WarcType.METADATA, self)
              .add(WarcFields.CONTENT_TYPE, "application/warc-fields")
              .add(WarcFields.CONCURRENT_TO, described);
      add(WarcType.METADATA, self, fields, text.toString().getBytes(UTF_8));
    }

    private static Optional<String> failure(FetchOutcome outcome) {
      return switch (outcome) {
        case FetchOutcome.Answered _ -> Optional.empty();
        case FetchOutcome.Cut cut -> Optional.of("the body was cut: " + cut.cause().text());
        case FetchOutcome.Failed failed -> Optional.of(failed.failure().failure().text());
      };
    }

    private WarcFields.Builder exchange(
        WarcType its,
        Reference self,
        ArchiveRecorder.Wire wire,
        String protocol,
        Optional<String> address) {
      return fields(its, self)
          .add(WarcFields.IP_ADDRESS, address)
          .add(WarcFields.PROTOCOL, protocol)
          .add(WarcFields.PROTOCOL, wire.tls().map(tls -> "tls/" + tls.version()))
          .add(WarcFields.CIPHER_SUITE, wire.tls().flatMap(TlsAgreement::cipherSuite));
    }

    private Reference named(String url, Instant when, int record) {
      return new Reference(url, toMillis(when), Optional.of(id(name, record)));
    }

    private void add(WarcType its, Reference self, WarcFields.Builder fields, byte[] block)
        throws IOException {
      WarcFields all = fields.addAll(lengthAndDigest(block)).build();
      RecordBytes member = writer.record(all, new ByteArrayInputStream(block), room);
      records.add(StagedRecord.unlike(StagedRecord.About.plain(its, self), all, member));
    }
  }

  /** Returns the request as it was sent, with secret values masked. */
  private byte[] shown(RecordBytes request) throws IOException {
    byte[] bytes;
    try (InputStream in = request.read()) {
      bytes = in.readAllBytes();
    }
    String text = new String(bytes, ISO_8859_1);
    var shown = new StringBuilder(text.length());
    int at = 0;
    for (int end = text.indexOf("\r\n"); end > at; end = text.indexOf("\r\n", at)) {
      int colon = text.indexOf(':', at);
      boolean isSecret =
          colon > at
              && colon < end
              && secretFields.contains(text.substring(at, colon).toLowerCase(Locale.ROOT));
      shown.append(text, at, isSecret ? colon : end);
      shown.append(isSecret ? ": " + NOTHING_SHOWN : "").append("\r\n");
      at = end + 2;
    }
    return shown.append(text, at, text.length()).toString().getBytes(ISO_8859_1);
  }

  private static HttpMethod method(byte[] request) {
    String text = new String(request, 0, Math.min(8, request.length), ISO_8859_1);
    for (HttpMethod each : HttpMethod.values()) {
      if (text.startsWith(each.name() + " ")) {
        return each;
      }
    }
    return HttpMethod.GET;
  }

  private static WarcFields.Builder fields(WarcType type, Reference self) {
    return WarcFields.builder()
        .add(WarcFields.TYPE, type.text())
        .add(WarcFields.RECORD_ID, self.id())
        .add(WarcFields.DATE, self.date().toString())
        .add(WarcFields.TARGET_URI, self.url());
  }

  private WarcFields lengthAndDigest(byte[] block) {
    return WarcFields.builder()
        .add(
            WarcFields.BLOCK_DIGEST,
            WarcDigest.of(algorithm, algorithm.digest().digest(block)).toString())
        .add(WarcFields.CONTENT_LENGTH, Integer.toString(block.length))
        .build();
  }

  private static Instant toMillis(Instant when) {
    return when.truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Returns a unique name for the records of this subject, derived from the subject and the
   * archive.
   */
  private UUID name(String what) {
    return UUID.nameUUIDFromBytes((archive + " " + what).getBytes(UTF_8));
  }

  /**
   * Returns the id of one record: the last bits of the name are its number (RFC 9562 section 5.8).
   */
  private static String id(UUID name, int record) {
    long most = name.getMostSignificantBits() & ~0xf000L | 0x8000L;
    long least = name.getLeastSignificantBits() & 0x3fff_ffff_ffff_0000L | 1L << 63 | record;
    return "<urn:uuid:" + new UUID(most, least) + ">";
  }
}
