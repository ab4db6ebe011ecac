package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.terminal.Streams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The documents say of clusters what the program does. */
class DocumentedClusterTest {
  /** A command on a line of its own, up to a comment, or a piece of code in a sentence. */
  private static final Pattern COMMAND =
      Pattern.compile("(?m)(?:^ {4}\\./arachne |`(?:arachne )?)cluster ([a-z]+(?: [^` \\n]+)*)");

  @Test
  void aShardFetchesAsManyPagesAtATimeAsIsSaid() throws Exception {
    String said = ClusterWorker.LEAST_TASKS + " for each shard at least";
    assertTrue(Files.readString(Path.of("../docs/cluster.md")).contains(said), said);
  }

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
