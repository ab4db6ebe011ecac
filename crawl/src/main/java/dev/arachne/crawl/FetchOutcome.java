package dev.arachne.crawl;

import dev.arachne.http.Completeness;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpResponse;

/** What came of an attempt to fetch a URL. */
sealed interface FetchOutcome {
  /** The server answered, in whole. */
  record Answered(HttpResponse response) implements FetchOutcome {}

  /** The body ended before its end. */
  record Cut(HttpResponse response, Completeness.Cause cause) implements FetchOutcome {}

  /** No answer that could be read. */
  record Failed(HttpException failure) implements FetchOutcome {}
}
