package dev.arachne.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveSkipTest {
  @ParameterizedTest
  @CsvSource({
    "status=404,    404, text/html, true",
    "status=404,    403, text/html, false",
    "status=4xx,    400, text/html, true",
    "STATUS=4XX,    499, text/html, true",
    "status=4xx,    500, text/html, false",
    "type=video/*,  200, video/mp4, true",
    "type=video/*,  200, video, false",
    "Type=Image/PNG, 200, image/png, true",
    "type=image/png, 200, image/apng, false",
    "type=image/svg+xml, 404, image/svg+xml, true"
  })
  void aResponseIsSkippedByItsStatusOrType(
      String text, int status, String mediaType, boolean expected) {
    ArchiveSkip skip = ArchiveSkip.parse(text);
    assertEquals(expected, skip.matches(status, mediaType));
    assertEquals(skip, ArchiveSkip.parse(skip.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "404", "status=", "status=4x", "status=6xx", "type=video", "type=*/*"})
  void anythingElseIsRefusedWithWhatToType(String text) {
    var refusal = assertThrows(IllegalArgumentException.class, () -> ArchiveSkip.parse(text));
    assertTrue(refusal.getMessage().contains("use status=404"), refusal.getMessage());
  }
}
