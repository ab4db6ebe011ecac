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
 * The way from a URL over redirects to an answer that is none, and how it ended. Immutable. This is
 * for whoever wants one URL now, a user or robots.txt; in a crawl a redirect is a URL of its own.
 */
public sealed interface RedirectTrail {

  /** What was answered on the way, in order; each but the last is a redirect. */
  List<HttpResponse> answers();

  /** The last answer is no redirect. */
  record Arrived(List<HttpResponse> answers) implements RedirectTrail {
    public Arrived {
      answers = List.copyOf(answers);
    }
  }

  /** The last answer is a redirect as well, and one more than were to be followed. */
  record TooLong(List<HttpResponse> answers) implements RedirectTrail {
    public TooLong {
      answers = List.copyOf(answers);
    }
  }

  /** The last answer leads to what is no http or https URL. */
  record Astray(List<HttpResponse> answers, RejectedUrl target) implements RedirectTrail {
    public Astray {
      answers = List.copyOf(answers);
    }
  }

  /** After these answers, perhaps none, one did not come. */
  record Broken(List<HttpResponse> answers, HttpException failure) implements RedirectTrail {
    public Broken {
      answers = List.copyOf(answers);
    }
  }

  /** One exchange, however it is made. */
  interface Fetch {
    HttpResponse fetch(HttpRequest request, Deadline deadline) throws HttpException;
  }

  /**
   * Asks for {@code start} and for what it redirects to, and waits. On the client's loop.
   *
   * @param maxRedirects how many are followed, 0 or more
   * @param deadline bounds all requests together
   * @param asking makes the request for each URL, just before it is sent
   */
  static RedirectTrail follow(
      HttpClient client,
      CrawlUrl start,
      int maxRedirects,
      Deadline deadline,
      Function<CrawlUrl, HttpRequest> asking) {
    return follow(client::fetch, start, maxRedirects, deadline, asking);
  }

  /** The same by another way to fetch. */
  static RedirectTrail follow(
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
