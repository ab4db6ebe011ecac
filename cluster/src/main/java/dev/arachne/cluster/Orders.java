package dev.arachne.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The orders to all shards of a crawl: the last order of each kind counts. Immutable.
 *
 * @param crawl the crawl to make; empty before the first order
 * @param will the user's last command about it
 * @param ended the edition of the crawl that is over, so that no transfer can come any more; 0 if
 *     it is not over
 * @param wave the number of the last call for a census
 * @param grants pages that a shard may lease in all, by shard; those of others were granted none
 */
record Orders(Optional<Asked> crawl, Will will, long ended, long wave, Map<Integer, Long> grants) {
  /** No order. */
  static final Orders NONE = new Orders(Optional.empty(), Will.RUN, 0, 0, Map.of());

  private static final String CRAWL = "crawl";
  private static final String WILL = "will";
  private static final String ENDED = "ended";
  private static final String WAVE = "wave";
  private static final String GRANT = "grant ";

  Orders {
    grants = Map.copyOf(grants);
  }

  /** The user's command about a crawl. */
  enum Will {
    RUN,
    PAUSE,
    STOP
  }

  /**
   * The crawl to make.
   *
   * @param edition a number that is greater whenever something has changed, from 1
   * @param options an object of JSON, as a crawl's directory has them
   */
  record Asked(long edition, String options) {}

  /** An order as a record of its topic. */
  record Order(String key, String value) {
    static Order crawl(Asked asked) {
      return new Order(CRAWL, asked.edition() + "\n" + asked.options());
    }

    static Order will(Will will) {
      return new Order(WILL, will.name());
    }

    static Order ended(long edition) {
      return new Order(ENDED, "" + edition);
    }

    static Order wave(long number) {
      return new Order(WAVE, "" + number);
    }

    static Order grant(int shard, long pages) {
      return new Order(GRANT + shard, "" + pages);
    }
  }

  /** These, and one more. Orders that this version does not know are of no effect. */
  Orders with(String key, @Nullable String value) {
    if (value == null) {
      return this;
    }
    return switch (key) {
      case CRAWL -> {
        int end = value.indexOf('\n');
        var asked = new Asked(Long.parseLong(value.substring(0, end)), value.substring(end + 1));
        yield new Orders(Optional.of(asked), will, ended, wave, grants);
      }
      case WILL -> new Orders(crawl, Will.valueOf(value), ended, wave, grants);
      case ENDED -> new Orders(crawl, will, Long.parseLong(value), wave, grants);
      case WAVE -> new Orders(crawl, will, ended, Long.parseLong(value), grants);
      default -> {
        if (!key.startsWith(GRANT)) {
          yield this;
        }
        Map<Integer, Long> more = new HashMap<>(grants);
        more.put(Integer.parseInt(key.substring(GRANT.length())), Long.parseLong(value));
        yield new Orders(crawl, will, ended, wave, more);
      }
    };
  }

  /** The edition of the crawl; 0 before there is one. */
  long edition() {
    return crawl.map(Asked::edition).orElse(0L);
  }

  /** Whether nothing can come to any shard any more. */
  boolean isEnding() {
    return ended > 0 && ended == edition();
  }
}
