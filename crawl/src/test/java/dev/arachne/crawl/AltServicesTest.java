package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.options.CrawlOptions;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What servers offer beside HTTP/1.1 and HTTP/2 is recorded when it is news. */
class AltServicesTest {
  private static final String OFFER = "h3=\":443\"; ma=86400";

  @TempDir Path directory;

  @Test
  void anOfferIsRecordedOnceForEachOriginAndAgainWhenItChanges() throws Exception {
    Path lines = directory.resolve("pages.jsonl");
    try (var web =
        TestWeb.plan()
            .site(request ->
                switch (request.target()) {
                  case "/" -> html("<a href=/2><a href=/3><a href=/4>").header("Alt-Svc", OFFER);
                  case "/2" -> html("").header("Alt-Svc", OFFER);
                  case "/3" -> html("").header("Alt-Svc", "clear");
                  default -> html("");
                })
            .start()) {
      new Crawl(CrawlOptions.crawlOf(web.url("/")).tasks(1).pages(lines).build()).run();
    }
    List<String> offers =
        Files.readAllLines(lines).stream()
            .map(line -> line.replaceAll(".*\"altSvc\":\"(.*?)\"[,}].*", "$1"))
            .map(offer -> offer.startsWith("{") ? "" : offer)
            .toList();
    assertEquals(List.of(OFFER.replace("\"", "\\\""), "", "clear", ""), offers);
  }
}
