package dev.arachne.cluster;

import dev.arachne.index.SharedSearch;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The workers of a crawl that answer searches, at the addresses that they have stated. */
final class SearchPeers implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration WHOLE = Duration.ofSeconds(20);
  private static final int OK = 200;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .proxy(HttpClient.Builder.NO_PROXY)
          .connectTimeout(CONNECT)
          .build();

  private final List<Worker> all;

  private SearchPeers(Map<String, String> addresses, Topics topics) {
    this.all =
        addresses.entrySet().stream()
            .map(its -> new Worker(its.getKey(), its.getValue(), WorkerIndexes.path(topics)))
            .toList();
  }

  /** The workers at these addresses, by their names. */
  static SearchPeers at(Map<String, String> addresses, Topics topics) {
    return new SearchPeers(addresses, topics);
  }

  /** The workers. */
  List<? extends SharedSearch.Peer> all() {
    return all;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private final class Worker implements SharedSearch.Peer {
    private final String name;
    private final String address;
    private final String path;

    Worker(String name, String address, String path) {
      this.name = name;
      this.address = address;
      this.path = path;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public CompletableFuture<byte[]> ask(byte[] question) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + address + path))
              .timeout(WHOLE)
              .header("Content-Type", WorkerIndexes.MEDIA_TYPE)
              .POST(BodyPublishers.ofByteArray(question))
              .build();
      return client
          .sendAsync(request, BodyHandlers.ofByteArray())
          .handle((answer, failure) -> {
            if (failure != null) {
              throw new CompletionException(new IOException(why(failure), failure));
            }
            return body(answer);
          });
    }

    private byte[] body(HttpResponse<byte[]> answer) {
      if (answer.statusCode() != OK) {
        String text = new String(answer.body(), java.nio.charset.StandardCharsets.UTF_8).strip();
        throw new CompletionException(new IOException("%s: %s".formatted(address, text)));
      }
      return answer.body();
    }

    private String why(Throwable failure) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      return switch (cause) {
        case HttpTimeoutException _ -> address + " does not answer";
        case ConnectException _ -> "nothing listens on " + address;
        case null -> address + " fails";
        default -> address + ": " + cause.getMessage();
      };
    }
  }
}
