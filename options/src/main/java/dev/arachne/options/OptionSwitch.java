package dev.arachne.options;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A way to say on the command line what an option is to be. Immutable.
 *
 * @param names its spellings, with blanks between: ours and those of other tools; empty for
 *     parameters without a name
 * @param label what stands for a value in help; empty for a switch that has none
 * @param verbs where it may be typed
 * @param meaning what it makes of the option
 * @param help a sentence or two; without the option's default
 * @param <T> the type of the option's values
 */
public record OptionSwitch<T>(
    String names, String label, Form form, Set<Verb> verbs, Meaning<T> meaning, String help) {

  /** The verbs that have options of crawls. */
  public enum Verb {
    CRAWL,
    SCRAPE,
    RESUME
  }

  /** The value after a name. */
  public enum Form {
    /** Nothing. */
    FLAG,
    /** A value. */
    VALUE,
    /** A value, or nothing, which is read as an empty text. */
    POSSIBLE_VALUE,
    /** A value, and the switch may be typed several times. */
    VALUES,
    /** Values with commas between, and the switch may be typed several times. */
    LISTS
  }

  /** What becomes of an option whose switch is typed. */
  public sealed interface Meaning<T> {
    /** It gets the value that is made of the text. */
    record Reads<T>(Function<String, T> reader) implements Meaning<T> {}

    /** It gets this value. */
    record Sets<T>(T value) implements Meaning<T> {}

    /** It gets a value that depends on the one it has. */
    record Changes<T>(UnaryOperator<T> change) implements Meaning<T> {}

    /** The verb knows. */
    record Special<T>() implements Meaning<T> {}
  }

  /** Its spellings, as they are to be read. */
  public List<String> spellings() {
    return Arrays.asList(names.split(" "));
  }

  /** The name by which it is called where there is room for one. */
  public String name() {
    for (String spelling : spellings()) {
      if (spelling.startsWith("--")) {
        return spelling;
      }
    }
    return names.isEmpty() ? label : spellings().getFirst();
  }

  /** Whether it may be typed behind {@code verb}. */
  public boolean isFor(Verb verb) {
    return verbs.contains(verb);
  }

  OptionSwitch<T> on(Verb first, Verb... others) {
    return new OptionSwitch<>(names, label, form, EnumSet.of(first, others), meaning, help);
  }
}
