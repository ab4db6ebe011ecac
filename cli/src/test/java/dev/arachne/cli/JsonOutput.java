package dev.arachne.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JSON output of the program, as docs/json.md lists it. Immutable.
 *
 * @param option that asks for it, with its verb if other verbs have another option of that name
 * @param schemas of its lines, in docs/schemas
 */
record JsonOutput(String option, String example, List<String> schemas) {
  /** All of them, in the order of the page. */
  static final List<JsonOutput> ALL =
      List.of(
          of("--output", "crawl https://example.com/ -o pages.jsonl", "pages"),
          of("list --json", "list example.com.crawl --json", "list", "list-count"),
          of("status --json", "status example.com.crawl --json", "status"),
          of("plan --json", "plan https://example.com/ --json", "plan"),
          of("--changes", "recrawl example.com.crawl --changes changes.jsonl", "changes"),
          of("changes --json", "changes example.com.crawl --json", "changes"),
          of("diff --json", "diff earlier.crawl later.crawl --json", "diff"),
          of("report --format", "report example.com.crawl --format json", "report"),
          of("--report", "check https://example.com/ --report report.json", "report"),
          of("audit --json", "audit example.com.crawl --json", "audit", "audit-violation"),
          of("export --jsonl", "export example.com.crawl --jsonl pages.jsonl", "export"),
          of(
              "export --chunks",
              "export example.com.crawl --jsonl chunks.jsonl --chunks 400",
              "export-chunks"),
          of("search --json", "search example.com.crawl --json word", "search"),
          of("archive ls --json", "archive ls --json example.com.crawl", "archive-ls"),
          of(
              "archive check --json",
              "archive check --json example.com.crawl",
              "archive-check",
              "archive-check-fault"),
          of("fetch --json", "fetch https://example.com/ --json", "fetch"),
          of("links --json", "links https://example.com/ --json", "links"),
          of("robots --json", "robots https://example.com/ --json", "robots"),
          of("compare --json", "compare --json", "compare"),
          of("cluster status --json", "cluster status news --json", "cluster-status"));

  private static final Map<String, JsonOutput> BY_OPTION =
      ALL.stream().collect(Collectors.toMap(JsonOutput::option, output -> output));

  private static JsonOutput of(String option, String example, String... schemas) {
    return new JsonOutput(option, "arachne " + example, List.of(schemas));
  }

  /** Whether an option of a verb is one of an output here. */
  static boolean isOf(String verb, List<String> names) {
    return names.stream()
        .flatMap(name -> Stream.of(name, verb + " " + name))
        .anyMatch(BY_OPTION::containsKey);
  }
}
