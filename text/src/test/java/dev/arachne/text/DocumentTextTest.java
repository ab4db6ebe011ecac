package dev.arachne.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class DocumentTextTest {

  private static String text(byte[] body, String contentType) {
    return DocumentText.of(body, contentType).text();
  }

  @Test
  void theHeaderDecidesTheEncodingAndElseTheDocument() {
    byte[] latin = "<meta charset=iso-8859-1>café".getBytes(ISO_8859_1);
    assertEquals("<meta charset=iso-8859-1>café", text(latin, "text/html"));
    byte[] utf8 = "<meta charset=iso-8859-1>café".getBytes(UTF_8);
    assertEquals("<meta charset=iso-8859-1>café", text(utf8, "text/html; charset=utf-8"));
    assertEquals("café", text("café".getBytes(UTF_8), "text/html"));
    assertEquals("caf\u201C", text(new byte[] {'c', 'a', 'f', (byte) 0x93}, "text/html"));
  }

  @Test
  void aByteOrderMarkWinsAndIsNotText() {
    assertEquals("é", text("\uFEFFé".getBytes(UTF_8), "text/html; charset=latin1"));
    assertEquals("é", text("\uFEFFé".getBytes(UTF_16LE), ""));
  }

  @Test
  void theTypeIsTheOneSentAndElseTheOneRecognised() {
    byte[] page = "<!doctype html><p>x".getBytes(UTF_8);
    assertEquals("text/html", essence(page, ""));
    assertEquals("application/json", essence(page, "application/json"));
    assertEquals(Optional.empty(), DocumentText.of(page, "image").type());
  }

  private static String essence(byte[] body, String contentType) {
    return DocumentText.of(body, contentType).type().orElseThrow().essence();
  }
}
