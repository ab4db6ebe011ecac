package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Argument.ArgumentBuilder;
import dev.arachne.arguments.Section;
import dev.arachne.arguments.Spelling;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.options.CrawlOption;
import dev.arachne.options.CrawlOptions.Builder;
import dev.arachne.options.OptionSwitch;
import dev.arachne.options.OptionSwitch.Form;
import dev.arachne.options.OptionSwitch.Meaning;
import dev.arachne.options.OptionTable;
import dev.arachne.options.SiteProxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The options of crawls as arguments of a verb: the rows of {@link OptionTable} that may be typed
 * behind it. An option that is not typed keeps its value. Each has one name of ours; the other
 * spellings are those of wget, curl, Scrapy and the crawler of "A Web Crawler With asyncio
 * Coroutines" where they mean the same.
 */
public final class CrawlSettings {
  private final OptionSwitch.Verb place;
  private final List<Row<?>> rows = new ArrayList<>();

  /** Arguments that the verb reads, by the names of their switches. */
  private final Map<String, Argument<?>> specials = new HashMap<>();

  /** How it reads them: known before anything is typed, but after they are declared. */
  private final Map<String, ITypeConverter<?>> readers = new HashMap<>();

  /** Declares all arguments that {@code verb} has, in the order of the table. */
  public CrawlSettings(Verb verb, OptionSwitch.Verb place) {
    this.place = place;
    for (CrawlOption<?> option : OptionTable.ALL) {
      rows.add(declared(option, verb));
    }
  }

  private <T> Row<T> declared(CrawlOption<T> option, Verb verb) {
    List<Typed<T>> switches = new ArrayList<>();
    for (OptionSwitch<T> its : option.switches()) {
      if (its.isFor(place)) {
        Argument<?> argument = declared(option, its, verb);
        switches.add(new Typed<>(its, argument));
        if (its.meaning() instanceof Meaning.Special) {
          specials.put(its.name(), argument);
        }
      }
    }
    return new Row<>(option, switches);
  }

  private <T> Argument<?> declared(CrawlOption<T> option, OptionSwitch<T> its, Verb verb) {
    if (its.names().isEmpty()) {
      return verb.many(its.label()).help(option.help(its));
    }
    Section section = verb.section(option.section().title());
    ArgumentBuilder<?> unsaid =
        switch (its.form()) {
          case FLAG -> section.flag(its.names());
          case VALUE -> section.option(its.names(), its.label(), reader(its));
          case POSSIBLE_VALUE -> section.possibleOption(its.names(), its.label(), reader(its));
          case VALUES -> section.options(its.names(), its.label(), reader(its));
          case LISTS -> section.lists(its.names(), its.label(), reader(its));
        };
    return unsaid.help(option.help(its));
  }

  private <T> ITypeConverter<?> reader(OptionSwitch<T> its) {
    // No switch over types, which would be linked at each start.
    return its.meaning() instanceof Meaning.Reads<T>(var read)
        ? text -> new Value<>(Values.typed(read, text))
        : text -> special(its.name(), text);
  }

  private @Nullable Object special(String name, String text) throws Exception {
    ITypeConverter<?> reader = readers.get(name);
    return reader == null ? text : reader.convert(text);
  }

  /** An argument that the table leaves to the verb; {@code reader} reads its value, or each. */
  @SuppressWarnings("unchecked") // The reader made the value.
  public <T> Argument<T> special(String name, ITypeConverter<?> reader) {
    readers.put(name, reader);
    return (Argument<T>) Objects.requireNonNull(specials.get(name), name);
  }

  /** An argument that the table leaves to the verb, as it was typed. */
  public <T> Argument<T> special(String name) {
    return special(name, text -> text);
  }

  /** Sets the typed options; without typed proxies, sets those of the environment. */
  public void applyTo(Builder options) {
    rows.forEach(row -> row.applyTo(options));
    applyEnvironment(options, System.getenv());
  }

  /**
   * Sets options that a file names, by their long names; typed ones are set after them.
   *
   * @throws TypeConversionException if one is unknown, or its value is wrong
   */
  public void applyTo(Builder options, Map<String, List<String>> named) {
    named.forEach((name, values) -> {
      boolean isSet = false;
      for (Row<?> row : rows) {
        isSet |= row.applyTo(options, "--" + name, values);
      }
      if (!isSet) {
        throw new TypeConversionException(
            "options: "
                + name
                + " is not an option that rules can have"
                + Spelling.nearest(name, names())
                    .map(near -> "; did you mean " + near + "?")
                    .orElse("; use the long names of arachne scrape --help, without hyphens"));
      }
    });
  }

