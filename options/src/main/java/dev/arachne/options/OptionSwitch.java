package dev.arachne.options;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A way to set an option on the command line. Immutable.
 *
 * @param names its spellings, with blanks between: ours and those of other tools; empty for
 *     parameters without a name
 * @param label the name of a value in help; empty for a switch without one
 * @param verbs where it may be typed
 * @param meaning how it changes the option
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
    /** No value. */
    FLAG,
    /** A value. */
    VALUE,
    /** A value or none; without one an empty text is read. */
    POSSIBLE_VALUE,
    /** A value, and the switch may be typed several times. */
    VALUES,
    /** Values with commas between, and the switch may be typed several times. */
    LISTS
  }

  /** The effect of a switch on its option. */
  public sealed interface Meaning<T> {
    /** The option gets the value that is made of the text. */
    record Reads<T>(Function<String, T> reader) implements Meaning<T> {}

    /** The option gets this value. */
    record Sets<T>(T value) implements Meaning<T> {}

    /** The option gets a value that depends on the present one. */
    record Changes<T>(UnaryOperator<T> change) implements Meaning<T> {}

    /** The verb reads the value. */
    record Special<T>() implements Meaning<T> {}
  }

  /** The spellings as a list. */
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
