package dev.arachne.crawl;

import dev.arachne.archive.ArchiveFiles;
import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.RecordBytes;
import java.io.IOException;
import java.util.List;

/**
 * The records of a visit, ready to be added to an archive when the visit is committed.
 *
 * @param records in order
 * @param main the index of the record that the note of the visit is about
 */
record StagedVisit(List<StagedRecord> records, int main) implements AutoCloseable {

  StagedVisit {
    records = List.copyOf(records);
  }

  /** The bytes to add to the files. */
  List<RecordBytes> members() {
    return records.stream().map(StagedRecord::member).toList();
  }

  /** Returns the note of the visit, whose first record was added at this place. */
  ArchivePlace at(ArchiveFiles.Place place) {
    long offset = place.offset();
    for (StagedRecord before : records.subList(0, main)) {
      offset += before.member().length();
    }
    StagedRecord noted = records.get(main);
    StagedRecord.About about = noted.about();
    return new ArchivePlace(
        about.type(),
        place.file(),
        offset,
        noted.member().length(),
        about.self().date(),
        about.self().url(),
        about.payload(),
        about.refersTo());
  }

  @Override
  public void close() throws IOException {
    closeAllBut(List.of());
  }

  /** Closes records that were replaced. */
  void closeAllBut(List<RecordBytes> kept) throws IOException {
    for (RecordBytes member : members()) {
      if (!kept.contains(member)) {
        member.close();
      }
    }
  }
}
