package dev.arachne.findings;

import java.time.Duration;

/**
 * The limits beyond which a measure is a finding.
 *
 * @param slow a page that takes longer is slow
 * @param heavyBytes an answer with more bytes is heavy
 * @param thinWords a page with fewer words of main text is thin
 */
public record Thresholds(Duration slow, long heavyBytes, int thinWords) {
  /** 2 s, 1 MiB and 50 words. */
  public static final Thresholds DEFAULT = new Thresholds(Duration.ofSeconds(2), 1 << 20, 50);
}
