package dev.arachne.arguments;

import dev.arachne.terminal.TerminalText;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns a mistake at the command line into one line with a valid form. */
public final class UsageMistake {
  /** Verbs of other programs, and ours for the same. */
  private static final Map<String, Set<String>> FOREIGN_VERBS =
      Map.ofEntries(
          Map.entry("download", Set.of("crawl")),
          Map.entry("mirror", Set.of("crawl")),
          Map.entry("runspider", Set.of("scrape")),
          Map.entry("extract", Set.of("scrape", "get")),
          Map.entry("get", Set.of("fetch")),
          Map.entry("verify", Set.of("check")),
          Map.entry("validate", Set.of("check")),
          Map.entry("ls", Set.of("list")),
          Map.entry("list", Set.of("ls")),
          Map.entry("cat", Set.of("get")),
          Map.entry("cdx", Set.of("cdxj")),
          Map.entry("index", Set.of("cdxj")),
          Map.entry("wacz", Set.of("pack")),
          Map.entry("continue", Set.of("resume")),
          Map.entry("update", Set.of("recrawl")),
          Map.entry("explain", Set.of("why")),
          Map.entry("kill", Set.of("stop")));

  private UsageMistake() {}

  /** Prints the line; returns the exit code. */
  public static int handle(ParameterException mistake, String[] arguments) {
    CommandLine verb = mistake.getCommandLine();
    verb.getErr()
        .println(
            verb.getCommandSpec().qualifiedName()
                + ": "
                + TerminalText.escaped(explain(mistake, List.of(arguments))));
    return ExitCode.USAGE;
  }

  private static String explain(ParameterException mistake, List<String> arguments) {
    CommandLine verb = mistake.getCommandLine();
    return switch (mistake) {
      case UnmatchedArgumentException unmatched ->
          unknown(unmatched.getUnmatched().getFirst(), arguments, verb);
      case MissingParameterException missing -> {
        ArgSpec argument = missing.getMissing().getFirst();
        yield argument.isPositional()
            ? "no %s; use %s"
                .formatted(
                    argument.paramLabel(),
                    String.join(" ", verb.getCommandSpec().usageMessage().customSynopsis()))
            : name(argument) + " needs a value: " + argument.paramLabel();
      }
      case OverwrittenOptionException twice -> name(twice.getOverwritten()) + " is given twice";
      case ParameterException wrong
          when wrong.getCause() instanceof TypeConversionException reason ->
          named(wrong, reason.getMessage());
      default -> String.valueOf(mistake.getMessage());
    };
  }

  private static String named(ParameterException mistake, @Nullable String text) {
    ArgSpec argument = mistake.getArgSpec();
    return (argument == null ? "" : name(argument) + ": ") + text;
  }

  private static String unknown(String argument, List<String> arguments, CommandLine verb) {
    if (!argument.startsWith("-")) {
      return unknownVerb(argument, verb);
    }
    String option = argument.replaceFirst("=.*", "");
    Optional<String> owner =
        verb.getSubcommands().entrySet().stream()
            .filter(each -> each.getValue().getCommandSpec().optionsMap().containsKey(option))
            .map(Map.Entry::getKey)
            .min(Comparator.comparing(name -> !arguments.contains(name)));
    if (owner.isPresent()) {
      return "%s comes after its verb: arachne %s %1$s".formatted(option, owner.get());
    }
    return unknownOption(option, verb);
  }

  /** The message about an option that {@code verb} does not have. */
  static String unknownOption(String option, CommandLine verb) {
    Set<String> options = verb.getCommandSpec().optionsMap().keySet();
    Optional<String> answer = ForeignOptions.answer(option);
    return answer.isPresent()
        ? option + ": " + answer.get()
        : "unknown option " + option + didYouMean("", option, options, verb);
  }

  private static String unknownVerb(String argument, CommandLine verb) {
    if (verb.getSubcommands().isEmpty()) {
      return argument + " is one argument too many" + seeHelp(verb);
    }
    if (argument.matches(".*[/:.].*")) {
      return "a verb comes first; did you mean: %s %s %s"
          .formatted(
              verb.getCommandSpec().qualifiedName(),
              verb.getSubcommands().keySet().iterator().next(),
              argument);
    }
    return noVerb(argument, verb);
  }

  /** The message about {@code word}, which is not a verb of {@code program}. */
  public static String noVerb(String word, CommandLine program) {
    return "unknown verb "
        + word
        + didYouMean(
            program.getCommandSpec().qualifiedName() + " ",
            word,
            program.getSubcommands().keySet(),
            program);
  }

  private static String didYouMean(
      String before, String typed, Set<String> words, CommandLine verb) {
    Optional<String> meant =
        FOREIGN_VERBS.getOrDefault(typed, Set.of()).stream()
            .filter(words::contains)
            .findFirst()
            .or(() -> Spelling.nearest(typed, words));
    return meant.map(word -> "; did you mean " + before + word + "?").orElse(seeHelp(verb));
  }

  private static String seeHelp(CommandLine verb) {
    return "; use " + verb.getCommandSpec().qualifiedName() + " --help";
  }

  /**
   * The arguments with the option that {@code verb} knows by another name; empty if the mistake is
   * another one.
   */
  public static Optional<List<String>> translated(ParameterException mistake, String[] arguments) {
    Set<String> ours = mistake.getCommandLine().getCommandSpec().optionsMap().keySet();
    return mistake instanceof UnmatchedArgumentException
        ? ForeignOptions.translated(List.of(arguments), ours)
        : Optional.empty();
  }

  /** The first long name of an option, which is the one that is ours. */
  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? Arrays.stream(option.names())
            .filter(n -> n.startsWith("--"))
            .findFirst()
            .orElse(option.longestName())
        : argument.paramLabel();
  }
}
