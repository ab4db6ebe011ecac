package dev.arachne.index;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The form of a result on its way from another process. */
final class HitRow {
  private HitRow() {}

  static void write(SearchHit hit, RowWriter row) {
    row.text(hit.url()).text(hit.title()).text(hit.snippet().text());
    row.number(hit.snippet().marks().size());
    hit.snippet().marks().forEach(mark -> row.number(mark.from()).number(mark.to()));
    row.fixed(Double.doubleToRawLongBits(hit.score()));
    row.text(hit.fetchTime().toString()).text(hit.language()).text(hit.digest());
    row.text(hit.mediaType()).number(hit.position()).number(hit.linkingPages());
    row.number(hit.alike());
  }

  static SearchHit read(RowReader row) {
    String url = row.text();
    String title = row.text();
    String text = row.text();
    List<Snippet.Mark> marks = new ArrayList<>();
    for (long left = row.number(); left > 0; left--) {
      marks.add(new Snippet.Mark((int) row.number(), (int) row.number()));
    }
    return new SearchHit(
        url,
        title,
        new Snippet(text, marks),
        Double.longBitsToDouble(row.fixed()),
        Instant.parse(row.text()),
        row.text(),
        row.text(),
        row.text(),
        row.number(),
        row.number(),
        (int) row.number());
  }
}
