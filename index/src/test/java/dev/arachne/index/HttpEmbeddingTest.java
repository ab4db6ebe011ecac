package dev.arachne.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.index.EmbeddingException.Kind;
import dev.arachne.testkit.TestEmbeddings;
import dev.arachne.testkit.TestEmbeddings.Answer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An endpoint that answers, and one that does anything else, on a real socket. */
class HttpEmbeddingTest {
  private static final Duration AMPLE = Duration.ofMinutes(1);

  private static HttpEmbedding embedding(String url, String key, Duration timeout) {
    return HttpEmbedding.at(
        URI.create(url), "toy", Optional.of(key).filter(its -> !its.isEmpty()), timeout);
  }

  private static EmbeddingException failure(TestEmbeddings server, Answer answer, String key) {
    server.script((_, _) -> Optional.of(answer));
    try (HttpEmbedding embedding = embedding(server.url() + "?secret=hidden", key, AMPLE)) {
      var failure =
          assertThrows(EmbeddingException.class, () -> embedding.vectors(List.of("a", "b")));
      assertTrue(failure.getMessage().startsWith(server.url() + ": "), failure.getMessage());
      assertFalse(failure.getMessage().contains("hidden"), failure.getMessage());
      return failure;
    }
  }

  @Test
  void vectorsComeInTheOrderOfTheTextsHoweverTheyAreAnswered() throws Exception {
    try (TestEmbeddings server = TestEmbeddings.serve(Map.of("loom", 0, "car", 1), 8);
        HttpEmbedding embedding = embedding(server.url(), "s3cret", AMPLE)) {
      List<String> texts = List.of("a \"loom\"\n\\ \u0001 \uD83D\uDE00 ü", "a car", "\uD800 half");
      List<float[]> vectors = embedding.vectors(texts);
      assertEquals(3, vectors.size());
      assertEquals(List.of(texts.get(0), texts.get(1), "? half"), server.texts());
      for (int i = 0; i < 3; i++) {
        assertArrayEquals(server.vector(server.texts().get(i)), vectors.get(i));
      }
      assertEquals(List.of("Bearer s3cret"), server.keys());
    }
  }

  @Test
  void aBusyServerIsAskedAgainAFewTimes() throws Exception {
    try (TestEmbeddings server = TestEmbeddings.serve(Map.of(), 8);
        HttpEmbedding embedding = embedding(server.url(), "", AMPLE)) {
      server.script((request, _) ->
          request < 3 ? Optional.of(new Answer(429, "0", "slow down")) : Optional.empty());
      assertEquals(1, embedding.vectors(List.of("text")).size());
      assertEquals(3, server.requestCount());
      server.script((_, _) -> Optional.of(new Answer(503, "0", "")));
      var failure = assertThrows(EmbeddingException.class, () -> embedding.vectors(List.of("a")));
      assertEquals(Kind.BUSY, failure.kind());
      assertEquals(server.url() + ": answered 503", failure.getMessage());
      assertEquals(7, server.requestCount());
    }
  }

  private static boolean waits(StackTraceElement frame) {
    return frame.getClassName().equals(HttpEmbedding.class.getName())
        && frame.getMethodName().equals("await");
  }

  @Test
  void closeDoesNotWaitForTheNextTry() throws Exception {
    try (TestEmbeddings server = TestEmbeddings.serve(Map.of(), 8)) {
      HttpEmbedding embedding = embedding(server.url(), "", AMPLE);
      server.script((_, _) -> Optional.of(new Answer(503, "30", "")));
      FutureTask<List<float[]>> asked = new FutureTask<>(() -> embedding.vectors(List.of("a")));
      Thread asking = Thread.ofPlatform().start(asked);
      while (Arrays.stream(asking.getStackTrace()).noneMatch(HttpEmbeddingTest::waits)) {
        Thread.onSpinWait();
      }
      embedding.close();
      var failure = assertThrows(ExecutionException.class, asked::get);
      assertEquals(
          Kind.UNREACHABLE, assertInstanceOf(EmbeddingException.class, failure.getCause()).kind());
      assertEquals(1, server.requestCount());
    }
  }

