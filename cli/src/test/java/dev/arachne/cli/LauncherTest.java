package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher script in a checkout of its own, with JDKs and a Maven that are scripts: they tell
 * how they were called and make the files that the real ones would.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a POSIX shell script")
final class LauncherTest {
  /**
   * A program that writes its arguments, one a line in brackets, and makes a cache if asked for
   * one.
   */
  private static final String JAVA =
      """
      #!/bin/sh
      for argument; do
        case $argument in
          -XX:AOTCacheOutput=*) echo cache > "${argument#*=}"; echo made >> "$FAKES/caches"; exit 0 ;;
        esac
      done
      printf '[%s]\\n' "$0" "$@"
      exit ${JAVA_EXIT:-0}
      """;

  private static final String MAVEN =
      """
      #!/bin/sh
      echo built >> "$FAKES/builds"
      if [ -n "$MAVEN_FAILS" ]; then echo "first line"; echo "[ERROR] no such symbol"; exit 1; fi
      [ -z "$MAVEN_WAITS" ] || read line < "$FAKES/go"
      printf 'a jar PK%20s' end > "$FAKES/checkout of mine/cli/target/arachne.jar"
      """;

  @TempDir Path fakes;

  private Path home;
  private Path jar;
  private final Map<String, String> environment = new TreeMap<>();

  private record Run(int exit, List<String> out, List<String> err) {}

