package dev.arachne.crawl;

import dev.arachne.archive.ArchiveFiles;
import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.RecordBytes;
import dev.arachne.archive.WarcDigest;
import dev.arachne.archive.WarcType;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The records of a visit, ready to be added to an archive when the visit is committed.
 *
 * @param members one a record, in order
 * @param main which of them the note of the visit is about
 * @param type of that record
 * @param date as it has it
 * @param url as it has it
 * @param payload digest of its payload; empty for none
 */
record StagedVisit(
    List<RecordBytes> members,
    int main,
    WarcType type,
    Instant date,
    String url,
    Optional<WarcDigest> payload)
    implements AutoCloseable {

  /** The note of the visit, whose first record was added there. */
  ArchivePlace at(ArchiveFiles.Place place) {
    long offset = place.offset();
    for (RecordBytes before : members.subList(0, main)) {
      offset += before.length();
    }
    return new ArchivePlace(
        type, place.file(), offset, members.get(main).length(), date, url, payload);
  }

  @Override
  public void close() throws IOException {
    for (RecordBytes member : members) {
      member.close();
    }
  }
}
