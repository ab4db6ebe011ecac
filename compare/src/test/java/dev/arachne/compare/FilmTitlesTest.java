package dev.arachne.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FilmTitlesTest {
  @Test
  void thePagesOfTheListHaveTheTitlesInTheOrderOfTheirRanks() throws IOException {
    try (var web = TestWeb.serve(new TopFilms())) {
      List<String> titles =
          FilmTitles.of(BlockingSocket.get(CrawlUrl.of(web.url("/?page=2")), Stage.PATIENCE));
      assertEquals(
          IntStream.rangeClosed(26, 50).mapToObj(rank -> TopFilms.film(rank).title()).toList(),
          titles);
    }
  }
}
