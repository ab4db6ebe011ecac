package dev.arachne.index;

import dev.arachne.index.EmbeddingException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A model behind an HTTP endpoint of the form that OpenAI's has, and llama.cpp, Ollama, vLLM and
 * Text Embeddings Inference as well: {@code POST {"model":..., "input":[...]}}, answered by {@code
 * {"data":[{"index":0, "embedding":[...]}, ...]}}. Thread-safe.
 *
 * <p>An exchange takes a bounded time and a bounded answer. An overloaded server (429, 502, 503,
 * 504) gets a few retries, after its Retry-After, 30 seconds at most. Redirects are not followed:
 * the key is for this endpoint alone.
 */
public final class HttpEmbedding implements Embedding, Closeable {
  /** Bytes of an answer: thirty-two vectors of 4,096 numbers of thirty characters, and more. */
  private static final int MOST_BYTES = 8 << 20;

  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(10);
  private static final int MOST_TRIES = 4;
  private static final long MOST_WAIT_SECONDS = 30;

  /** Characters of an answer that a message has. */
  private static final int MOST_TOLD = 200;

  private static final JsonFactory JSON = new JsonFactory();

  private final URI endpoint;
  private final String model;
  private final Optional<String> key;
  private final Duration timeout;
  private final HttpClient client;
  private final CountDownLatch closed = new CountDownLatch(1);

  private HttpEmbedding(URI endpoint, String model, Optional<String> key, Duration timeout) {
    this.endpoint = endpoint;
    this.model = model;
    this.key = key;
    this.timeout = timeout;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LONGEST_CONNECT.compareTo(timeout) < 0 ? LONGEST_CONNECT : timeout)
            .build();
  }

  /**
   * The model of a name at an endpoint.
   *
   * @param endpoint an http or https URL, the one that is posted to
   * @param key that is sent as {@code Authorization: Bearer}
   * @param timeout of one exchange, the connection and the answer's last byte included
   */
  public static HttpEmbedding at(
      URI endpoint, String model, Optional<String> key, Duration timeout) {
    return new HttpEmbedding(endpoint, model, key, timeout);
  }

  @Override
  public String model() {
    return model;
  }

  /** The URL without its query, which may have a key. */
  @Override
  public String name() {
    String port = endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort();
    return endpoint.getScheme() + "://" + endpoint.getHost() + port + endpoint.getRawPath();
  }

  @Override
  public List<float[]> vectors(List<String> texts) throws EmbeddingException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .POST(BodyPublishers.ofByteArray(question(texts)));
    key.ifPresent(its -> request.header("Authorization", "Bearer " + its));
    HttpResponse<byte[]> answer = answer(request.build());
    int status = answer.statusCode();
    if (status != 200) {
      throw failure(kind(status), "answered " + status + told(answer.body()));
    }
    try {
      return EmbeddingAnswer.read(answer.body(), texts.size());
    } catch (IllegalArgumentException e) {
      throw failure(Kind.NONSENSE, "answered no vectors: " + e.getMessage());
    }
  }

  private byte[] question(List<String> texts) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator json =
        JSON.createGenerator(ObjectWriteContext.empty(), bytes, JsonEncoding.UTF8)) {
      json.writeStartObject();
      json.writeStringProperty("model", model);
      json.writeArrayPropertyStart("input");
      for (String text : texts) {
        json.writeString(whole(text));
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /** Replaces each half of a character, which cannot be encoded, by a sign. */
  private static String whole(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private HttpResponse<byte[]> answer(HttpRequest request) throws EmbeddingException {
    for (int tries = 1; ; tries++) {
      HttpResponse<byte[]> answer = exchange(request);
      if (tries == MOST_TRIES || kind(answer.statusCode()) != Kind.BUSY) {
        return answer;
      }
      long seconds =
          answer
              .headers()
              .firstValue("Retry-After")
              .filter(text -> text.matches("[0-9]{1,9}"))
              .map(Long::parseLong)
              .orElse(1L << (tries - 1));
      await(Math.min(MOST_WAIT_SECONDS, seconds));
    }
  }

  private HttpResponse<byte[]> exchange(HttpRequest request) throws EmbeddingException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES));
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw failure(Kind.SLOW, "has not answered in " + timeout.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw failure(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw failure(Kind.UNREACHABLE, "was not waited for");
    }
  }

  private EmbeddingException failure(Throwable thrown) {
    if (thrown instanceof ConnectException) {
      return failure(Kind.UNREACHABLE, "cannot be reached");
    }
    String why =
        thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
    boolean isTooMuch = thrown instanceof IOException && why.contains("exceed");
    return isTooMuch
        ? failure(Kind.NONSENSE, "answers more than " + MOST_BYTES + " bytes")
        : failure(Kind.UNREACHABLE, "has not answered: " + why);
  }

  private EmbeddingException failure(Kind kind, String what) {
    return new EmbeddingException(kind, name() + ": " + what);
  }

  private void await(long seconds) throws EmbeddingException {
    try {
      if (closed.await(seconds, TimeUnit.SECONDS)) {
        throw failure(Kind.UNREACHABLE, "was not waited for");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(Kind.UNREACHABLE, "was not waited for");
    }
  }

  private static Kind kind(int status) {
    return switch (status) {
      case 429, 502, 503, 504 -> Kind.BUSY;
      case 400, 413, 422, 500 -> Kind.REFUSED;
      default -> status / 100 == 2 ? Kind.NONSENSE : Kind.DENIED;
    };
  }

  /** How an answer begins, on one line, without the key that it may repeat. */
  private String told(byte[] body) {
    int length = Math.min(body.length, 4 * MOST_TOLD);
    String text = new String(body, 0, length, StandardCharsets.UTF_8).replaceAll("\\s+", " ");
    String without = key.isEmpty() ? text : text.replace(key.get(), "...");
    String line = without.substring(0, Math.min(MOST_TOLD, without.length())).strip();
    return line.isEmpty() ? "" : ": " + line;
  }

  /** Ends exchanges that are under way, and waits for the next try. */
  @Override
  public void close() {
    closed.countDown();
    client.shutdownNow();
  }
}
