package dev.arachne.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdnaTest {

  @ParameterizedTest
  @CsvSource({
    "MÜNCHEN.de, xn--mnchen-3ya.de",
    "faß.de, xn--fa-hia.de",
    "m%C3%BCnchen.de, xn--mnchen-3ya.de",
    "XN--mnchen-3ya.de, xn--mnchen-3ya.de",
    "ｅｘａｍｐｌｅ。com, example.com",
    "a--b.é, a--b.xn--9ca",
    "１２７.1, 127.0.0.1",
  })
  void aNameIsOneInAllItsSpellings(String host, String ascii) {
    assertEquals(ascii, CrawlUrl.of("http://" + host + "/").host());
  }

  @ParameterizedTest
  @CsvSource({"xn--mnchen-3ya-.de", "xn--zzzzzz.de", "a\u200db.de", "%FF.de", "אa.de"})
  void aNameThatBreaksTheRulesIsRejected(String host) {
    var rejected = assertInstanceOf(RejectedUrl.class, CrawlUrl.parse("http://" + host + "/"));
    assertEquals(RejectionReason.Rule.HOST_IDNA, rejected.reason().rule());
  }

  @Test
  void aPlainHostNeedsNoIcu4j() throws Exception {
    URL classes = CrawlUrl.class.getProtectionDomain().getCodeSource().getLocation();
    try (var loader =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      var parse = loader.loadClass(CrawlUrl.class.getName()).getMethod("parse", String.class);
      assertEquals("http://example.com/", parse.invoke(null, "http://Example.com").toString());
      var thrown =
          assertThrows(InvocationTargetException.class, () -> parse.invoke(null, "http://é/"));
      assertInstanceOf(NoClassDefFoundError.class, thrown.getCause());
    }
  }
}
