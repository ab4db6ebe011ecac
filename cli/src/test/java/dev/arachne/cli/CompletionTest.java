package dev.arachne.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Completion scripts and the man page, read by the programs that they are for. */
class CompletionTest {
  @TempDir Path temporary;

  private Path script(String shell) throws Exception {
    CapturedOutput told = CapturedOutput.by("completion", shell);
    assertEquals(ExitCode.DONE, told.code(), told.err());
    return Files.writeString(temporary.resolve("arachne." + shell), told.out());
  }

  private String run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(temporary.toFile()).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return printed;
  }

  private static boolean isInstalled(String program) {
    return List.of("/bin/", "/usr/bin/", "/usr/local/bin/").stream()
        .anyMatch(place -> Files.isExecutable(Path.of(place + program)));
  }

  @ParameterizedTest
  @CsvSource({
    "arachne cr, crawl",
    "arachne crawl --max-b, --max-bytes",
    "arachne crawl --exclude-, --exclude-domains",
    "arachne check --inter, --internal",
    "arachne archive che, check",
    "arachne crawl arachne.b, arachne.bash",
  })
  void bashCompletesVerbsOptionsAndFiles(String typed, String completed) throws Exception {
    assumeTrue(isInstalled("bash"), "SKIPPED: bash is not installed");
    List<String> words = new ArrayList<>(List.of(typed.split(" ")));
    String program =
        "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; _arachne; printf '%%s\\n' \"${COMPREPLY[@]}\""
            .formatted(script("bash"), String.join(" ", words), words.size() - 1);
    assertEquals(List.of(completed), run("bash", "-c", program).lines().toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void eachShellReadsItsScript(String shell) throws Exception {
    Path script = script(shell);
    assertTrue(Files.readString(script).contains("exclude-domains"));
    assumeTrue(isInstalled(shell), "SKIPPED: " + shell + " is not installed");
    assertEquals("", run(shell, "-n", script.toString()));
  }

  @Test
  void manReadsItsPageWithoutAWarning() throws Exception {
    CapturedOutput told = CapturedOutput.by("help", "--man");
    assertEquals(ExitCode.DONE, told.code(), told.err());
    assertTrue(told.out().contains("\\-\\-exclude\\-domains"));
    assumeTrue(isInstalled("groff"), "SKIPPED: groff is not installed");
    Path page = Files.writeString(temporary.resolve("arachne.1"), told.out());
    assertTrue(run("groff", "-man", "-Tutf8", "-ww", page.toString()).contains("crawl"));
  }
}
