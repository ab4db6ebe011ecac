package dev.arachne.crawl;

import dev.arachne.extract.MediaType;
import dev.arachne.frontier.Disposition;
import dev.arachne.http.HttpResponse;
import java.time.Duration;

/** Makes the ledger's short form of a response. */
final class Answers {
  private Answers() {}

  static Disposition.Answer of(HttpResponse response) {
    String mediaType =
        MediaType.ofFields(response.headers().all("Content-Type"))
            .map(MediaType::essence)
            .orElse("");
    return new Disposition.Answer(
        response.status(),
        mediaType,
        response.wireBytes(),
        Duration.ofNanos(response.timings().totalNanos()));
  }
}
