package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.report.CrawlReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The first program of README.md compiles in a package that is not Arachne's. */
class ReadmeExampleTest {
  static CrawlReport crawl() throws Exception {
    // example
    CrawlReport report =
        new Crawl(
                CrawlOptions.crawlOf("example.com")
                    .maxDepth(3)
                    .delay(Duration.ofSeconds(1))
                    .build())
            .process(page -> System.out.println(page.url() + " " + page.body().length))
            .run();
    // end
    return report;
  }

  @Test
  void theReadmeQuotesItWithItsImports() throws Exception {
    String source = Files.readString(Path.of("src/test/java/org/example/ReadmeExampleTest.java"));
    int from = source.indexOf("// example\n") + "// example\n".length();
    String code = source.substring(from, source.indexOf("// end", from)).stripIndent();
    List<String> imports =
        source.lines().filter(line -> line.startsWith("import dev.arachne.")).toList();
    assertEquals(3, imports.size());
    String block = "```java\n" + String.join("\n", imports) + "\n\n";
    String readme = Files.readString(Path.of("../README.md"));
    int begins = readme.indexOf(block);
    assertTrue(begins >= 0, block);
    String quoted = readme.substring(begins + block.length(), readme.indexOf("```", begins + 3));
    assertEquals(code.replaceAll("\\s+", ""), quoted.replaceAll("\\s+", ""));
  }
}
