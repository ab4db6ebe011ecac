package dev.arachne.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {
  @Test
  void aDurationIsCountedUpToItsBoundInclusive() {
    var histogram = new DurationHistogram();
    histogram.add(0);
    histogram.add(1_000_000);
    histogram.add(1_000_001);
    histogram.add(31_000_000_000L);
    histogram.add(-5);
    DurationHistogram.Counts counts = histogram.counts();
    assertEquals(List.of(3L, 1L), counts.counts().subList(0, 2));
    assertEquals(1, counts.counts().getLast());
    assertEquals(5, counts.total());
    assertEquals(31.002000001, counts.seconds(), 1e-9);
    assertEquals(DurationHistogram.bounds().size() + 1, counts.counts().size());
  }

  @Test
  void countsOfTwoAreAdded() {
    var one = new DurationHistogram();
    one.add(2_000_000);
    var other = new DurationHistogram();
    other.add(2_000_000);
    other.add(3_000_000_000L);
    DurationHistogram.Counts sum = one.counts().plus(other.counts());
    assertEquals(2, sum.counts().get(1));
    assertEquals(3, sum.total());
    assertEquals(3.004, sum.seconds(), 1e-9);
  }
}
