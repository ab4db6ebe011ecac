package dev.arachne.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every example of docs/scraping.md, run as it stands there. */
class ScrapingPageTest {
  private static final String SITE = "http://films.example/";
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(yaml|console)\n(.*?)^```$");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /** A name of a file at the command line, in a path of ours, or in what is told. */
  private static final Pattern FILE = Pattern.compile("[a-z.]+\\.(yaml|csv|json|jsonl|scrape)");

  @TempDir Path directory;

  @Test
  void everyExampleDoesWhatThePageSays() throws Exception {
    String page = Files.readString(Path.of("../docs/scraping.md"));
    int commands = 0;
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      for (MatchResult block : BLOCK.matcher(page).results().toList()) {
        String text = block.group(2);
        if (block.group(1).equals("yaml")) {
          String name = text.substring("# ".length(), text.indexOf('\n'));
          Files.writeString(directory.resolve(name), text.replace(SITE, web.url("/")));
        } else {
          for (String session : text.substring("$ ".length()).split("(?m)^\\$ ")) {
            check(session, web);
            commands++;
          }
        }
      }
    }
    assertTrue(commands >= 9, commands + " commands");
  }

  private void check(String session, TestWeb web) throws IOException {
    List<String> lines = session.lines().toList();
    String told =
        told(lines.getFirst(), web).replace(web.url("/"), SITE).replace(directory + "/", "");
    String expected =
        lines.stream().skip(1).map(ScrapingPageTest::pattern).collect(Collectors.joining());
    Matcher matcher = Pattern.compile(expected).matcher(told);
    if (!matcher.matches()) {
      assertEquals(
          String.join("\n", lines.subList(1, lines.size())) + "\n", told, lines.getFirst());
    }
  }

  /** A line of the page: dots alone are any lines, at the end of a line its rest. */
  private static String pattern(String line) {
    if (line.equals("...")) {
      return "(?:.*\n)*?";
    }
    return line.endsWith("...")
        ? Pattern.quote(line.substring(0, line.length() - 3)) + ".*\n"
        : Pattern.quote(line + "\n");
  }

  private String told(String command, TestWeb web) throws IOException {
    int pipe = command.indexOf(" | ");
    if (pipe > 0) {
      return told(command.substring(pipe + 3), web, input(command.substring(0, pipe)));
    }
    return told(command, web, "");
  }

  /** The text that printf or echo passes to a command. */
  private String input(String command) {
    String text = command.substring(command.indexOf('\'') + 1, command.lastIndexOf('\''));
    String lines = command.startsWith("printf") ? text.replace("\\n", "\n") : text + "\n";
    return FILE.matcher(lines).replaceAll(file -> directory.resolve(file.group()).toString());
  }

  private String told(String command, TestWeb web, String input) throws IOException {
    List<String> words = new ArrayList<>();
    for (MatchResult word : WORD.matcher(command.replace(SITE, web.url("/"))).results().toList()) {
      String text = word.group(1) != null ? word.group(1) : word.group(2);
      words.add(FILE.matcher(text).matches() ? directory.resolve(text).toString() : text);
    }
    if (words.contains("-O") && !words.contains("--store")) {
      words.addAll(List.of("--dir", directory.resolve("films.example.scrape").toString()));
    }
    Path file = Path.of(words.getLast());
    return switch (words.getFirst()) {
      case "arachne" -> {
        String[] arguments = words.subList(1, words.size()).toArray(String[]::new);
        CapturedOutput told = CapturedOutput.withInput(input.getBytes(UTF_8), arguments);
        yield told.body() + told.out() + told.err();
      }
      case "head" ->
          Files.readAllLines(file).stream()
              .limit(Integer.parseInt(words.get(2)))
              .map(line -> line + "\n")
              .collect(Collectors.joining());
      case "wc" -> Files.readAllLines(file).size() + "\n";
      default -> throw new IllegalArgumentException(command);
    };
  }
}
