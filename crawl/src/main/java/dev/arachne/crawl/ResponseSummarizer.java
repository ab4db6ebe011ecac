package dev.arachne.crawl;

import dev.arachne.fetch.FetchOutcome;
import dev.arachne.fetch.RetryAfter;
import dev.arachne.http.Body;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.PayloadDigest;
import dev.arachne.ledger.TruncationReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.CutBodies;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TimeSource;
import dev.arachne.text.MediaType;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the ledger's short form of a response. Confined to one thread. */
final class ResponseSummarizer {
  /** Bytes of a body that are digested at a time, which takes a millisecond or two. */
  private static final int SLICE = 512 << 10;

  private final CutBodies cutBodies;

  /** Whether Retry-After is respected; false offline, where no host is contacted. */
  private final boolean heedsRetryAfter;

  /** Null if digests are not kept: they are a large part of the cost of a page. */
  private final @Nullable MessageDigest sha256;

  /** The Content-Type fields of the last response; most often the next one has the same. */
  private List<String> contentTypes = List.of();

  /** The media type that these fields give. */
  private String mediaType = "";

  private final AltServices altServices = new AltServices();

  private ResponseSummarizer(
      CutBodies cutBodies, boolean heedsRetryAfter, @Nullable MessageDigest sha256) {
    this.cutBodies = cutBodies;
    this.heedsRetryAfter = heedsRetryAfter;
    this.sha256 = sha256;
  }

  /** Returns the maker for a crawl with these options: with digests if the crawl is kept. */
  static ResponseSummarizer of(CrawlOptions options) {
    return new ResponseSummarizer(
        options.limits().cutBodies(),
        !options.source().isOffline(),
        options.storage().directory().isPresent() ? sha256() : null);
  }

  /**
   * Returns the short form of the answer, or empty if there was no answer or if its body was cut.
   * It has no digest if the body was omitted.
   */
  Optional<Disposition.Answer> of(FetchOutcome outcome, TimeSource time) {
    if (outcome instanceof FetchOutcome.Answered answered) {
      HttpResponse response = answered.response();
      return Optional.of(of(response, time.now(), response.isComplete() ? sha256 : null));
    }
    return Optional.empty();
  }

  private Disposition.Answer of(
      HttpResponse response, Instant now, @Nullable MessageDigest sha256) {
    return new Disposition.Answer(
        response.status(),
        mediaType(response),
        response.wireBytes(),
        Duration.ofNanos(response.timings().totalNanos()),
        sha256 == null ? Optional.empty() : Optional.of(digest(response, sha256)),
        heedsRetryAfter && RetryAfter.isAsked(response)
            ? RetryAfter.of(response, now)
            : Optional.empty(),
        cutBodies == CutBodies.KEEP ? cut(response) : Optional.empty(),
        altServices.news(response));
  }

  /** Returns why the body is incomplete, or empty if it is complete. */
  static Optional<TruncationReason> cut(HttpResponse response) {
    return response.completeness() instanceof Completeness.Truncated(var cause)
        ? Optional.of(
            switch (cause) {
              case TOO_LARGE -> TruncationReason.SIZE;
              case NOT_ASKED_FOR -> TruncationReason.MEMORY;
              case CLOSED, RESET -> TruncationReason.CONNECTION;
              case CODING_UNFINISHED -> TruncationReason.CODING;
            })
        : Optional.empty();
  }

  private String mediaType(HttpResponse response) {
    List<String> fields = response.headers().all("Content-Type");
    if (!fields.equals(contentTypes)) {
      contentTypes = fields;
      mediaType = MediaType.ofFields(fields).map(MediaType::essence).orElse("");
    }
    return mediaType;
  }

  private static PayloadDigest digest(HttpResponse response, MessageDigest sha256) {
    if (response.stored().isPresent()) {
      return PayloadDigest.ofSha256(response.stored().get().sha256());
    }
    Body content = response.content();
    if (LargePages.isLarge(content.length())) {
      content.stay();
      return content.read((bytes, from, to) -> digestInSlices(bytes, from, to, sha256()));
    }
    return content.read((bytes, from, to) -> {
      sha256.update(bytes, from, to - from);
      return PayloadDigest.ofSha256(sha256.digest());
    });
  }

  /** The digest of a large body; the loop does other work between slices. */
  private static PayloadDigest digestInSlices(byte[] bytes, int begin, int to, MessageDigest its) {
    for (int from = begin; from < to; from += SLICE) {
      its.update(bytes, from, Math.min(SLICE, to - from));
      EventLoop.yieldNow();
    }
    return PayloadDigest.ofSha256(its.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
