package dev.arachne.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Archives for tests, record by record, of which each byte can be chosen. */
final class TestArchive {
  private static final String DATE = "2026-01-02T03:04:05Z";

  private final List<byte[]> records = new ArrayList<>();
  private int ids;

  /** The id of the record so far behind the first. */
  static String id(int number) {
    return "<urn:uuid:00000000-0000-4000-8000-%012d>".formatted(number);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static String sha1(byte[] bytes) {
    MessageDigest digest = WarcDigest.Algorithm.SHA1.digest();
    return WarcDigest.of(WarcDigest.Algorithm.SHA1, digest.digest(bytes)).toString();
  }

  TestArchive warcinfo() {
    return record(
        "warcinfo", "Content-Type: application/warc-fields\r\n", bytes("software: t\r\n"));
  }

  /** A response with this head and body, and with the digests of both. */
  TestArchive response(String url, String head, String body, String payload) {
    return record(
        "response",
        "WARC-Target-URI: %s\r\nContent-Type: application/http; msgtype=response\r\nWARC-Payload-Digest: %s\r\n"
            .formatted(url, sha1(bytes(payload))),
        bytes(head + "\r\n\r\n" + body));
  }

  TestArchive page(String url, String body) {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " + body.length();
    return response(url, head, body, body);
  }

  TestArchive chunked(String url, String body) {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked";
    String coded = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    return response(url, head, coded, body);
  }

  TestArchive revisit(String url, String ofUrl, String payload) {
    return record(
        "revisit",
        "WARC-Target-URI: %s\r\nContent-Type: application/http; msgtype=response\r\nWARC-Truncated: length\r\nWARC-Profile: %s\r\nWARC-Refers-To-Target-URI: %s\r\nWARC-Refers-To-Date: %s\r\nWARC-Payload-Digest: %s\r\n"
            .formatted(url, WarcFields.IDENTICAL_PAYLOAD, ofUrl, DATE, sha1(bytes(payload))),
        bytes("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"));
  }

  /** A record with an id, a date, its length, its block digest and these lines. */
  TestArchive record(String type, String lines, byte[] block) {
    String head =
        "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: %s\r\nWARC-Date: %s\r\nContent-Length: %d\r\nWARC-Block-Digest: %s\r\n%s\r\n"
            .formatted(type, id(ids++), DATE, block.length, sha1(block), lines);
    var record = new ByteArrayOutputStream();
    record.writeBytes(bytes(head));
    record.writeBytes(block);
    record.writeBytes(bytes("\r\n\r\n"));
    return raw(record.toByteArray());
  }

  /** Whatever bytes. */
  TestArchive raw(byte[] record) {
    records.add(record);
    return this;
  }

  /** The archive with one of its records changed. */
  TestArchive changed(int record, String text, String replacement) {
    String whole = new String(records.get(record), StandardCharsets.ISO_8859_1);
    if (!whole.contains(text)) {
      throw new IllegalArgumentException(text + " is not in " + whole);
    }
    records.set(record, bytes(whole.replace(text, replacement)));
    return this;
  }

  byte[] plain() {
    var all = new ByteArrayOutputStream();
    records.forEach(all::writeBytes);
    return all.toByteArray();
  }

  /** With a gzip member for each record. */
  byte[] gzip() {
    var all = new ByteArrayOutputStream();
    records.forEach(record -> all.writeBytes(gzip(record)));
    return all.toByteArray();
  }

  static byte[] gzip(byte[] bytes) {
    var member = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(member)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return member.toByteArray();
  }

  static Path written(Path file, byte[] bytes) {
    try {
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
