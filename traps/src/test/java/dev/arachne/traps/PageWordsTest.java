package dev.arachne.traps;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What makes two pages the same page. */
final class PageWordsTest {
  private static final String SORRY =
      "<title>Oops</title><script>var nonce = %d</script><a href=/>Home</a> <a href=/shop>Shop</a>"
          + "<p>Sorry, %s could not be found. Request %d.";

  private static PageWords page(String path, String html) {
    byte[] bytes = html.getBytes(UTF_8);
    return PageWords.of(bytes, 0, bytes.length, CrawlUrl.of("http://a.example" + path));
  }

  private static PageWords sorry(String path, int number) {
    return page(path, SORRY.formatted(number, path, number));
  }

  private static String words(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i ->
            "w"
                + Integer.toString(i, 10)
                    .chars()
                    .mapToObj(digit -> Character.toString('a' + digit - '0'))
                    .collect(Collectors.joining()))
        .collect(Collectors.joining(" "));
  }

  @Test
  void theUrlOfThePageAndNumbersDoNotCount() {
    assertTrue(sorry("/no-such-thing", 7).isLike(sorry("/other/%C3%A4hnlich.html?q=a", 8_000)));
  }

  @Test
  void wordsOfItsOwnMakeItAPage() {
    PageWords absent = sorry("/xyz", 1);
    assertFalse(page("/a", SORRY.formatted(1, "/a", 1) + " Or was it?").isLike(absent));
    assertFalse(page("/widget", "<title>Widget</title><a href=/>Home</a>").isLike(absent));
  }

  @Test
  void linksOfItsOwnMakeItAPage() {
    String list = "<p>Our pictures of the year</p><a href=/p/%d.jpg><a href=/p/%d.jpg>";
    PageWords some = page("/list/1", list.formatted(1, 2));
    assertFalse(page("/list/2", list.formatted(3, 4)).isLike(some));
  }

  @Test
  void aPageThatDoesNotLinkToItselfIsNotAnOtherPage() {
    String text = "<p>Nothing is to be seen in this place</p>";
    PageWords absent = page("/xyz", text + "<a href=/about>about</a>");
    assertTrue(page("/about", text + "about").isLike(absent));
  }

  @Test
  void wordsInLinesOfOneFrameDifferByFewInManyAtMost() {
    PageWords absent = page("/xyz", words(0, 100));
    assertTrue(page("/a", words(2, 100)).isLike(absent));
    assertFalse(page("/a", words(3, 100)).isLike(absent));
    assertFalse(page("/a", words(0, 105)).isLike(absent));
  }

  @Test
  void ofFewWordsOnlyTheSameBytesAreTheSamePage() {
    assertTrue(page("/a", "<p>OK").isLike(page("/b", "<p>OK")));
    assertFalse(page("/a", "<p>OK.").isLike(page("/b", "<p>OK")));
    assertTrue(page("/a", "").isLike(page("/b", "")));
  }

  @Test
  void longPagesAreComparedByAPartOfTheirWords() {
    PageWords absent = page("/xyz", words(0, 5_000));
    assertEquals(PageWords.MOST, absent.size());
    assertTrue(page("/a", words(0, 5_010)).isLike(absent));
    assertFalse(page("/a", words(0, 6_000)).isLike(absent));
    assertFalse(page("/a", words(0, 500)).isLike(absent));
  }

  @Test
  void aRowHasWhatIsCompared() {
    PageWords read =
        PageWords.read(new RowReader(sorry("/xyz", 1).write(new RowWriter()).toBytes()));
    assertTrue(sorry("/abc", 2).isLike(read));
    assertFalse(page("/abc", words(0, 20)).isLike(read));
  }
}
