package dev.arachne.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.road.Road;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FilmParserTest {
  @ParameterizedTest
  @EnumSource
  void thePagesOfTheListHaveTheTitlesInTheOrderOfTheirRanks(FilmParser parser) throws Exception {
    try (var web = TestWeb.serve(new TopFilms())) {
      CrawlUrl second = CrawlUrl.of(web.url("/?page=2"));
      List<String> titles =
          parser.titles(Road.BLOCKING_SOCKET.stage(1).fetch(List.of(second)).getFirst());
      assertEquals(
          IntStream.rangeClosed(26, 50).mapToObj(rank -> TopFilms.film(rank).title()).toList(),
          titles);
    }
  }
}
