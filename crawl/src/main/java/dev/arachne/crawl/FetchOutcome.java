package dev.arachne.crawl;

import dev.arachne.http.HttpException;
import dev.arachne.http.HttpResponse;
import dev.arachne.robots.RobotsVerdict;

/** What came of an attempt to fetch a URL. */
sealed interface FetchOutcome {
  /** The server answered, in whole. */
  record Answered(HttpResponse response) implements FetchOutcome {}

  /** Robots rules do not let us ask. */
  record Denied(RobotsVerdict verdict) implements FetchOutcome {}

  /** The site's rules could not be had, so it must not be asked now (RFC 9309 2.3.1.4). */
  record RulesUnreachable(String why) implements FetchOutcome {}

  /** The body ended before its end. */
  record Cut(HttpResponse response) implements FetchOutcome {}

  /** No answer that could be read. */
  record Failed(HttpException failure) implements FetchOutcome {}
}
