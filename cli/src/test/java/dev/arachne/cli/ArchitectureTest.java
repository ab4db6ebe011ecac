package dev.arachne.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The shape of the house, which is the table below, against the compiled classes of every module
 * that the tool is made of, and of what is for tests alone.
 */
final class ArchitectureTest {
  private static final String ROOT = "dev.arachne.";

  /** Each package, and which others it may use. A new module gets its row here. */
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("url", List.of()),
          Map.entry("robots", List.of("url")),
          Map.entry("text", List.of()),
          Map.entry("html", List.of("text")),
          Map.entry("extract", List.of("url", "text", "html")),
          Map.entry("sitemap", List.of("url", "text", "html")),
          Map.entry("items", List.of("url", "text", "json")),
          Map.entry("content", List.of("url", "text")),
          Map.entry("pdf", List.of("url", "content")),
          Map.entry("natives", List.of()),
          Map.entry("json", List.of()),
          Map.entry("runtime", List.of()),
          Map.entry("coding", List.of()),
          Map.entry("network", List.of("runtime")),
          Map.entry("tls", List.of("natives", "runtime", "network")),
          Map.entry("spool", List.of("runtime", "coding")),
          Map.entry("protocol", List.of("coding")),
          Map.entry("http2", List.of("protocol")),
          Map.entry("archive", List.of("url", "coding", "protocol")),
          Map.entry("replay", List.of("url", "text", "html", "protocol", "archive")),
          Map.entry("server", List.of("protocol")),
          Map.entry("cookies", List.of("url", "protocol")),
          Map.entry(
              "http",
              List.of(
                  "url",
                  "coding",
                  "protocol",
                  "http2",
                  "cookies",
                  "runtime",
                  "network",
                  "tls",
                  "spool")),
          Map.entry("browser", List.of("json", "runtime")),
          Map.entry("offline", List.of("url", "archive", "runtime", "network", "http")),
          Map.entry("store", List.of("natives")),
          Map.entry("pace", List.of()),
          Map.entry("traps", List.of("url", "html", "store")),
          Map.entry("ledger", List.of("text", "url", "store")),
          Map.entry("frontier", List.of("runtime", "url", "store", "pace", "ledger", "traps")),
          Map.entry(
              "options",
              List.of(
                  "url",
                  "robots",
                  "archive",
                  "extract",
                  "items",
                  "protocol",
                  "http",
                  "store",
                  "pace",
                  "ledger",
                  "frontier")),
          Map.entry("control", List.of("ledger", "options")),
          Map.entry("audit", List.of("url", "robots", "store", "ledger", "options")),
          Map.entry("report", List.of("url", "runtime", "items", "ledger")),
          Map.entry("metrics", List.of("runtime", "server")),
          Map.entry(
              "directory",
              List.of(
                  "url", "archive", "robots", "runtime", "store", "ledger", "options", "report")),
          Map.entry(
              "output",
              List.of("url", "items", "runtime", "spool", "ledger", "frontier", "options")),
          Map.entry(
              "fetch",
              List.of(
                  "url",
                  "robots",
                  "runtime",
                  "network",
                  "tls",
                  "protocol",
                  "http",
                  "pace",
                  "ledger",
                  "frontier",
                  "options")),
          Map.entry(
              "pages",
              List.of(
                  "url",
                  "content",
                  "protocol",
                  "archive",
                  "store",
                  "ledger",
                  "options",
                  "directory",
                  "output")),
          Map.entry(
              "index",
              List.of(
                  "url",
                  "content",
                  "server",
                  "store",
                  "ledger",
                  "options",
                  "directory",
                  "output",
                  "pages")),
          Map.entry(
              "export",
              List.of("url", "content", "ledger", "options", "directory", "output", "pages")),
          Map.entry(
              "crawl",
              List.of(
                  "browser",
                  "url",
                  "robots",
                  "text",
                  "html",
                  "extract",
                  "sitemap",
                  "items",
                  "runtime",
                  "network",
                  "tls",
                  "spool",
                  "protocol",
                  "archive",
                  "cookies",
                  "http",
                  "offline",
                  "store",
                  "pace",
                  "ledger",
                  "frontier",
                  "options",
                  "control",
                  "report",
                  "metrics",
                  "directory",
                  "output",
                  "content",
                  "pages",
                  "export",
                  "traps",
                  "fetch")),
          Map.entry(
              "findings",
              List.of("url", "text", "content", "archive", "ledger", "options", "pages")),
          Map.entry(
              "mcp",
              List.of(
                  "url",
                  "json",
                  "runtime",
                  "content",
                  "ledger",
                  "options",
                  "report",
                  "directory",
                  "pages",
                  "index",
                  "crawl")),
          Map.entry(
              "dashboard",
              List.of(
                  "url",
                  "items",
                  "runtime",
                  "server",
                  "store",
                  "pace",
                  "ledger",
                  "frontier",
                  "options",
                  "report",
                  "directory",
                  "control",
                  "crawl")),
          Map.entry("terminal", List.of("items", "runtime", "ledger", "report")),
          Map.entry("arguments", List.of("url", "protocol", "http", "options", "terminal")),
          Map.entry("road", List.of("url", "extract", "runtime", "network", "protocol", "http")),
          Map.entry("compare", List.of("url", "road", "testkit")),
          Map.entry(
              "cli",
              List.of(
                  "browser",
                  "url",
                  "robots",
                  "text",
                  "extract",
                  "sitemap",
                  "items",
                  "runtime",
                  "spool",
                  "network",
                  "tls",
                  "protocol",
                  "archive",
                  "replay",
                  "cookies",
                  "http",
                  "offline",
                  "store",
                  "pace",
                  "ledger",
                  "frontier",
                  "options",
                  "control",
                  "audit",
                  "report",
                  "metrics",
                  "directory",
                  "output",
                  "content",
                  "pages",
                  "index",
                  "findings",
                  "export",
                  "fetch",
                  "crawl",
                  "mcp",
                  "dashboard",
                  "terminal",
                  "arguments",
                  "road",
                  "compare")),
          Map.entry("testkit", List.of()),
          Map.entry("simulation", List.of("runtime", "network", "testkit")));

  /**
   * The classes that take time, chance, threads or executors from the JDK by themselves, not from
   * the loop they run on, each with its reason.
   */
  private static final Map<String, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry(
              "terminal.LiveDisplay",
              "writes to a terminal beside the crawl, which must not wait for it"),
          Map.entry("control.ControlServer", "waits on threads of its own, which may block"),
          Map.entry(
              "crawl.FolderServer", "runs the JDK's file server, which wants threads to block"),
          Map.entry(
              "metrics.MetricsFile", "writes a file beside the crawl, which must not wait for it"),
          Map.entry("mcp.McpStreams", "has a thread for each call, since tools block"),
          Map.entry("mcp.McpHttp", "runs the JDK's server, which wants threads to block"),
          Map.entry(
              "replay.BrowserServer",
              "has a thread for each browser's connection, to read files on"),
          Map.entry(
              "cli.DashboardViewer", "is a browser, once, while the JVM is trained, and may block"),
          Map.entry("dashboard.UpdateBroadcaster", "looks at a crawl from outside, once a second"),
          Map.entry("protocol.BotSignature", "has the JDK make the public key of a given secret"),
          Map.entry("dashboard.Token", "is a secret, not a choice that a crawl makes"),
          Map.entry(
              "server.LocalServer", "runs the JDK's HTTP server, which wants threads to block"));

  /**
   * {@code runtime} is where they come from; {@code testkit} stands on the JDK alone; {@code road}
   * shows how it is done without {@code runtime}, and {@code compare} what that takes.
   */
  private static final Set<String> AT_THE_SOURCE = Set.of("runtime", "testkit", "road", "compare");

  /** What is in {@code testkit} for tests alone, and so not in the jar of the tool: see the pom. */
  private static final Set<String> LEFT_OUT =
      Set.of("testkit.RateLimit", "testkit.ServePages", "testkit.Suites", "testkit.TestEmbeddings");

  private static final Set<String> SOURCES =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.time.Instant.now",
          "java.time.LocalDateTime.now",
          "java.time.ZonedDateTime.now",
          "java.time.Clock.systemUTC",
          "java.time.Clock.systemDefaultZone",
          "java.lang.Math.random",
          "java.util.Random.<init>",
          "java.util.concurrent.ThreadLocalRandom.current",
          "java.util.random.RandomGenerator.getDefault",
          "java.security.SecureRandom.<init>",
          "java.util.UUID.randomUUID",
          "java.lang.Thread.<init>",
          "java.lang.Thread.ofPlatform",
          "java.lang.Thread.ofVirtual",
          "java.lang.Thread.startVirtualThread",
          "java.lang.Thread.sleep",
          "java.util.Timer.<init>",
          "java.util.concurrent.ThreadPoolExecutor.<init>",
          "java.util.concurrent.ForkJoinPool.commonPool",
          "java.util.concurrent.CompletableFuture.supplyAsync",
          "java.util.concurrent.CompletableFuture.runAsync");

  private static final String EXECUTORS = "java.util.concurrent.Executors.";

  private static final JavaClasses HOUSE = read();

  /** Names are enough of the classes of the JDK and of libraries: their files are not read. */
  private static JavaClasses read() {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("dev.arachne");
  }

  static Stream<Arguments> packages() {
    return MAY_USE.entrySet().stream().map(row -> arguments(row.getKey(), row.getValue()));
  }

  @ParameterizedTest
  @MethodSource("packages")
  void aPackageUsesOnlyThoseThatStandBelowIt(String name, List<String> allowed) {
    String[] own =
        Stream.concat(Stream.of(name), allowed.stream()).map(ROOT::concat).toArray(String[]::new);
    classes()
        .that()
        .resideInAPackage(ROOT + name)
        .should()
        .onlyDependOnClassesThat(resideOutsideOfPackage(ROOT + ".").or(resideInAnyPackage(own)))
        .check(HOUSE);
  }

  @Test
  void everyPackageHasItsRowAndNoneHasPackagesInside() {
    Set<String> found = new TreeSet<>();
    HOUSE.forEach(each -> found.add(each.getPackageName()));
    Set<String> listed = new TreeSet<>();
    MAY_USE.keySet().forEach(name -> listed.add(ROOT + name));
    assertEquals(listed, found);
  }

  @Test
  void noPackagesUseEachOther() {
    slices().matching(ROOT + "(*)").should().beFreeOfCycles().check(HOUSE);
  }

  @Test
  void timeChanceAndThreadsComeFromTheRuntimeButForKnownExceptions() {
    Map<String, Set<String>> found = new TreeMap<>();
    for (JavaClass each : HOUSE) {
      String name = topLevel(each);
      if (!AT_THE_SOURCE.contains(name.substring(0, name.indexOf('.')))) {
        each.getCodeUnitAccessesFromSelf().stream()
            .map(ArchitectureTest::target)
            .filter(target -> SOURCES.contains(target) || target.startsWith(EXECUTORS))
            .forEach(target -> found.computeIfAbsent(name, _ -> new TreeSet<>()).add(target));
      }
    }
    assertEquals(new TreeSet<>(EXCEPTIONS.keySet()), found.keySet(), found::toString);
  }

  @Test
  void nothingUsesWhatTheJarLeavesOutOfTestkit() {
    DescribedPredicate<JavaClass> leftOut =
        describe("the jar leaves out", each -> LEFT_OUT.contains(topLevel(each)));
    noClasses()
        .that(DescribedPredicate.not(leftOut))
        .should()
        .dependOnClassesThat(leftOut)
        .check(HOUSE);
  }

  /** Such as {@code testkit.TestWeb}. */
  private static String topLevel(JavaClass each) {
    String name = each.getName();
    return name.startsWith(ROOT) ? name.substring(ROOT.length()).replaceFirst("\\$.*", "") : "";
  }

  private static String target(JavaCodeUnitAccess<?> access) {
    return access.getTargetOwner().getName() + "." + access.getTarget().getName();
  }
}
