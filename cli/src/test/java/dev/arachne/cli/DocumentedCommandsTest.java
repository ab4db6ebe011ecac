package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.ParameterException;

/**
 * The commands and options in README.md and the guides are those that the program has; those of
 * clusters have a test in the module that has them.
 */
class DocumentedCommandsTest {
  private static final Pattern FENCED = Pattern.compile("(?m)^ *```[\\s\\S]*?^ *```");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern OPTION =
      Pattern.compile("(?<![\\w/-])--[a-z][a-z0-9.-]*[a-z0-9](?![_A-Z\\w])");

  /** A command at the beginning of a line, up to a pipe, a redirection or a comment. */
  private static final Pattern LINE =
      Pattern.compile("(?m)^(?:    |\\$ |    \\$ )?(?:\\./)?arachne ([a-z]+ [^|>#\\n]*)");

  /** A command of the benches, which guides name after a figure. */
  private static final Pattern BENCH = Pattern.compile("bench/[\\w-]+");

  /** Those of other programs, which guides name. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "--add-opens",
          "--enable-native-access",
          "--max-pages",
          "--no-parent",
          "--concurrency",
          "--span-hosts",
          "--random-wait",
          "--warc-file",
          "--spider",
          "--password",
          "--generate",
          "--mirror",
          "--no-jar",
          "--urls",
          "--behaviors");

  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>(List.of(Path.of("../README.md")));
    try (Stream<Path> guides = Files.list(Path.of("../docs"))) {
      guides
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> !file.endsWith("cluster.md") && !file.endsWith("cluster-sizes.md"))
          .sorted(Comparator.naturalOrder())
          .forEach(documents::add);
    }
    return documents;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyOptionInADocumentIsOneOfTheProgram(Path document) throws Exception {
    Set<String> known = new TreeSet<>(OF_OTHERS);
    for (Grammar.Entry verb : Grammar.of(Arachne.grammar()).verbs()) {
      verb.options().forEach(option -> known.addAll(option.names()));
    }
    known.addAll(List.of("--version", "--help", "--adapt", "--cookies"));
    known.add("--prepare"); // Of the launcher.
    String text = Files.readString(document);
    Set<String> unknown =
        Stream.concat(
                CODE.matcher(FENCED.matcher(text).replaceAll("")).results().map(it -> it.group(1)),
                LINE.matcher(text).results().map(MatchResult::group))
            .filter(code -> !BENCH.matcher(code).lookingAt())
            .flatMap(code -> OPTION.matcher(code).results().map(MatchResult::group))
            .filter(Predicate.not(known::contains))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(Set.of(), unknown, document.toString());
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyBenchInADocumentKnowsItsOptions(Path document) throws Exception {
    String text = FENCED.matcher(Files.readString(document)).replaceAll("");
    for (MatchResult code : CODE.matcher(text).results().toList()) {
      var bench = BENCH.matcher(code.group(1));
      if (bench.lookingAt()) {
        String program = Files.readString(Path.of("..", bench.group()));
        OPTION
            .matcher(code.group(1))
            .results()
            .map(MatchResult::group)
            .forEach(option -> assertTrue(program.contains('"' + option + '"'), code.group(1)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void everyCommandInADocumentIsUnderstood(Path document) throws Exception {
    String text = Files.readString(document);
    List<String> commands = new ArrayList<>(commands(document));
    CODE.matcher(FENCED.matcher(text).replaceAll(""))
        .results()
        .map(match -> match.group(1).strip())
        .filter(code -> code.matches("(\\./)?arachne [a-z]+ .*[A-Za-z.:/]+.*"))
        .map(code -> code.replaceFirst("^(\\./)?arachne ", ""))
        .filter(code -> !code.contains("...") && !code.contains("[") && !code.contains("FORM"))
        .forEach(commands::add);
    for (String command : commands) {
      List<String> words = words(command);
      if (words.isEmpty() || command.contains("...") || words.getFirst().equals("cluster")) {
        continue;
      }
      if (command.equals("why URL")) {
        words.add("example.com.crawl"); // The verb in a sentence, without its directory.
      }
      try {
        Arachne.grammar().parseArgs(words.toArray(String[]::new));
      } catch (ParameterException e) {
        String why = String.valueOf(e.getMessage());
        boolean isOfThisMachine =
            why.contains("cannot read")
                || why.contains("there is no")
                || why.contains(".yaml")
                || why.contains("Missing required parameter for option");
        assertTrue(isOfThisMachine, document + ": arachne " + command + ": " + e.getMessage());
      }
    }
  }

  /** The commands on lines of their own, in their order, without the name of the program. */
  static List<String> commands(Path document) throws IOException {
    return LINE.matcher(Files.readString(document))
        .results()
        .map(match -> match.group(1).strip())
        .filter(command -> !command.contains("..."))
        .toList();
  }

  /** The words of a command as a shell has them. */
  static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    var matcher = Pattern.compile("(?:'([^']*)'|\"([^\"]*)\"|[^\\s'\"])+").matcher(command);
    while (matcher.find()) {
      words.add(matcher.group().replaceAll("['\"]", ""));
    }
    return words;
  }
}
