package dev.arachne.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An endpoint for embeddings on the loopback interface, whose model is a table: words of one
 * meaning have one direction, and other words have other directions. So pages can be found by their
 * meaning, and each text always has the same vector. A script may answer in its place.
 */
public final class TestEmbeddings implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Integer> meanings;
  private final int dimension;
  private final List<String> texts = new CopyOnWriteArrayList<>();
  private final List<String> keys = new CopyOnWriteArrayList<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private volatile Script script = (_, _) -> Optional.empty();

  /** The answers in place of vectors. */
  @FunctionalInterface
  public interface Script {
    /**
     * The answer to a request; empty for vectors.
     *
     * @param request its number, from 1
     * @param texts for which it requests vectors
     */
    Optional<Answer> answer(int request, List<String> texts);
  }

  /**
   * An answer without vectors.
   *
   * @param status 0 to send no answer before the server is closed
   * @param retryAfter a header field, unless it is empty
   */
  public record Answer(int status, String retryAfter, String body) {}

  private TestEmbeddings(Map<String, Integer> meanings, int dimension) {
    this.meanings = Map.copyOf(meanings);
    this.dimension = dimension;
    try {
      this.server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/embeddings", this::answer);
    server.setExecutor(threads);
  }

  /**
   * Serves a model.
   *
   * @param meanings the direction of each word that has one, from 0, less than half of {@code
   *     dimension}
   * @param dimension the numbers of a vector
   */
  public static TestEmbeddings serve(Map<String, Integer> meanings, int dimension) {
    var served = new TestEmbeddings(meanings, dimension);
    served.server.start();
    return served;
  }

  /** The URL that is posted to. */
  public String url() {
    InetSocketAddress at = server.getAddress();
    return "http://%s:%s/v1/embeddings".formatted(at.getAddress().getHostAddress(), at.getPort());
  }

  /** Lets a script answer the requests from now on. */
  public void script(Script its) {
    script = its;
  }

  /** All texts received, also those of requests that got no vectors. */
  public List<String> texts() {
    return List.copyOf(texts);
  }

  /** The Authorization of each request; empty without that field. */
  public List<String> keys() {
    return List.copyOf(keys);
  }

  public int requestCount() {
    return requests.get();
  }

  /** The vector of a text, of any length but zero. */
  public float[] vector(String text) {
    float[] vector = new float[dimension];
    for (String word : text.toLowerCase(Locale.ROOT).split("[^\\p{L}]+")) {
      Integer meaning = meanings.get(word);
      if (meaning != null) {
        vector[meaning] += 1;
      } else {
        vector[dimension / 2 + Math.floorMod(word.hashCode(), dimension - dimension / 2)] += 0.05f;
      }
    }
    return vector;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      List<String> asked = input(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
      String key = exchange.getRequestHeaders().getFirst("Authorization");
      keys.add(key == null ? "" : key);
      texts.addAll(asked);
      Answer answer =
          script
              .answer(requests.incrementAndGet(), asked)
              .orElseGet(() -> new Answer(200, "", vectors(asked)));
      if (answer.status() == 0) {
        end.await();
        return;
      }
      if (!answer.retryAfter().isEmpty()) {
        exchange.getResponseHeaders().set("Retry-After", answer.retryAfter());
      }
      byte[] body = answer.body().getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The answer with its vectors in reverse order: each has its index. */
  private String vectors(List<String> asked) {
    List<String> data = new ArrayList<>();
    for (int i = asked.size() - 1; i >= 0; i--) {
      List<String> numbers = new ArrayList<>();
      for (float number : vector(asked.get(i))) {
        numbers.add(String.valueOf(number));
      }
      data.add(
          "{\"object\":\"embedding\",\"index\":%s,\"embedding\":[%s]}"
              .formatted(i, String.join(",", numbers)));
    }
    return "{\"object\":\"list\",\"data\":[%s],\"usage\":{\"total_tokens\":1}}"
        .formatted(String.join(",", data));
  }

  /** The strings of the member that is named input. */
  private static List<String> input(String json) {
    List<String> strings = new ArrayList<>();
    int at = json.indexOf("\"input\"");
    at = json.indexOf('[', at) + 1;
    while (json.charAt(at) != ']') {
      if (json.charAt(at) != '"') {
        at++;
        continue;
      }
      var string = new StringBuilder();
      for (at++; json.charAt(at) != '"'; at++) {
        if (json.charAt(at) != '\\') {
          string.append(json.charAt(at));
        } else {
          char escaped = json.charAt(++at);
          switch (escaped) {
            case 'n' -> string.append('\n');
            case 't' -> string.append('\t');
            case 'r' -> string.append('\r');
            case 'b' -> string.append('\b');
            case 'f' -> string.append('\f');
            case 'u' -> {
              string.append((char) Integer.parseInt(json.substring(at + 1, at + 5), 16));
              at += 4;
            }
            default -> string.append(escaped);
          }
        }
      }
      strings.add(string.toString());
      at++;
    }
    return strings;
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.close();
  }
}
