package dev.arachne.offline;

import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.CaptureIndex;
import dev.arachne.archive.CaptureIndex.Place;
import dev.arachne.archive.CaptureReader;
import dev.arachne.archive.DamagedArchiveException;
import dev.arachne.archive.WarcType;
import dev.arachne.http.StoredAnswerException;
import dev.arachne.http.StoredAnswers;
import dev.arachne.network.Channel;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Answers requests from the captures of an archive. A revisit is answered with its own head, if it
 * has one, and the payload of its original. Confined to its event loop.
 */
final class ArchivedAnswers implements StoredAnswers, AutoCloseable {
  /** The virtual duration of an answer, so that periodic work happens after a number of answers. */
  private static final Duration ANSWER_TIME = Duration.ofMillis(1);

  private final CaptureIndex captures;
  private final CaptureReader.Idle idle = new CaptureReader.Idle();
  private final Instant at;
  private final VirtualTime time;

  /** The number of the capture that answers next; 0 for the one by time. */
  private int visit;

  ArchivedAnswers(CaptureIndex captures, Instant at, VirtualTime time) {
    this.captures = captures;
    this.at = at;
    this.time = time;
  }

  @Override
  public Channel open(CrawlUrl url) throws IOException {
    Optional<Place> place = captured(url, visit);
    visit = 0;
    if (place.isEmpty()) {
      throw StoredAnswerException.missing();
    }
    try {
      Channel answer = open(url, place.get());
      time.advance(ANSWER_TIME);
      return answer;
    } catch (DamagedArchiveException e) {
      throw StoredAnswerException.unreadable(e.fault().toString());
    } catch (IOException e) {
      throw e instanceof StoredAnswerException told
          ? told
          : StoredAnswerException.unreadable(text(place.get()) + ": " + e.getMessage());
    }
  }

  /** Sets the number of the capture that answers next. */
  void visiting(int number) {
    visit = number;
  }

  private Optional<Place> captured(CrawlUrl url, int number) {
    return number == 0 ? captures.nearest(url, at) : captures.numbered(url, number);
  }

  Optional<ArchivePlace> place(CrawlUrl url, int number) {
    return captured(url, number)
        .map(its ->
            new ArchivePlace(
                its.type(),
                name(its),
                its.offset(),
                Math.max(0, its.length()),
                its.time(),
                url.toString(),
                Optional.empty(),
                Optional.empty()));
  }

  private Channel open(CrawlUrl url, Place place) throws IOException {
    CaptureReader capture = CaptureReader.open(place, idle);
    if (place.type() != WarcType.REVISIT) {
      return AnswerChannel.of(url, capture);
    }
    Optional<Place> original;
    Optional<byte[]> head;
    try (capture) {
      original = captures.original(capture.fields());
      head = StoredHead.ofRevisit(capture);
    }
    if (original.isEmpty()) {
      throw StoredAnswerException.unreadable(
          text(place) + ": a revisit whose payload is in none of the files");
    }
    return AnswerChannel.of(url, CaptureReader.open(original.get(), idle), head);
  }

  private static String text(Place place) {
    return name(place) + ":" + place.offset();
  }

  private static String name(Place place) {
    return place.file().fileName();
  }

  @Override
  public void close() {
    captures.close();
    try {
      idle.close();
    } catch (IOException e) {
      return; // The captures were only read.
    }
  }
}
