package dev.arachne.bench;

import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A site of {@link LinkedPages} in a process of its own, for one client after the other: each line
 * on standard input is answered with the targets that were asked since the last, one a line, and an
 * empty line. Prints the URL of the first page once it listens; ends with its input.
 *
 * <pre>java -cp bench/target/bench.jar dev.arachne.bench.ServedPages PAGES BYTES LINKS</pre>
 */
public final class ServedPages {
  private static final int SEED = 1;

  private ServedPages() {}

  /** Serves so many pages of so many bytes, with so many links each. */
  public static void main(String[] arguments) throws IOException {
    var site =
        new LinkedPages(
            Integer.parseInt(arguments[0]),
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            SEED);
    try (var web = TestWeb.serve(site);
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
      System.out.println(web.url("/"));
      int told = 0;
      while (in.readLine() != null) {
        List<String> asked = web.targets();
        asked.subList(told, asked.size()).forEach(System.out::println);
        System.out.println();
        told = asked.size();
      }
    }
  }
}