  @Test
  void aRefusalIsReportedWithoutTheKey() {
    try (TestEmbeddings server = TestEmbeddings.serve(Map.of(), 8)) {
      var denied =
          failure(server, new Answer(401, "", "{\"error\":\n \"no key s3cret\"}"), "s3cret");
      assertEquals(Kind.DENIED, denied.kind());
      assertTrue(
          denied.getMessage().endsWith(": answered 401: {\"error\": \"no key ...\"}"),
          denied.getMessage());
      assertEquals(Kind.DENIED, failure(server, new Answer(302, "", ""), "").kind());
      assertEquals(
          Kind.REFUSED, failure(server, new Answer(413, "", "x".repeat(9_000)), "").kind());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "[]",
        "{}",
        "{\"data\":7}",
        "{\"data\":[]}",
        "{\"data\":[{\"embedding\":[1]}]}",
        "{\"data\":[{\"embedding\":[1]},{\"embedding\":[1]},{\"embedding\":[1]}]}",
        "{\"data\":[{\"index\":0,\"embedding\":[1]},{\"index\":0,\"embedding\":[1]}]}",
        "{\"data\":[{\"index\":-1,\"embedding\":[1]},{\"index\":0,\"embedding\":[1]}]}",
        "{\"data\":[{\"index\":0},{\"index\":1,\"embedding\":[1]}]}",
        "{\"data\":[{\"embedding\":[\"1\"]},{\"embedding\":[1]}]}",
        "{\"data\":[{\"embedding\":[[1]]},{\"embedding\":[1]}]}",
        "{\"data\":[{\"embedding\":\"AACAPw==\"},{\"embedding\":\"AACAPw==\"}]}",
        "{\"data\":[{\"embedding\":[1]},{\"embedding\":[1"
      })
  void nonsenseIsNamed(String body) {
    try (TestEmbeddings server = TestEmbeddings.serve(Map.of(), 8)) {
      assertEquals(Kind.NONSENSE, failure(server, new Answer(200, "", body), "").kind());
    }
  }

  @Test
  void vectorsThatCannotBeComparedAreNonsense() {
    for (String vectors : List.of("[1],[1,2]", "[],[]", "[0,0],[1,1]", "[1e39],[1]")) {
      String[] two = vectors.split("(?<=]),");
      String body = "{\"data\":[{\"embedding\":%s},{\"embedding\":%s}]}".formatted(two[0], two[1]);
      try (TestEmbeddings server = TestEmbeddings.serve(Map.of(), 8);
          HttpEmbedding embedding = embedding(server.url(), "", AMPLE)) {
        server.script((_, _) -> Optional.of(new Answer(200, "", body)));
        var failure =
            assertThrows(
                EmbeddingException.class,
                () -> UnitVectors.of(List.of("a", "b"), embedding, 0),
                vectors);
        assertEquals(Kind.NONSENSE, failure.kind());
      }
    }
  }

  @Test
  void anAnswerWithoutEndIsNotReadToItsEnd() {
    String body = "{\"data\":[" + " ".repeat(9 << 20) + "]}";
    try (TestEmbeddings server = TestEmbeddings.serve(Map.of(), 8)) {
      var failure = failure(server, new Answer(200, "", body), "");
      assertEquals(Kind.NONSENSE, failure.kind(), failure.getMessage());
    }
  }

  @Test
  void aServerThatDoesNotAnswerOrIsNotThereIsNamed() throws Exception {
    try (TestEmbeddings server = TestEmbeddings.serve(Map.of(), 8);
        HttpEmbedding embedding = embedding(server.url(), "", Duration.ofMillis(1_000))) {
      server.script((_, _) -> Optional.of(new Answer(0, "", "")));
      var failure = assertThrows(EmbeddingException.class, () -> embedding.vectors(List.of("a")));
      assertEquals(Kind.SLOW, failure.kind());
      assertEquals(server.url() + ": has not answered in 1 s", failure.getMessage());
    }
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String url = "http://127.0.0.1:" + port + "/v1/embeddings";
    try (HttpEmbedding embedding = embedding(url, "", AMPLE)) {
      var failure = assertThrows(EmbeddingException.class, () -> embedding.vectors(List.of("a")));
      assertEquals(Kind.UNREACHABLE, failure.kind());
      assertEquals(url + ": cannot be reached", failure.getMessage());
    }
  }
}
