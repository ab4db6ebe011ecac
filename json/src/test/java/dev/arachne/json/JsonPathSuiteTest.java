package dev.arachne.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The compliance test suite of jsonpath-standard, every test of it: {@code cts.json}, which the
 * system property {@code arachne.jsonpath} names.
 */
final class JsonPathSuiteTest {
  @Test
  void everyTestOfTheSuitePasses() throws Exception {
    Path file = Path.of(System.getProperty("arachne.jsonpath", "absent"));
    assumeTrue(Files.isRegularFile(file), "SKIPPED: name cts.json with -Darachne.jsonpath=FILE");
    Map<?, ?> suite = (Map<?, ?>) new JsonTree(100, 1_000_000).read(Files.readAllBytes(file));
    List<String> failed = new ArrayList<>();
    List<?> tests = (List<?>) suite.get("tests");
    for (Object each : tests) {
      Map<?, ?> test = (Map<?, ?>) each;
      String said = failure(test);
      if (!said.isEmpty()) {
        failed.add(test.get("name") + ": " + test.get("selector") + ": " + said);
      }
    }
    assertTrue(tests.size() >= 680, tests.size() + " tests");
    assertEquals(List.of(), failed);
  }

  private static String failure(Map<?, ?> test) {
    List<Object> found = new ArrayList<>();
    List<Object> paths = new ArrayList<>();
    try {
      for (JsonNode node :
          JsonPath.parse((String) test.get("selector")).find(test.get("document"), _ -> {})) {
        found.add(node.value());
        paths.add(node.path());
      }
    } catch (JsonPathException e) {
      return test.containsKey("invalid_selector") ? "" : e.getMessage();
    }
    if (test.containsKey("invalid_selector")) {
      return "is taken";
    }
    List<?> allowed =
        test.get("results") instanceof List<?> several ? several : List.of(test.get("result"));
    List<?> allowedPaths =
        test.get("results_paths") instanceof List<?> several
            ? several
            : test.containsKey("result_paths") ? List.of(test.get("result_paths")) : List.of(paths);
    return allowed.contains(found) && allowedPaths.contains(paths) ? "" : found + " at " + paths;
  }
}
