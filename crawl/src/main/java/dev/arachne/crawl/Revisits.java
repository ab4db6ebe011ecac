package dev.arachne.crawl;

import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.RecordRoom;
import dev.arachne.archive.Reference;
import dev.arachne.archive.WarcDigest;
import dev.arachne.archive.WarcFields;
import dev.arachne.archive.WarcType;
import dev.arachne.archive.WarcWriter;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.store.RowStore;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides at a commit which responses are archived as revisits: those whose payload is in an
 * earlier record, by the rows of payload digests, and those with status 304. A row is put in the
 * same commit as the first record with its payload. So that record is in the files before any
 * revisit of it. Confined to the thread of the store; blocks.
 */
final class Revisits {
  private static final int OK = 200;

  /** Fields that a revisit has with values of its own. */
  private static final Set<String> REPLACED =
      Set.of(
          WarcFields.TYPE,
          WarcFields.BLOCK_DIGEST,
          WarcFields.PAYLOAD_DIGEST,
          WarcFields.CONTENT_LENGTH);

  private final RowStore rows;
  private final WarcDigest.Algorithm algorithm;
  private final RecordRoom room;
  private final WarcWriter writer = new WarcWriter();

  /**
   * Revisits of an archive.
   *
   * @param rows of the crawl
   * @param room of records until they are committed
   */
  Revisits(RowStore rows, WarcDigest.Algorithm algorithm, RecordRoom room) {
    this.rows = rows;
    this.algorithm = algorithm;
    this.room = room;
  }

  /** Returns the visit with revisits in place of responses that repeat earlier ones. */
  StagedVisit of(StagedVisit visit) throws IOException {
    List<StagedRecord> records = new ArrayList<>(visit.records().size());
    for (StagedRecord record : visit.records()) {
      records.add(of(record));
    }
    return new StagedVisit(records, visit.main());
  }

  private StagedRecord of(StagedRecord record) throws IOException {
    return switch (record.likeness()) {
      case NONE -> record;
      case PAYLOAD -> {
        WarcDigest payload = record.about().payload().orElseThrow();
        Reference self = record.about().self();
        Optional<Reference> earlier = withPayload(payload);
        if (earlier.isEmpty()) {
          rows.put(LedgerKeys.payload(payload.bytes()), self.toBytes());
          yield record;
        }
        // The row may be that of this record, if its files could not be written before.
        yield earlier.get().equals(self)
            ? record
            : revisit(record, WarcFields.IDENTICAL_PAYLOAD, earlier.get(), Optional.of(payload));
      }
      case NOT_MODIFIED -> {
        Optional<ArchivePlace> earlier = capture(record);
        if (earlier.isEmpty()) {
          yield record;
        }
        ArchivePlace place = earlier.get();
        Reference reference =
            place
                .refersTo()
                .orElseGet(() -> new Reference(place.url(), place.date(), Optional.empty()));
        yield revisit(record, WarcFields.NOT_MODIFIED, reference, place.payload());
      }
    };
  }

  private Optional<Reference> withPayload(WarcDigest payload) {
    byte[] row = rows.get(LedgerKeys.payload(payload.bytes()));
    return Optional.ofNullable(row).map(Reference::read);
  }

  /**
   * Returns the capture of the last page of a record's URL, or empty if the archive does not have
   * it.
   */
  private Optional<ArchivePlace> capture(StagedRecord record) {
    CrawlUrl url = CrawlUrl.of(record.about().self().url());
    Ledger ledger = Ledger.of(rows);
    for (long position : ledger.positionsAbout(url).reversed()) {
      if (ledger.entry(position) instanceof LedgerEntry.Decided decided
          && decided.disposition() instanceof Disposition.Done(Disposition.Answer answer)
          && answer.status() == OK) {
        return ledger
            .note(ArchivePlace.NOTES, position)
            .map(ArchivePlace::read)
            .filter(place -> place.type() != WarcType.METADATA);
      }
    }
    return Optional.empty();
  }

  private StagedRecord revisit(
      StagedRecord record, String profile, Reference reference, Optional<WarcDigest> payload)
      throws IOException {
    byte[] head = record.head();
    WarcFields.Builder fields = WarcFields.builder().add(WarcFields.TYPE, WarcType.REVISIT.text());
    for (WarcFields.Field field : record.fields().list()) {
      if (!REPLACED.contains(field.name())) {
        fields.add(field.name(), field.value());
      }
    }
    fields.add(WarcFields.PROFILE, profile).addAll(reference.fields());
    if (record.likeness() == StagedRecord.Likeness.PAYLOAD) {
      fields.add(WarcFields.TRUNCATED, "length");
    }
    WarcDigest block = WarcDigest.of(algorithm, algorithm.digest().digest(head));
    WarcFields all =
        fields
            .add(WarcFields.PAYLOAD_DIGEST, payload.map(WarcDigest::toString))
            .add(WarcFields.BLOCK_DIGEST, block.toString())
            .add(WarcFields.CONTENT_LENGTH, Integer.toString(head.length))
            .build();
    var about =
        new StagedRecord.About(
            WarcType.REVISIT, record.about().self(), payload, Optional.of(reference));
    return StagedRecord.unlike(
        about, all, writer.record(all, new ByteArrayInputStream(head), room));
  }
}
