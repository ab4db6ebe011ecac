package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.url.CrawlUrl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class ItemFileTest {
  private static final CrawlUrl PAGE = CrawlUrl.of("http://a/");
  private static final ItemFormat JSON = ItemFormat.jsonLines();
  private static final ItemFormat CSV = ItemFormat.csv(List.of("a", "b"));

  @TempDir Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("items");
  }

  private static long write(ItemFile file, Item... items) throws Exception {
    try (file) {
      file.open();
      file.write(PAGE, List.of(items));
      return file.position();
    }
  }

  @Test
  void appendedRecordsGoBehindWhatIsThere() throws Exception {
    assertEquals(8, write(ItemFile.append(path, JSON), Item.of("a", 1)));
    assertEquals(16, write(ItemFile.append(path, JSON), Item.of("a", 2)));
    assertEquals("{\"a\":1}\n{\"a\":2}\n", Files.readString(path));
  }

  @Test
  void anOverwrittenFileBeginsAnew() throws Exception {
    Files.writeString(path, "half a line");
    write(ItemFile.overwrite(path, JSON), Item.of("a", 1), Item.of("a", 2));
    assertEquals("{\"a\":1}\n{\"a\":2}\n", Files.readString(path));
  }

  @Test
  void aTableHasItsColumnsOnce() throws Exception {
    write(ItemFile.append(path, CSV), Item.of("a", 1));
    write(ItemFile.append(path, CSV), Item.of("b", 2));
    assertEquals("a,b\n1,\n,2\n", Files.readString(path));
    write(ItemFile.overwrite(path, CSV), Item.of("b", 3));
    assertEquals("a,b\n,3\n", Files.readString(path));
  }

  @Test
  void recordsAreNotAppendedWhereTheyWouldBeLost() throws Exception {
    Files.writeString(path, "{\"a\":1}\n{\"a\"");
    var torn = assertThrows(UsageException.class, () -> ItemFile.append(path, JSON).open());
    assertEquals(
        path + ": its last line has no end; end or remove it, or type -O in place of -o",
        torn.getMessage());
    Files.writeString(path, "a,c\n1,2\n");
    var other = assertThrows(UsageException.class, () -> ItemFile.append(path, CSV).open());
    assertEquals(
        path + ": it does not begin with the columns a,b; type another file, or -O in place of -o",
        other.getMessage());
    assertEquals("a,c\n1,2\n", Files.readString(path));
  }

  @Test
  void aFileThatCannotBeIsTheUsersMistake() {
    for (Path bad : List.of(directory, directory.resolve("none/items"))) {
      var mistake = assertThrows(UsageException.class, () -> ItemFile.overwrite(bad, JSON).open());
      assertEquals(bad + ": cannot be written; type another file", mistake.getMessage());
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsAFailureThatNamesTheFile() throws Exception {
    try (ItemFile file = ItemFile.append(Path.of("/dev/full"), JSON)) {
      file.open();
      var failure =
          assertThrows(IOException.class, () -> file.write(PAGE, List.of(Item.of("a", 1))));
      assertTrue(failure.getMessage().startsWith("/dev/full: "), failure.getMessage());
      assertEquals(0, file.position());
    }
  }

  @Test
  void aKilledProcessLeavesWholeLines() throws Exception {
    var child =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                Endless.class.getName(),
                path.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    new BufferedReader(new InputStreamReader(child.getInputStream())).readLine();
    child.destroyForcibly().waitFor();
    String lines = Files.readString(path);
    assertTrue(lines.endsWith("\n") && lines.lines().count() >= 1_000, lines.length() + " bytes");
    lines.lines().forEach(JsonMapper.shared()::readTree);
  }

  /** Writes records until it is killed, and says when there are many. */
  static final class Endless {
    public static void main(String[] arguments) throws Exception {
      ItemFile file = ItemFile.append(Path.of(arguments[0]), JSON);
      file.open();
      for (int page = 0; true; page++) {
        int first = 10 * page;
        file.write(
            PAGE, IntStream.range(first, first + 10).mapToObj(i -> Item.of("a", i)).toList());
        if (page == 100) {
          System.out.println("many");
        }
      }
    }
  }
}
