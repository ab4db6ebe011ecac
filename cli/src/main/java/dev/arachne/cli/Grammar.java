package dev.arachne.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The verbs and options of the command line, for completion scripts and the man page. Immutable.
 */
record Grammar(List<Entry> verbs) {
  /**
   * A verb.
   *
   * @param name as it is typed; of a verb below another, both, as in {@code archive ls}
   * @param text its description, in a line
   */
  record Entry(String name, String synopsis, String text, List<Option> options) {}

  /**
   * An option.
   *
   * @param names its spellings
   * @param label of its value; empty for a flag
   */
  record Option(List<String> names, String label, String text) {
    /** The first sentence of its help. */
    String summary() {
      int end = text.indexOf(". ");
      String sentence = end < 0 ? text : text.substring(0, end);
      return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
  }

  /** The grammar of a program with all its verbs. */
  static Grammar of(CommandLine program) {
    List<Entry> entries = new ArrayList<>();
    program.getSubcommands().forEach((name, verb) -> add(name, verb, entries));
    return new Grammar(List.copyOf(entries));
  }

  private static void add(String name, CommandLine verb, List<Entry> entries) {
    CommandSpec spec = verb.getCommandSpec();
    List<Option> options = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      options.add(
          new Option(
              names(option),
              option.arity().max() == 0 ? "" : option.paramLabel(),
              String.join(" ", option.description())));
    }
    entries.add(
        new Entry(
            name,
            String.join(" ", spec.usageMessage().customSynopsis()),
            String.join(" ", spec.usageMessage().description()),
            List.copyOf(options)));
    verb.getSubcommands().forEach((below, its) -> add(name + " " + below, its, entries));
  }

  private static List<String> names(OptionSpec option) {
    List<String> names = new ArrayList<>(Arrays.asList(option.names()));
    names.sort((a, b) -> Boolean.compare(a.startsWith("--"), b.startsWith("--")));
    return List.copyOf(names);
  }

  /** The verbs that are typed first. */
  List<Entry> first() {
    return verbs.stream().filter(verb -> !verb.name().contains(" ")).toList();
  }

  /** The verbs below another. */
  List<Entry> below(Entry verb) {
    return verbs.stream().filter(each -> each.name().startsWith(verb.name() + " ")).toList();
  }
}