  /** The long names of the options that a file can name. */
  private List<String> names() {
    List<String> names = new ArrayList<>();
    for (Row<?> row : rows) {
      for (Typed<?> each : row.switches()) {
        if (each.isNamed()) {
          names.add(each.its().name().substring(2));
        }
      }
    }
    return names;
  }

  static void applyEnvironment(Builder options, Map<String, String> environment) {
    if (options.get(OptionTable.PROXIES).isEmpty()) {
      try {
        options.set(OptionTable.PROXIES, SiteProxy.of(environment));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
    String direct = environment.getOrDefault("no_proxy", environment.getOrDefault("NO_PROXY", ""));
    if (options.get(OptionTable.DIRECT).isEmpty() && !direct.isBlank()) {
      options.set(OptionTable.DIRECT, OptionTable.DIRECT.type().typed(direct));
    }
  }

  /** A switch and its typed argument. */
  private record Typed<T>(OptionSwitch<T> its, Argument<?> argument) {
    boolean isSetter() {
      boolean sets =
          its.meaning() instanceof Meaning.Reads || its.meaning() instanceof Meaning.Sets;
      return sets && argument.isGiven();
    }

    boolean isNamed() {
      return its.name().startsWith("--")
          && (its.meaning() instanceof Meaning.Reads || its.meaning() instanceof Meaning.Sets);
    }

    boolean isRepeatable() {
      return its.form() == Form.VALUES || its.form() == Form.LISTS;
    }
  }

  /** A value that was typed; the library would take a list for several of them. */
  private record Value<T>(T value) {
    /** The library calls it, and a record's own would be linked at each start. */
    @Override
    public String toString() {
      return String.valueOf(value);
    }
  }

  private record Row<T>(CrawlOption<T> option, List<Typed<T>> switches) {

    void applyTo(Builder options) {
      List<Typed<T>> setters = switches.stream().filter(Typed::isSetter).toList();
      if (setters.size() > 1 && setters.stream().allMatch(Typed::isRepeatable)) {
        List<T> all = new ArrayList<>();
        setters.forEach(each -> all.addAll(values(each)));
        options.set(option, joined(all));
        return;
      }
      refuseSeveral(setters);
      for (Typed<T> each : switches) {
        if (each.argument.isGiven() && !(each.its.meaning() instanceof Meaning.Special)) {
          options.set(option, value(each, options.get(option)));
        }
      }
    }

    /** Sets the option if one of its switches has this name. */
    boolean applyTo(Builder options, String name, List<String> texts) {
      for (Typed<T> each : switches) {
        if (each.isNamed() && each.its.spellings().contains(name)) {
          options.set(option, value(each, name, texts));
          return true;
        }
      }
      return false;
    }

    private T value(Typed<T> typed, String name, List<String> texts) {
      if (typed.its.meaning() instanceof Meaning.Sets<T>(T value)) {
        String word = texts.getLast();
        if (!word.equals("true") && !word.equals("false")) {
          throw new TypeConversionException(
              "options: " + name.substring(2) + " is '" + word + "'; write true or false");
        }
        return word.equals("true") ? value : option.usual();
      }
      if (typed.its.meaning() instanceof Meaning.Reads<T>(var read)) {
        if (texts.size() > 1 && !typed.isRepeatable()) {
          throw new TypeConversionException(
              "options: " + name.substring(2) + " has several values; write one");
        }
        try {
          return joined(texts.stream().map(text -> Values.typed(read, text)).toList());
        } catch (TypeConversionException e) {
          throw new TypeConversionException(
              "options: " + name.substring(2) + ": " + e.getMessage());
        }
      }
      throw new IllegalStateException(name);
    }

    private T value(Typed<T> typed, T before) {
      Meaning<T> meaning = typed.its.meaning();
      if (meaning instanceof Meaning.Sets<T>(T value)) {
        return typed.argument.isOn() ? value : option.usual();
      }
      return meaning instanceof Meaning.Changes<T>(var change)
          ? change.apply(before)
          : joined(values(typed));
    }

    private T joined(List<T> values) {
      T all = option.type().joined(values);
      try {
        option.type().check(all);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
      return all;
    }

    @SuppressWarnings("unchecked") // The switch's reader made the values.
    private List<T> values(Typed<T> typed) {
      Object typedValue = typed.argument.typed();
      List<Value<T>> values =
          typed.its.form() == Form.VALUE || typed.its.form() == Form.POSSIBLE_VALUE
              ? List.of((Value<T>) typedValue)
              : (List<Value<T>>) typedValue;
      return values.stream().map(Value::value).toList();
    }

    private static <T> void refuseSeveral(List<Typed<T>> setters) {
      if (setters.size() > 1) {
        throw new TypeConversionException(
            "%s and %s exclude each other; use one of them"
                .formatted(
                    setters.get(0).its.spellings().getFirst(),
                    setters.get(1).its.spellings().getFirst()));
      }
    }
  }
}
