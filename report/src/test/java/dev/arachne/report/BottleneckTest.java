package dev.arachne.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BottleneckTest {
  @ParameterizedTest(name = "{8}")
  @CsvSource(
      delimiter = '|',
      value = {
        "0  | 10  | 0 | 0  | 0.3  | 1   | 0   | NETWORK 100    | all wait for answers",
        "9  | 1   | 0 | 0  | 0.0  | 0   | 0   | NETWORK 10     | nothing but the root is known",
        "9  | 1   | 0 | 0  | 0.0  | 1   | 1   | POLITENESS 100 | one host gives one at a time",
        "90 | 10  | 0 | 0  | 0.2  | 500 | 465 | POLITENESS 93  | most hosts wait for their time",
        "40 | 60  | 0 | 0  | 0.2  | 500 | 465 | NETWORK 60     | most workers are busy all the same",
        "0  | 10  | 0 | 0  | 0.97 | 1   | 0   | CPU 97         | answers wait for the loop",
        "99 | 1   | 0 | 0  | 0.97 | 9   | 9   | CPU 97         | even delays are kept late",
        "0  | 2   | 8 | 0  | 0.1  | 1   | 0   | HANDLERS 80    | handlers take their time",
        "0  | 3   | 0 | 7  | 0.1  | 1   | 0   | STORE 70       | commits take their time",
        "6  | 1   | 0 | 3  | 0.1  | 0   | 0   | STORE 30       | commits hold back new links",
        "10 | 0   | 0 | 0  | 0.0  | 0   | 0   | none           | nothing is to do"
      })
  void theBottleneckIsWhatIsWaitedFor(
      double leasing,
      double fetching,
      double handling,
      double committing,
      double busy,
      long hosts,
      long resting,
      String expected,
      String why) {
    Map<Bottleneck.Kind, Double> waiting =
        Map.of(
            Bottleneck.Kind.NETWORK,
            fetching,
            Bottleneck.Kind.HANDLERS,
            handling,
            Bottleneck.Kind.STORE,
            committing);
    var load = new Load(leasing, waiting, busy, hosts, resting);
    String found = Bottleneck.of(load).map(it -> it.kind() + " " + it.percent()).orElse("none");
    assertEquals(expected, found, why);
  }

  @ParameterizedTest
  @EnumSource(
      value = Bottleneck.Kind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"POLITENESS", "CPU"})
  void theCommonestWaitIsNamed(Bottleneck.Kind part) {
    Map<Bottleneck.Kind, Double> waiting = new EnumMap<>(Bottleneck.Kind.class);
    for (Bottleneck.Kind each : Bottleneck.Kind.values()) {
      waiting.put(each, each == part ? 6.0 : 0.5);
    }
    var found = Bottleneck.of(new Load(0, waiting, 0.1, 1, 0)).orElseThrow();
    assertEquals(part, found.kind());
    assertEquals(Math.round(600 / (6 + 0.5 * 9)), found.percent());
  }
}
