package dev.arachne.crawl;

import dev.arachne.archive.ArchiveFiles;
import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.RecordBytes;
import dev.arachne.archive.Reference;
import dev.arachne.archive.WarcDigest;
import dev.arachne.archive.WarcFields;
import dev.arachne.archive.WarcType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The records of a visit, ready to be added to an archive when the visit is committed.
 *
 * @param records in order
 * @param main which of them the note of the visit is about
 */
record StagedVisit(List<StagedRecord> records, int main) implements AutoCloseable {

  StagedVisit {
    records = List.copyOf(records);
  }

  /** What is added to the files. */
  List<RecordBytes> members() {
    return records.stream().map(StagedRecord::member).toList();
  }

  /** The note of the visit, whose first record was added there. */
  ArchivePlace at(ArchiveFiles.Place place) {
    long offset = place.offset();
    for (StagedRecord before : records.subList(0, main)) {
      offset += before.member().length();
    }
    StagedRecord noted = records.get(main);
    WarcFields fields = noted.fields();
    Reference own = Reference.to(fields);
    return new ArchivePlace(
        fields.type().orElseThrow(),
        place.file(),
        offset,
        noted.member().length(),
        own.date(),
        own.url(),
        fields.first(WarcFields.PAYLOAD_DIGEST).flatMap(WarcDigest::parse),
        fields.type().equals(Optional.of(WarcType.REVISIT))
            ? Optional.of(Reference.of(fields))
            : Optional.empty());
  }

  @Override
  public void close() throws IOException {
    closeAllBut(List.of());
  }

  /** Closes records that are not there any more. */
  void closeAllBut(List<RecordBytes> kept) throws IOException {
    for (RecordBytes member : members()) {
      if (!kept.contains(member)) {
        member.close();
      }
    }
  }
}
