package dev.arachne.road;

import dev.arachne.runtime.TaskFailedException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A page that could not be fetched. The message has its URL and the failure. */
public final class FetchException extends IOException {
  private static final long serialVersionUID = 1L;

  FetchException(CrawlUrl url, @Nullable Throwable cause) {
    super(url + ": " + why(cause), cause);
  }

  private static @Nullable String why(@Nullable Throwable cause) {
    return cause == null || cause.getMessage() == null ? String.valueOf(cause) : cause.getMessage();
  }

  /** The root cause of {@code thrown}: tasks that await tasks wrap it once for each. */
  static IOException behind(Throwable thrown) {
    return switch (thrown) {
      case TaskFailedException task -> behind(task.failure());
      case IOException io -> io;
      default -> new IOException(thrown.toString(), thrown);
    };
  }
}
