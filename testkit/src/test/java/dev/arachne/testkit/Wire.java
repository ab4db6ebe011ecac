package dev.arachne.testkit;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client so plain that it sees every byte and how the connection ends. */
final class Wire implements AutoCloseable {

  private final Socket socket;

  Wire(TestWeb web) throws IOException {
    this(web, "127.0.0.1");
  }

  Wire(TestWeb web, String address) throws IOException {
    socket = new Socket(address, web.port());
    socket.setSoTimeout(10_000);
  }

  Wire send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  Wire get(String target) throws IOException {
    return send("GET " + target + " HTTP/1.1\r\nHost: a.test\r\n\r\n");
  }

  /** What comes before the end of the connection. */
  String rest() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /** Exactly this many bytes. */
  String read(int bytes) throws IOException {
    return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
