package dev.arachne.crawl;

import java.util.Arrays;

/**
 * Divides visits among workshops by given shares, and mostly keeps those of one host together.
 * Confined to its loop.
 *
 * <p>A host has a usual workshop, where its connections are. Of many hosts each workshop has its
 * share, as their numbers fall. Of few it has not: so it is counted how far each workshop is ahead
 * of its share, and one that is a round ahead is passed over for the one that is most behind. What
 * is longer ago than a round is forgotten.
 */
final class Rota {
  private final int[] shares;
  private final int whole;

  /** How far each is behind, in parts of a visit of which a whole one has {@link #whole}. */
  private final long[] behind;

  /** A rota of workshops that get so many visits of each round. */
  Rota(int... shares) {
    this.shares = shares.clone();
    this.whole = Arrays.stream(shares).sum();
    this.behind = new long[shares.length];
  }

  /** Which workshop has the next visit, of the host with this number. */
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

  /** Who has no share is never behind; the last always has one. */
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
