package dev.arachne.road;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.road.Generator.Step.Returned;
import dev.arachne.road.Generator.Step.Yielded;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

final class GeneratorTest {
  private final List<String> told = new ArrayList<>();

  /** The seed's first example: two functions that take turns, without a loop or a lock. */
  @Test
  void aProducerAndAConsumerTakeTurns() throws Exception {
    // example: producer and consumer
    var consumer =
        new Generator<Integer, String, Void>(own -> {
          String answer = "";
          while (true) {
            int item = own.yield(answer);
            told.add("consuming " + item);
            answer = "200 OK";
          }
        });
    try (consumer) {
      consumer.next();
      for (int item = 1; item <= 3; item++) {
        told.add("producing " + item);
        if (consumer.send(item) instanceof Yielded(String answer)) {
          told.add("the consumer says " + answer);
        }
      }
    }
    // end
    assertEquals(
        List.of(
            "producing 1",
            "consuming 1",
            "the consumer says 200 OK",
            "producing 2",
            "consuming 2",
            "the consumer says 200 OK",
            "producing 3",
            "consuming 3",
            "the consumer says 200 OK"),
        told);
    assertTrue(RoadPage.text().contains("```\n" + String.join("\n", told) + "\n```\n"));
  }

  @Test
  void theRoadQuotesThatExampleAsItIs() throws Exception {
    String source = Files.readString(Path.of("src/test/java/dev/arachne/road/GeneratorTest.java"));
    int from = source.indexOf("// example: producer and consumer\n");
    String code = source.substring(source.indexOf('\n', from) + 1, source.indexOf("// end", from));
    assertTrue(
        RoadPage.text().contains("```java\n" + code.stripIndent().stripTrailing() + "\n```\n"));
  }

  @Test
  void theResultIsTheLastStep() throws Exception {
    var sum =
        new Generator<Integer, Integer, Integer>(own -> {
          int total = 0;
          for (int sent = own.yield(total); sent != 0; sent = own.yield(total)) {
            total += sent;
          }
          return total;
        });
    assertEquals(new Yielded<>(0), sum.next());
    assertEquals(new Yielded<>(2), sum.send(2));
    assertEquals(new Yielded<>(5), sum.send(3));
    assertEquals(new Returned<>(5), sum.send(0));
    assertThrows(IllegalStateException.class, () -> sum.send(1));
  }

  @Test
  void itHasToBegunBeforeItIsSentAValueAndBeginsOnce() throws Exception {
    var generator = new Generator<Integer, Integer, Integer>(own -> own.yield(1));
    assertThrows(IllegalStateException.class, () -> generator.send(1));
    generator.next();
    assertThrows(IllegalStateException.class, generator::next);
    assertEquals(new Returned<>(7), generator.send(7));
  }

  @Test
  void aFailureThatIsRaisedComesOutOfTheYield() throws Exception {
    var patient =
        new Generator<Integer, String, String>(own -> {
          try {
            own.yield("waiting");
            return "undisturbed";
          } catch (IllegalArgumentException e) {
            own.yield("caught " + e.getMessage());
            return "done";
          }
        });
    patient.next();
    assertEquals(
        new Yielded<String, String>("caught it"),
        patient.raise(new IllegalArgumentException("it")));
    assertEquals(new Returned<String, String>("done"), patient.send(0));
  }

  @Test
  void delegatingMethodsAreSkippedInBothDirections() throws Exception {
    var outer =
        new Generator<Integer, String, String>(own -> {
          var inner =
              new Generator<Integer, String, Integer>(its -> {
                int first = its.yield("inner 1");
                try {
                  return first + its.yield("inner 2");
                } catch (IllegalArgumentException e) {
                  return first + its.yield("inner caught");
                }
              });
          own.yield("outer");
          return "inner returned " + own.delegate(inner);
        });
    assertEquals(new Yielded<>("outer"), outer.next());
    assertEquals(new Yielded<>("inner 1"), outer.send(0));
    assertEquals(new Yielded<>("inner 2"), outer.send(40));
    assertEquals(new Yielded<>("inner caught"), outer.raise(new IllegalArgumentException()));
    assertEquals(new Returned<>("inner returned 42"), outer.send(2));
  }

  @Test
  void closingRunsTheFinallyBlocksOfAllThatAreInTheMiddle() throws Exception {
    var generator =
        new Generator<Integer, String, Integer>(own -> {
          try {
            return own.delegate(
                new Generator<Integer, String, Integer>(inner -> {
                  try {
                    return inner.yield("in the middle");
                  } finally {
                    told.add("inner");
                  }
                }));
          } finally {
            told.add("outer");
          }
        });
    generator.next();
    generator.close();
    generator.close();
    assertEquals(List.of("inner", "outer"), told);
  }

  @Test
  void oneThatHasNotBegunIsClosedWithoutRunning() throws Exception {
    var generator = new Generator<Integer, String, Boolean>(_ -> told.add("ran"));
    generator.close();
    assertEquals(List.of(), told);
    assertThrows(IllegalStateException.class, generator::next);
  }

  @Test
  void oneThatYieldsWhenItIsClosedIsAtFault() throws Exception {
    var stubborn =
        new Generator<Integer, String, Integer>(own -> {
          try {
            return own.yield("1");
          } catch (CancellationException e) {
            return own.yield("2");
          }
        });
    stubborn.next();
    assertThrows(IllegalStateException.class, stubborn::close);
  }

  @Test
  void aFailureIsThrownByTheDriverWithAWholeStack() {
    var failure = new IllegalArgumentException("no good");
    var outer =
        new Generator<Integer, String, Integer>(
            own -> own.delegate(new Generator<Integer, String, Integer>(_ -> fails(failure))));
    assertSame(failure, assertThrows(IllegalArgumentException.class, outer::next));
    List<String> way =
        Arrays.stream(failure.getStackTrace())
            .map(StackTraceElement::getMethodName)
            .filter(name -> !name.startsWith("assertThrows"))
            .toList();
    String test = "aFailureIsThrownByTheDriverWithAWholeStack";
    assertEquals("fails", way.getFirst(), way::toString);
    assertTrue(way.get(1).startsWith("lambda$" + test), way::toString); // the inner body
    assertTrue(way.get(2).startsWith("lambda$" + test), way::toString); // the outer body
    assertTrue(way.subList(3, way.size()).contains(test), way::toString); // who drives it
  }

  private static int fails(RuntimeException failure) {
    failure.fillInStackTrace();
    throw failure;
  }
}
