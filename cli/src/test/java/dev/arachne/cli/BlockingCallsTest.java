package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.AccessFlag;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Monitors, locks and waits of the JDK in the compiled classes. On a loop each of them can stop a
 * coroutine in the middle of a step, and others run there; what is known of that at run time is in
 * strict loops. Classes that have one for a reason are listed with it.
 */
final class BlockingCallsTest {
  private static final String ROOT = "dev.arachne.";

  private static final Map<String, String> ALLOWED =
      Map.ofEntries(
          Map.entry("runtime.Bulkhead", "its threads wait for work"),
          Map.entry("runtime.HandoffCoroutine", "passes the baton"),
          Map.entry("runtime.ScheduledCoroutine", "parks by the loop's own hand"),
          Map.entry("runtime.EventLoop", "close is waited for from outside"),
          Map.entry(
              "runtime.PlatformThreadLoop",
              "a virtual thread that is no coroutine waits for its loop"),
          Map.entry(
              "runtime.RunningLoops", "a loop's thread adds and removes it; coroutines only read"),
          Map.entry(
              "runtime.StallDetector",
              "a loop's thread adds and removes it; the rest is its own thread"),
          Map.entry("runtime.Promise", "plain threads wait"),
          Map.entry("offline.NoNetwork", "is the loop's own wait, outside of coroutines"),
          Map.entry("output.SavedBodies", "on threads that may block"),
          Map.entry("spool.HandOver", "between threads of a bulkhead"),
          Map.entry("cli.VisitRounds", "on the main thread, between two crawls"),
          Map.entry("control.ControlServer", "on threads of its own, and at the end of a crawl"),
          Map.entry("crawl.FolderServer", "ends the threads of the server"),
          Map.entry(
              "crawl.CrawlEstimator", "on the threads of processors, and when the crawl is over"),
          Map.entry(
              "dashboard.UpdateBroadcaster",
              "on a thread of its own, and those of browsers' requests"),
          Map.entry("index.HttpEmbedding", "on the thread that asks for vectors"),
          Map.entry("index.SearchServer", "on threads of browsers' requests"),
          Map.entry("index.ShardIndex", "on threads that write an index, or answer a search of it"),
          Map.entry("mcp.Cancellation", "on the thread of a call, which waits for its tool"),
          Map.entry("metrics.MetricsFile", "on a thread of its own"),
          Map.entry("mcp.McpHttp", "on the threads of the server"),
          Map.entry("mcp.McpStreams", "on the threads of its streams and calls"),
          Map.entry("pdf.PdfReader", "on threads that may block, one file at a time"),
          Map.entry("server.LocalServer", "on threads of browsers' requests"),
          Map.entry("terminal.LiveDisplay", "on a thread of its own"));

  /** On another thread than the loops', or to show how it is done without them. */
  private static final Set<String> ELSEWHERE = Set.of("testkit", "road", "compare", "replay");

  private static final Pattern BLOCKING =
      Pattern.compile(
          "java/util/concurrent/locks/.*"
              + "|java/lang/Thread\\.(sleep|join|yield)"
              + "|java/lang/Object\\.wait"
              + "|java/util/concurrent/(CountDownLatch|CyclicBarrier|Phaser|Exchanger)\\.await.*"
              + "|java/util/concurrent/Semaphore\\.acquire.*"
              + "|java/util/concurrent/\\w*(Queue|Deque)\\.(put|take)\\w*"
              + "|java/util/concurrent/(Blocking|Linked\\w*|Array\\w*)(Queue|Deque)\\.poll"
              + "|java/util/concurrent/(\\w*Executor|\\w*ExecutorService)\\.\\w+"
              + "|java/util/(Vector|Hashtable|Timer)\\..*"
              + "|java/util/Collections\\.synchronized.*");

  @Test
  void onlyKnownClassesCanBlockACoroutine() {
    Map<String, Set<String>> found = new TreeMap<>();
    for (JavaClass each :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.arachne")) {
      String name = each.getName().substring(ROOT.length()).replaceFirst("\\$.*", "");
      Set<String> blocking = blocking(each);
      if (!blocking.isEmpty() && !ELSEWHERE.contains(name.substring(0, name.indexOf('.')))) {
        found.computeIfAbsent(name, _ -> new TreeSet<>()).addAll(blocking);
      }
    }
    assertEquals(new TreeSet<>(ALLOWED.keySet()), found.keySet(), found::toString);
  }

  private static Set<String> blocking(JavaClass each) {
    Set<String> blocking = new TreeSet<>();
    for (MethodModel method : model(each).methods()) {
      if (method.flags().has(AccessFlag.SYNCHRONIZED)) {
        blocking.add("synchronized " + method.methodName().stringValue());
      }
      method
          .code()
          .ifPresent(code -> code.forEach(element -> blocking(element).ifPresent(blocking::add)));
    }
    return blocking;
  }

  private static Optional<String> blocking(CodeElement element) {
    return switch (element) {
      case MonitorInstruction _ -> Optional.of("synchronized block");
      case InvokeInstruction call ->
          Optional.of(call.owner().asInternalName() + "." + call.name().stringValue())
              .filter(target -> BLOCKING.matcher(target).matches());
      default -> Optional.empty();
    };
  }

  private static ClassModel model(JavaClass each) {
    try (InputStream file = each.getSource().orElseThrow().getUri().toURL().openStream()) {
      return ClassFile.of().parse(file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