  @BeforeEach
  void makeACheckout() throws IOException {
    home = Files.createDirectories(fakes.resolve("checkout of mine"));
    jar = home.resolve("cli/target/arachne.jar");
    Files.copy(Path.of("../arachne"), home.resolve("arachne"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(home.resolve("pom.xml"), "");
    Files.createDirectories(home.resolve("cli/src/main"));
    Files.writeString(home.resolve("cli/pom.xml"), "");
    Files.writeString(home.resolve("cli/src/main/Source.java"), "");
    executable(fakes.resolve("maven/mvn"), MAVEN);
    environment.put("FAKES", fakes.toString());
    environment.put("HOME", fakes.toString());
    environment.put("PATH", fakes + "/maven:/usr/bin:/bin");
    environment.put("ARACHNE_JDKS", jdk("jdk", "25.0.3").toString());
  }

  private Path jdk(String name, String version) throws IOException {
    Path jdk = fakes.resolve(name);
    executable(jdk.resolve("bin/java"), JAVA);
    Files.writeString(
        jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\nOS=\"y\"\n");
    return jdk;
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start(Path script, String... arguments) throws IOException {
    var command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(fakes.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static Run end(Process process) throws InterruptedException {
    return new Run(process.waitFor(), lines(process.inputReader()), lines(process.errorReader()));
  }

  private static List<String> lines(BufferedReader reader) {
    return reader.lines().toList();
  }

  private Run run(String... arguments) throws IOException, InterruptedException {
    return end(start(home.resolve("arachne"), arguments));
  }

  private long timesOf(String what) {
    try {
      Path file = fakes.resolve(what);
      return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theFirstStartBuildsTheJarAndItsCacheAndTheNextBuildsNothing() throws Exception {
    assertEquals(List.of("building arachne (first run)..."), run("--version").err());
    Run second = run("--version");
    assertEquals(List.of(), second.err());
    assertEquals(1, timesOf("builds"));
    assertEquals(1, timesOf("caches"));
    assertEquals("[" + fakes + "/jdk/bin/java]", second.out().getFirst());
    assertTrue(
        second.out().contains("[-XX:AOTCache=" + home + "/cli/target/arachne-25.0.3.aot]"),
        second.out().toString());
    assertEquals(
        List.of("[-cp]", "[" + jar + "]", "[dev.arachne.cli.Main]", "[--version]"),
        second.out().subList(second.out().size() - 4, second.out().size()));
  }

  @Test
  void aColonInItsPathDoesNotMakeTwoPathsOfTheJar() throws Exception {
    assertEquals(0, run("--version").exit());
    home = Files.move(home, fakes.resolve("checkout: mine"));
    jar = home.resolve("cli/target/arachne.jar");
    List<String> out = run("--version").out();
    assertEquals(
        List.of("[-jar]", "[" + jar + "]", "[--version]"), out.subList(out.size() - 3, out.size()));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 20})
  void aJarThatWasCutIsBuiltAgain(long length) throws Exception {
    run();
    try (var file = FileChannel.open(jar, StandardOpenOption.WRITE)) {
      file.truncate(length);
    }
    assertEquals(List.of("building arachne (the jar is damaged)..."), run().err());
    assertEquals(List.of(), run().err());
    assertEquals(2, timesOf("builds"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pom.xml", "cli/pom.xml", "cli/src/main/Source.java"})
  void aSourceNewerThanTheJarIsBuiltOnce(String source) throws Exception {
    run();
    Files.setLastModifiedTime(home.resolve(source), FileTime.from(Instant.now().plusMillis(50)));
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(5)));
    assertEquals(List.of("building arachne (sources changed)..."), run().err());
    assertEquals(2, timesOf("builds"));
  }

  @Test
  void aDeletedSourceIsNoticed() throws Exception {
    run();
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(5)));
    Files.delete(home.resolve("cli/src/main/Source.java"));
    run();
    assertEquals(2, timesOf("builds"));
  }

  @Test
  void aFailedBuildShowsTheEndOfItsLogAndIsTriedAgain() throws Exception {
    environment.put("MAVEN_FAILS", "yes");
    Run failed = run();
    assertEquals(2, failed.exit());
    assertTrue(failed.err().contains("[ERROR] no such symbol"), failed.err().toString());
    assertTrue(failed.err().getLast().startsWith("arachne: the build failed"));
    environment.remove("MAVEN_FAILS");
    assertEquals(0, run().exit());
  }

  @Test
  void twoStartsAtOnceBuildOnce() throws Exception {
    new ProcessBuilder("mkfifo", fakes.resolve("go").toString()).start().waitFor();
    environment.put("MAVEN_WAITS", "yes");
    Process first = start(home.resolve("arachne"), "one");
    String building = first.errorReader().readLine();
    assertEquals("building arachne (first run)...", building);
    Process second = start(home.resolve("arachne"), "two");
    assertEquals(
        "arachne: waiting for another start that is building", second.errorReader().readLine());
    Files.writeString(fakes.resolve("go"), "go\n");
    assertEquals("[one]", end(first).out().getLast());
    assertEquals("[two]", end(second).out().getLast());
    assertEquals(1, timesOf("builds"));
    assertEquals(1, timesOf("caches"));
  }

  @Test
  void theLockOfAKilledStartBlocksNoOtherStart() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    Files.createDirectories(jar.getParent());
    Files.createSymbolicLink(jar.resolveSibling("building"), Path.of(Long.toString(dead.pid())));
    assertEquals(0, run().exit());
    assertFalse(Files.exists(jar.resolveSibling("building"), LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void aCacheThatCannotBeMadeIsNotTriedAgain() throws Exception {
    executable(
        fakes.resolve("jdk/bin/java"),
        JAVA.replace("echo cache >", "echo made >> \"$FAKES/caches\"; exit 1; echo >"));
    run();
    Run second = run();
    assertEquals(1, timesOf("caches"));
    assertFalse(second.out().toString().contains("AOTCache"), second.out().toString());
    assertFalse(second.out().toString().contains("NotifyFreqLog"), second.out().toString());
  }

  @Test
  void whatTheTrainingHasCompiledIsCompiledWellLate() throws Exception {
    Run run = run();
    assertTrue(run.out().contains("[-XX:Tier2InvokeNotifyFreqLog=15]"), run.out().toString());
  }

  @Test
  void theHeapGetsHugePagesWhereTheSystemHasThem() throws Exception {
    Path setting = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    boolean has = Files.isReadable(setting) && !Files.readString(setting).contains("[never]");
    Run run = run();
    assertEquals(has, run.out().contains("[-XX:+UseTransparentHugePages]"), run.out().toString());
  }

  @Test
  void argumentsAndTheExitCodePassUntouched() throws Exception {
    environment.put("JAVA_EXIT", "7");
    Run run = run("a b", "", "*", "$HOME", "'\"");
    assertEquals(7, run.exit());
    assertEquals(
        List.of("[a b]", "[]", "[*]", "[$HOME]", "['\"]"),
        run.out().subList(run.out().size() - 5, run.out().size()));
  }

  private Path release(String id) throws IOException {
    Path release = fakes.resolve("release of mine");
    Files.createDirectories(release.resolve("bin"));
    Files.createDirectories(release.resolve("lib"));
    Files.copy(
        Path.of("../arachne"),
        release.resolve("bin/arachne"),
        StandardCopyOption.COPY_ATTRIBUTES,
        StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(release.resolve("lib/arachne.jar"), "a jar");
    Files.writeString(release.resolve("lib/release"), id + "\n");
    return release.resolve("bin/arachne");
  }

  @Test
  void aReleaseBuildsNothingAndMakesItsCacheAtTheFirstStartThatWorks() throws Exception {
    Path launcher = release("1.2-abc");
    for (List<String> help :
        List.of(List.of("--version"), List.of("crawl", "-h"), List.of("check", "a", "--help"))) {
      assertEquals(List.of(), end(start(launcher, help.toArray(String[]::new))).err());
    }
    assertEquals(0, timesOf("caches"));
    assertEquals(
        List.of("arachne: preparing for this JDK, once (about 20 s)..."),
        end(start(launcher, "crawl", "a")).err());
    Run second = end(start(launcher, "crawl", "a"));
    assertEquals(List.of(), second.err());
    assertEquals(1, timesOf("caches"));
    assertEquals(0, timesOf("builds"));
    assertTrue(
        second
            .out()
            .contains("[-XX:AOTCache=" + fakes + "/.cache/arachne/arachne-1.2-abc-25.0.3.aot]"),
        second.out().toString());
    end(start(release("1.3-def"), "crawl", "a"));
    assertEquals(2, timesOf("caches"), "of another release");
  }

  @Test
  void aReleaseTellsItsVersionByItself() throws Exception {
    Path launcher = release("1.2-SNAPSHOT-abc");
    Files.writeString(
        fakes.resolve("jdk/release"),
        "IMPLEMENTOR=\"Some One\"\nJAVA_RUNTIME_VERSION=\"25.0.3+9\"\nJAVA_VERSION=\"25.0.3\"\n");
    assertEquals(
        List.of("arachne 1.2-SNAPSHOT (JDK 25.0.3+9, Some One)"),
        end(start(launcher, "--version")).out());
  }

  @Test
  void aReleaseStartsWithoutACacheWhereNoneCanBeKept() throws Exception {
    Path launcher = release("1.2-abc");
    environment.put("XDG_CACHE_HOME", "/proc/nowhere");
    Run run = end(start(launcher, "crawl", "a"));
    assertEquals(0, run.exit());
    assertEquals(List.of(), run.err());
    assertFalse(run.out().toString().contains("AOTCache"), run.out().toString());
  }

  @Test
  void aReleaseStartsItsOwnRuntimeWhateverElseIsInstalled() throws Exception {
    Path launcher = release("1.2-abc");
    jdk("release of mine/runtime", "25.0.3");
    environment.put("JAVA_HOME", jdk("newer", "27").toString());
    Run run = end(start(launcher, "help"));
    assertEquals("[" + launcher.getParent() + "/../runtime/bin/java]", run.out().getFirst());
    Files.delete(launcher.resolveSibling("../runtime/release"));
    Run damaged = end(start(launcher, "help"));
    assertEquals(2, damaged.exit());
    assertTrue(damaged.err().getFirst().endsWith("is damaged: install this release again"));
  }

  @Test
  void aReleaseWithARuntimeIsPreparedForAllUsers() throws Exception {
    Path launcher = release("1.2-abc");
    jdk("release of mine/runtime", "25.0.3");
    environment.put("XDG_CACHE_HOME", "/proc/nowhere");
    assertEquals(0, end(start(launcher, "--prepare")).exit());
    assertEquals(1, timesOf("caches"));
    Run run = end(start(launcher, "crawl", "a"));
    assertEquals(List.of(), run.err());
    String cache = "[-XX:AOTCache=" + launcher.getParent() + "/../lib/arachne.aot]";
    assertTrue(run.out().contains(cache), run.out().toString());
    assertEquals(1, timesOf("caches"));
  }

  @Test
  void aCopyWithoutItsProgramSaysSo() throws Exception {
    Files.delete(home.resolve("pom.xml"));
    Run run = run("crawl", "a");
    assertEquals(2, run.exit());
    assertEquals(1, run.err().size(), run.err().toString());
    assertTrue(run.err().getFirst().contains("ln -s"), run.err().toString());
  }

  @Test
  void theWidthOfATerminalIsPassedOn() throws Exception {
    Path script = Path.of("/usr/bin/script");
    assumeTrue(Files.isExecutable(script), "SKIPPED: no script(1), which makes a terminal");
    run("--version");
    executable(fakes.resolve("jdk/bin/java"), "#!/bin/sh\necho columns=$ARACHNE_COLUMNS\n");
    String command = "stty cols 71; '%s' help".formatted(home.resolve("arachne"));
    Run run = end(start(script, "-qec", command, "/dev/null"));
    assertTrue(run.out().contains("columns=71"), run.out().toString());
    assertTrue(run("help").out().contains("columns=0"));
  }

  @Test
  void itStartsThroughSymbolicLinks() throws Exception {
    Path direct = Files.createSymbolicLink(fakes.resolve("direct"), home.resolve("arachne"));
    Files.createDirectories(fakes.resolve("bin"));
    Path relative = Files.createSymbolicLink(fakes.resolve("bin/relative"), Path.of("../direct"));
    assertEquals("[x]", end(start(relative, "x")).out().getLast());
    assertEquals("[y]", end(start(direct, "y")).out().getLast());
    assertEquals(1, timesOf("builds"));
  }

  @Test
  void javaHomeWinsWhenItIsNewEnough() throws Exception {
    environment.put("JAVA_HOME", jdk("mine", "26-ea").toString());
    assertEquals("[" + fakes + "/mine/bin/java]", run().out().getFirst());
  }

  @ParameterizedTest
  @ValueSource(strings = {"17.0.21", "1.8.0_292", "24.0.2", "", "x"})
  void aJavaHomeThatIsTooOldIsPassedOver(String version) throws Exception {
    environment.put("JAVA_HOME", jdk("mine", version).toString());
    assertEquals("[" + fakes + "/jdk/bin/java]", run().out().getFirst());
  }

  @Test
  void theJavaOnThePathIsTakenWhenItIsNewEnough() throws Exception {
    Path bin = Files.createDirectories(fakes.resolve("links"));
    Files.createSymbolicLink(bin.resolve("java"), jdk("linked", "25").resolve("bin/java"));
    environment.put("PATH", bin + ":" + environment.get("PATH"));
    assertEquals("[" + fakes + "/linked/bin/java]", run().out().getFirst());
  }

  @Test
  void aJdkOfAUsersDirectoryIsFound() throws Exception {
    jdk(".sdkman/candidates/java/25-tem", "25.0.1");
    environment.put("ARACHNE_JDKS", fakes + "/.sdkman/candidates/java/*");
    assertEquals("[" + fakes + "/.sdkman/candidates/java/25-tem/bin/java]", run().out().getFirst());
  }

  @Test
  void withoutAJdkOneLineSaysWhatToInstall() throws Exception {
    environment.put("ARACHNE_JDKS", jdk("old", "17.0.1").toString());
    Run run = run();
    assertEquals(2, run.exit());
    assertEquals(1, run.err().size(), run.err().toString());
    assertTrue(run.err().getFirst().contains("JDK 25 or newer"), run.err().getFirst());
    assertTrue(run.err().getFirst().contains("install"), run.err().getFirst());
  }

  @Test
  void withoutMavenOneLineSaysWhatToInstall() throws Exception {
    environment.put("PATH", onlyThePlainTools().toString());
    Run run = run();
    assertEquals(2, run.exit());
    assertEquals(1, run.err().size(), run.err().toString());
    assertTrue(run.err().getFirst().contains("Maven"), run.err().getFirst());
  }

  /** A directory of what the launcher uses, for a machine whose /usr/bin has a Maven. */
  private Path onlyThePlainTools() throws IOException {
    Path bin = Files.createDirectories(fakes.resolve("tools"));
    for (String tool :
        List.of("sh", "find", "ln", "readlink", "ps", "rm", "mkdir", "tail", "touch")) {
      Path real =
          List.of("/usr/bin/", "/bin/").stream()
              .map(directory -> Path.of(directory + tool))
              .filter(Files::exists)
              .findFirst()
              .orElseThrow();
      executable(bin.resolve(tool), "#!/bin/sh\nexec " + real + " \"$@\"\n");
    }
    return bin;
  }

  @ParameterizedTest
  @CsvSource({
    "crawl a, -Xmx408m, -Xmn40m",
    "crawl --memory 64m a, -Xmx72m, -Xmn8m",
    "scrape a --memory=1G -O b.csv, -Xmx792m, -Xmn40m",
    "scrape a --memory=128m, -Xmx152m, -Xmn16m",
    "scrape a --memory=128m --dir b, -Xmx120m, -Xmn16m",
    "scrape a --memory=128m --store disk, -Xmx120m, -Xmn16m",
    "crawl a --store memory --memory 128m, -Xmx152m, -Xmn16m",
    "crawl a --memory 1m, -Xmx72m, -Xmn8m",
    "crawl a --memory much, -Xmx408m, -Xmn40m",
    "crawl a --memory, -Xmx408m, -Xmn40m",
    "resume kept, -Xmx216m, -Xmn32m",
    "resume -q kept --memory 0128m, -Xmx120m, -Xmn16m",
    "resume broken, -Xmx408m, -Xmn40m",
    "recrawl kept, -Xmx216m, -Xmn32m",
    "watch a --dir kept, -Xmx216m, -Xmn32m",
    "plan a --memory 128m, -Xmx152m, -Xmn16m",
    "recrawl indexed --revisit-most 3, -Xmx280m, -Xmn32m",
    "report kept -o report.html --check-external, -Xmx216m, -Xmn32m",
    "crawl a --index, -Xmx472m, -Xmn40m",
    "crawl --memory 64m --index a, -Xmx136m, -Xmn8m",
    "resume indexed, -Xmx280m, -Xmn32m",
  })
  void theHeapOfACrawlFollowsFromItsMemory(String typed, String heap, String young)
      throws Exception {
    Files.createDirectories(fakes.resolve("kept"));
    Files.writeString(
        fakes.resolve("kept/options"),
        "{\n  \"format\": 5,\n  \"options\": {\n    \"tasks\": 9,\n    \"memory\": \"256m\",\n"
            + "    \"roots\": [\n      \"\\\"memory\\\": \\\"1g\\\"\"\n    ]\n  }\n}\n");
    Files.createDirectories(fakes.resolve("indexed"));
    Files.writeString(
        fakes.resolve("indexed/options"),
        "{\n  \"format\": 5,\n  \"options\": {\n    \"memory\": \"256m\",\n"
            + "    \"index\": \"pages\",\n    \"roots\": [\n      \"a\"\n    ]\n  }\n}\n");
    Files.createDirectories(fakes.resolve("broken"));
    Files.writeString(
        fakes.resolve("broken/options"), "\"memory\":\n\"memory\": \"x\" 1\n\"memory\": 1 1\n");
    List<String> out = run(typed.split(" ")).out();
    assertTrue(out.containsAll(List.of("[" + heap + "]", "[" + young + "]")), out.toString());
    assertEquals(1, out.stream().filter(flag -> flag.startsWith("[-Xmx")).count());
  }

  @Test
  void aVerbThatDoesNotCrawlHasTheHeapOfTheJvm() throws Exception {
    for (String verb : List.of("status", "report")) {
      List<String> out = run(verb, "kept").out();
      assertTrue(out.stream().noneMatch(flag -> flag.startsWith("[-Xmx")), out.toString());
    }
  }

  @Test
  void anotherCollectorOfTheUserReplacesOurs() throws Exception {
    assertTrue(run().out().contains("[-XX:+UseSerialGC]"));
    environment.put("ARACHNE_JAVA_OPTS", "-Xmx1g -XX:+UseParallelGC");
    List<String> out = run().out();
    assertTrue(out.containsAll(List.of("[-Xmx1g]", "[-XX:+UseParallelGC]")), out.toString());
    assertFalse(out.contains("[-XX:+UseSerialGC]"), out.toString());
  }
}
