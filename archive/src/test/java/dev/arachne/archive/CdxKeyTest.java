package dev.arachne.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.URIs;

class CdxKeyTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://example.com/                    | com,example)/
          https://www.Example.com:443            | com,example)/
          http://www2.example.com/A/B/           | com,example)/a/b
          http://example.com:8080/x?             | com,example:8080)/x
          http://user:pw@example.com/?b=2&a=1#f  | com,example)/?a=1&b=2
          http://example.com/%7Efoo/%E4%F6       | com,example)/~foo/%e4%f6
          http://example.com/a%2520b             | com,example)/a%20b
          http://192.0.2.1/                      | 1,2,0,192)/
          dns:example.com                        | dns:example.com
          urn:text:two words                     | urn:text:two%20words
          """)
  void aKeyLeavesOutWhatSeldomMatters(String url, String key) {
    assertEquals(key, Cdxj.key(url));
  }

  /** The same as in a program that follows the Python package as well. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com/",
        "https://www.archive.org/goo/?a=1&b&a=0",
        "http://archive.org/goo/?sessionid=0123456789abcdefghijklemopqrstuv&b=2",
        "http://archive.org/index.php?PHPSESSID=0123456789abcdefghijklemopqrstuv&x=1",
        "http://a.test/(a(4hqa0555fwsecu455xqckv45))/mileg.aspx",
        "http://a.test//a///b/../c/./d//",
        "http://a.test/Foo%20Bar/%C3%BC?Q=%41%2B+",
        "http://WWW3.a.test:81/",
        "http://a.test/?z&y=&x=%26&=",
        "http://[2001:db8::1]/x",
        "http://192.0.2.7:8080/y"
      })
  void otherProgramsMakeTheSameKey(String url) {
    assertEquals(URIs.toNormalizedSurt(url), Cdxj.key(url));
  }
}
