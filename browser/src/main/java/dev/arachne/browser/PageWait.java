package dev.arachne.browser;

import java.time.Duration;

/**
 * The end of the time that the scripts of a page get by its own clock, which stops while the page
 * waits for a reply. The page is drawn between parts of the time. Immutable.
 */
public sealed interface PageWait {
  /** The length of a part. */
  Duration part();

  /** The number of parts, at most. */
  int parts();

  /**
   * The number of parts that a page gets besides, at most, if scripts ran until the end of the
   * others. If there are any, the page is drawn after the first part, the last one, and these.
   */
  int more();

  /** The time of this machine for which a page may compute. */
  Duration life();

  /**
   * A time.
   *
   * @param time of four parts; more than zero
   */
  record Time(Duration time) implements PageWait {
    private static final int PARTS = 4;
    private static final int MORE = 2;
    private static final int LIFE_OF_TIME = 4;
    private static final Duration LEAST_LIFE = Duration.ofSeconds(10);

    @Override
    public Duration part() {
      return time.dividedBy(PARTS);
    }

    @Override
    public int parts() {
      return PARTS;
    }

    @Override
    public int more() {
      return MORE;
    }

    @Override
    public Duration life() {
      Duration life = time.multipliedBy(LIFE_OF_TIME);
      return life.compareTo(LEAST_LIFE) < 0 ? LEAST_LIFE : life;
    }
  }

  /**
   * The first part after which an element of the document matches, and 30 s if none does.
   *
   * @param selector of CSS; the element may be in an open shadow root
   */
  record Element(String selector) implements PageWait {
    private static final Duration PART = Duration.ofSeconds(1);
    private static final int PARTS = 30;
    private static final Duration LIFE = Duration.ofSeconds(40);

    @Override
    public Duration part() {
      return PART;
    }

    @Override
    public int parts() {
      return PARTS;
    }

    @Override
    public int more() {
      return 0;
    }

    @Override
    public Duration life() {
      return LIFE;
    }
  }
}
