package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.archive.ArchiveCheck;
import dev.arachne.archive.WarcDigest;
import dev.arachne.archive.WarcFault;
import dev.arachne.archive.WarcFile;
import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Suites;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.HeaderValidator;
import org.netpreserve.jwarc.ParsingException;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The replies that tests of other projects are made of, crawled and archived, and read back by our
 * check and by jwarc.
 */
class RawArchiveTest {
  /** Grades of cases on which readers agree. */
  private static final Set<String> BINDING = Set.of("strong", "good", "consensus");

  @TempDir Path temporary;

  /** A reply, and its body without transfer coding where readers agree on it. */
  private record Case(byte[] reply, Optional<byte[]> body) {}

  private static List<Case> cases(Path suite) throws IOException {
    List<Case> cases = new ArrayList<>();
    for (JsonNode each : new ObjectMapper().readTree(Files.readAllBytes(suite))) {
      JsonNode expected = each.get("expect");
      boolean isBinding =
          BINDING.contains(each.get("grade").asString())
              && expected.get("outcome").asString().equals("ok");
      cases.add(
          new Case(
              bytes(each.get("reply_b64")),
              isBinding ? Optional.of(bytes(expected.get("body_b64"))) : Optional.empty()));
    }
    return cases;
  }

  private static byte[] bytes(JsonNode base64) {
    return Base64.getDecoder().decode(base64.asString());
  }

  @Test
  void repliesOfAnyFormAreArchivedWithoutAFault() throws Exception {
    Optional<Path> suite = Suites.file("http/raw-responses.json");
    assumeTrue(suite.isPresent(), Suites.MISSING);
    List<Case> cases = cases(suite.get());
    Map<String, Case> byUrl = new HashMap<>();
    Path warc = temporary.resolve("warc");
    try (TestWeb web =
        TestWeb.serve(request ->
            Reply.raw(cases.get(Integer.parseInt(request.target().substring(1))).reply()))) {
      for (int i = 0; i < cases.size(); i++) {
        byUrl.put(web.url("/" + i), cases.get(i));
      }
      new Crawl(
              CrawlOptions.crawlOf(List.copyOf(byUrl.keySet()))
                  .maxDepth(0)
                  .maxTries(1)
                  .robots(RobotsPolicy.IGNORE)
                  .directory(temporary.resolve("kept"))
                  .warc(warc)
                  .build())
          .run();
    }
    List<Path> files;
    try (Stream<Path> list = Files.list(warc)) {
      files = list.toList();
    }
    List<WarcFault> told = new ArrayList<>();
    assertTrue(ArchiveCheck.of(WarcFile.of(files), told::add).isClean(), told::toString);
    int responses = 0;
    int compared = 0;
    int alike = 0;
    for (Path file : files) {
      try (var reader = new WarcReader(file)) {
        for (WarcRecord each = next(reader); each != null; each = next(reader)) {
          assertEquals(List.of(), HeaderValidator.warc_1_1().validate(each.headers()));
          if (each instanceof WarcResponse response && byUrl.containsKey(response.target())) {
            Case its = byUrl.get(response.target());
            responses++;
            assertBlock(its.reply, response);
            if (its.body.isPresent()) {
              compared++;
              String payload = response.headers().first("WARC-Payload-Digest").orElseThrow();
              assertEquals(digest(its.body.get()), payload, response.target());
              alike += payload.equals(digestByJwarc(file, response)) ? 1 : 0;
            }
          }
        }
      }
    }
    assertTrue(responses > 60, "responses: " + responses);
    assertEquals(cases.stream().filter(each -> each.body.isPresent()).count(), compared);
    // The others have bytes behind the response, which jwarc takes for a body, or odd chunks.
    assertTrue(alike >= compared - 7, alike + " of " + compared + " are as jwarc reads them");
  }

  private static WarcRecord next(WarcReader reader) throws IOException {
    return reader.next().orElse(null);
  }

  /** The block is the reply without what comes before its head. */
  private static void assertBlock(byte[] reply, WarcResponse response) throws IOException {
    byte[] block = response.body().stream().readAllBytes();
    int from = reply.length - block.length;
    assertTrue(
        from >= 0 && Arrays.equals(Arrays.copyOfRange(reply, from, reply.length), block),
        response.target());
  }

  /** Of the payload as jwarc reads it, which takes some replies for no HTTP. */
  private static String digestByJwarc(Path file, WarcResponse response) throws IOException {
    try (var reader = new WarcReader(file)) {
      for (WarcRecord each = next(reader); each != null; each = next(reader)) {
        if (each.id().equals(response.id())) {
          return digest(((WarcResponse) each).http().body().stream().readAllBytes());
        }
      }
      return "";
    } catch (ParsingException e) {
      return "";
    }
  }

  private static String digest(byte[] bytes) {
    var algorithm = WarcDigest.Algorithm.SHA1;
    return WarcDigest.of(algorithm, algorithm.digest().digest(bytes)).toString();
  }
}
