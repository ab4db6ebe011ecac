package dev.arachne.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.CrawlUrl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page {@code docs/hosts.md}: its example is a table, and has all keys. */
class HostsPageTest {
  private static final Path PAGE = Path.of("../docs/hosts.md");
  private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  @TempDir Path temporary;

  @Test
  void theExampleSaysWhatThePageSaysOfIt() throws Exception {
    Matcher example = EXAMPLE.matcher(Files.readString(PAGE));
    assertTrue(example.find());
    Path proxies = Files.writeString(temporary.resolve("proxies.txt"), "http://c.example\n");
    HostTable table =
        HostTable.parse(
            "docs/hosts.md",
            example.group(1).replace("/etc/proxies.txt", proxies.toString()),
            name -> "value of " + name);
    HostSettings its = table.of(CrawlUrl.of("https://example.org/"));
    assertEquals(Optional.of(Duration.ofSeconds(2)), its.bounds().delay());
    assertEquals("value of SITE_PASSWORD", its.user().orElseThrow().password());
    assertEquals(Set.of(401, 403), its.login().orElseThrow().expired().statuses());
    HostSettings other = table.of(CrawlUrl.of("http://example.org:8080/"));
    assertEquals(Optional.of(List.of()), other.proxies());
    assertEquals(its.userAgent(), other.userAgent());
    HostSettings below = table.of(CrawlUrl.of("http://www.example.org/"));
    assertEquals(3, below.proxies().orElseThrow().size());
    assertTrue(below.login().isEmpty());
  }

  @Test
  void allKeysAreInTheTablesAndInTheExample() throws Exception {
    String page = Files.readString(PAGE);
    Matcher example = EXAMPLE.matcher(page);
    assertTrue(example.find());
    for (String key : HostTableReader.KEYS) {
      assertTrue(page.contains("\n| `" + key + "` |"), key);
      assertTrue(example.group(1).contains(key + ":"), key);
    }
    for (String key : HostTableReader.KEYS_OF_LOGIN) {
      assertTrue(page.contains("\n| `" + key + "` |"), key);
    }
    for (String key : HostTableReader.KEYS_OF_PROOF) {
      assertTrue(page.contains("`" + key + "` ("), key);
    }
  }
}
