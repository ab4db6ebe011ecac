package dev.arachne.fetch;

import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.runtime.Deadline;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.ParsedUrl;
import dev.arachne.url.RejectedUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The path from a URL over redirects to the final answer, and how it ended. Immutable. It serves
 * requests for a single URL, of a user or for robots.txt; in a crawl a redirect is a URL of its
 * own.
 */
public sealed interface RedirectChain {

  /** The answers on the path, in order; all but the last are redirects. */
  List<HttpResponse> answers();

  /** The last answer is not a redirect. */
  record Arrived(List<HttpResponse> answers) implements RedirectChain {
    public Arrived {
      answers = List.copyOf(answers);
    }
  }

  /** The last answer is a redirect beyond the bound. */
  record TooLong(List<HttpResponse> answers) implements RedirectChain {
    public TooLong {
      answers = List.copyOf(answers);
    }
  }

  /** The last answer redirects to a target that is not an http or https URL. */
  record Astray(List<HttpResponse> answers, RejectedUrl target) implements RedirectChain {
    public Astray {
      answers = List.copyOf(answers);
    }
  }

  /** The request after these answers, possibly the first one, failed. */
  record Broken(List<HttpResponse> answers, HttpException failure) implements RedirectChain {
    public Broken {
      answers = List.copyOf(answers);
    }
  }

  /** A way to make one exchange. */
  interface Fetch {
    HttpResponse fetch(HttpRequest request, Deadline deadline) throws HttpException;
  }

  /**
   * Requests {@code start} and the targets of its redirects, and waits. Called on the client's
   * loop.
   *
   * @param maxRedirects the most redirects that are followed, 0 or more
   * @param deadline bounds all requests together
   * @param asking makes the request for each URL, just before it is sent
   */
  static RedirectChain follow(
      HttpClient client,
      CrawlUrl start,
      int maxRedirects,
      Deadline deadline,
      Function<CrawlUrl, HttpRequest> asking) {
    return follow(client::fetch, start, maxRedirects, deadline, asking);
  }

  /** Follows redirects with another way to fetch. */
  static RedirectChain follow(
      Fetch client,
      CrawlUrl start,
      int maxRedirects,
      Deadline deadline,
      Function<CrawlUrl, HttpRequest> asking) {
    List<HttpResponse> answers = new ArrayList<>();
    CrawlUrl url = start;
    while (true) {
      HttpResponse response;
      try {
        response = client.fetch(asking.apply(url), deadline);
      } catch (HttpException failure) {
        return new Broken(answers, failure);
      }
      answers.add(response);
      Optional<ParsedUrl> target = response.redirectTarget();
      if (target.isEmpty()) {
        return new Arrived(answers);
      }
      if (target.get() instanceof RejectedUrl rejected) {
        return new Astray(answers, rejected);
      }
      if (answers.size() > maxRedirects) {
        return new TooLong(answers);
      }
      url = (CrawlUrl) target.get();
    }
  }
}
