package dev.arachne.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.http.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proxies out of a file. */
class ProxyListTest {
  @TempDir Path temporary;

  private List<SiteProxy> typed(String text) throws Exception {
    Path file = Files.writeString(temporary.resolve("proxies.txt"), text);
    return OptionTable.PROXIES.type().typed("@" + file);
  }

  private String mistake(String text) {
    return assertThrows(IllegalArgumentException.class, () -> typed(text)).getMessage();
  }

  @Test
  void eachLineIsAProxy() throws Exception {
    List<SiteProxy> proxies =
        typed("# those of the office\n\n http://a.example:3128 \nsocks5://me:x@[::1]:1\r\nb\n");
    assertEquals(
        List.of("a.example", "::1", "b"),
        proxies.stream().map(SiteProxy::proxy).map(Proxy::host).toList());
  }

  @Test
  void aBadLineIsNamedByItsNumberAndNotRepeated() {
    Path file = temporary.resolve("proxies.txt");
    assertEquals(
        file + ":3: proxies of scheme ftp are not supported; use http:// or socks5://",
        mistake("a\n# b\nftp://me:secret@c\n"));
    assertEquals(
        file + ":1: this names no proxy; use one such as http://host:3128 or socks5://host:1080",
        mistake("me:secret@\n"));
    assertEquals(file + " names no proxy; write one a line", mistake("# none\n"));
    assertEquals(
        "cannot read none.txt: there is no such file; use the name of another file",
        assertThrows(
                IllegalArgumentException.class, () -> OptionTable.PROXIES.type().typed("@none.txt"))
            .getMessage());
  }
}
