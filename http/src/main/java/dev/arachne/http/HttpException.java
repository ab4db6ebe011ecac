package dev.arachne.http;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An exchange that brought no response. Its message names the URL and what happened. */
public final class HttpException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient CrawlUrl url;
  private final transient HttpFailure failure;

  HttpException(CrawlUrl url, HttpFailure failure, @Nullable Throwable cause) {
    super(url + ": " + failure.text(), cause);
    this.url = url;
    this.failure = failure;
  }

  HttpException(CrawlUrl url, HttpFailure failure) {
    this(url, failure, null);
  }

  /** What was asked for. */
  public CrawlUrl url() {
    return url;
  }

  /** Why it did not come. */
  public HttpFailure failure() {
    return failure;
  }
}
