package dev.arachne.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RootTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "example.com | http://example.com/",
        "' https://example.com/a\t' | https://example.com/a",
        "intranet | http://intranet/",
        "localhost/a | http://localhost/a",
        "intranet:8080/a | http://intranet:8080/a",
        "me@intranet/a | http://intranet/a",
        "example.com/go?to=http://b.org/ | http://example.com/go?to=http://b.org/",
      })
  void aTypedUrlNeedsNoScheme(String typed, String url) throws Exception {
    assertEquals(url, Seed.of(typed).canonical());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "./publc | there is no such folder; use a folder or a URL",
        "publc/ | there is no such folder; if it is a host, use http://publc/",
        "build/site | there is no such folder; if it is a host, use http://build/site",
        "ht!tp://x | this is not a URL; use one such as http://example.com/",
        "http//example.com/ | this is not a URL; use http://example.com/",
      })
  void aMistypedFolderOrSchemeIsNotAHost(String typed, String message) {
    UsageException mistake = assertThrows(UsageException.class, () -> Seed.of(typed));
    assertEquals(typed + ": " + message, mistake.getMessage());
  }

  @Test
  void aFolderThatIsThereIsOne(@TempDir Path directory) throws Exception {
    Path folder = Files.createDirectory(directory.resolve("public"));
    assertEquals(new Seed.Folder(folder.toRealPath()), Seed.of(folder + "/"));
  }
}
