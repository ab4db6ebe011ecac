package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.terminal.Streams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The commands for clusters in the documents are those that the program has. */
class DocumentedClusterTest {
  /** A command on a line of its own, up to a comment, or a piece of code in a sentence. */
  private static final Pattern COMMAND =
      Pattern.compile("(?m)(?:^ {4}\\./arachne |`(?:arachne )?)cluster ([a-z]+(?: [^` \\n]+)*)");

  @ParameterizedTest
  @ValueSource(strings = {"cluster.md", "cluster-sizes.md", "json.md"})
  void everyCommandIsUnderstood(String document) throws Exception {
    String text = Files.readString(Path.of("../docs", document));
    List<String> commands =
        COMMAND.matcher(text).results().map(found -> found.group(1)).distinct().toList();
    assertTrue(!commands.isEmpty());
    CommandLine cluster = new ClusterVerb(Streams.ofProcess()).commandLine();
    for (String command : commands) {
      String[] words = command.split(" ");
      assertTrue(cluster.getSubcommands().containsKey(words[0]), command);
      if (words.length > 1 && !command.contains("[")) {
        assertDoesNotThrow(() -> cluster.parseArgs(words), command);
      }
    }
  }
}
