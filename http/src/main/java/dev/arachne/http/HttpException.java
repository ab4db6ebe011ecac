package dev.arachne.http;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An exchange without a response. Its message names the URL and the failure. */
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

  /** The requested URL. */
  public CrawlUrl url() {
    return url;
  }

  /** The reason why there is no response. */
  public HttpFailure failure() {
    return failure;
  }
}
