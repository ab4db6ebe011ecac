package dev.arachne.crawl;

import java.util.Arrays;

/**
 * Divides visits among fetch loops by fixed shares, and mostly keeps those of one host together.
 * Confined to its event loop.
 *
 * <p>A host has a usual fetch loop, which has its connections. With many hosts each fetch loop gets
 * its share by chance. With few hosts it does not: so each fetch loop's deficit is counted. One
 * that is a round ahead of its share is skipped for the one with the largest deficit. Deficits are
 * bounded by one round.
 */
final class VisitBalancer {
  private final int[] shares;
  private final int whole;

  /** The deficits, in parts of a visit; {@link #whole} parts are one visit. */
  private final long[] behind;

  /** A balancer of fetch loops with these numbers of visits in each round. */
  VisitBalancer(int... shares) {
    this.shares = shares.clone();
    this.whole = Arrays.stream(shares).sum();
    this.behind = new long[shares.length];
  }

  /** Returns the fetch loop of the next visit, to the host with this number. */
  int next(long host) {
    int usual = usual(Math.floorMod(host, whole));
    int next = behind[usual] > -round(usual) ? usual : mostBehind();
    for (int i = 0; i < shares.length; i++) {
      behind[i] = Math.min(behind[i] + shares[i], round(i));
    }
    behind[next] -= whole;
    return next;
  }

  private int usual(int place) {
    int fetchLoop = 0;
    for (int left = place - shares[0]; left >= 0; left -= shares[fetchLoop]) {
      fetchLoop++;
    }
    return fetchLoop;
  }

  /** A fetch loop without a share is never behind; the last one always has a share. */
  private int mostBehind() {
    int most = shares.length - 1;
    for (int i = 0; i < shares.length; i++) {
      most = shares[i] > 0 && behind[i] > behind[most] ? i : most;
    }
    return most;
  }

  private long round(int fetchLoop) {
    return (long) whole * shares[fetchLoop];
  }
}
