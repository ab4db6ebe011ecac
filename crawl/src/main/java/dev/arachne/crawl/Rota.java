package dev.arachne.crawl;

import java.util.Arrays;

/**
 * Divides visits among workshops by fixed shares, and mostly keeps those of one host together.
 * Confined to its event loop.
 *
 * <p>A host has a usual workshop, which has its connections. With many hosts each workshop gets its
 * share by chance. With few hosts it does not: so each workshop's deficit is counted. One that is a
 * round ahead of its share is skipped for the one with the largest deficit. Deficits are bounded by
 * one round.
 */
final class Rota {
  private final int[] shares;
  private final int whole;

  /** The deficits, in parts of a visit; {@link #whole} parts are one visit. */
  private final long[] behind;

  /** A rota of workshops with these numbers of visits in each round. */
  Rota(int... shares) {
    this.shares = shares.clone();
    this.whole = Arrays.stream(shares).sum();
    this.behind = new long[shares.length];
  }

  /** Returns the workshop of the next visit, to the host with this number. */
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
    int workshop = 0;
    for (int left = place - shares[0]; left >= 0; left -= shares[workshop]) {
      workshop++;
    }
    return workshop;
  }

  /** A workshop without a share is never behind; the last one always has a share. */
  private int mostBehind() {
    int most = shares.length - 1;
    for (int i = 0; i < shares.length; i++) {
      most = shares[i] > 0 && behind[i] > behind[most] ? i : most;
    }
    return most;
  }

  private long round(int workshop) {
    return (long) whole * shares[workshop];
  }
}
