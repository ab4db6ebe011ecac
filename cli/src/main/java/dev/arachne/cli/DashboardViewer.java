package dev.arachne.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passes on the output of a crawl, and views its dashboard as a browser would. It loads the page,
 * then reads its events to their end, on threads of its own. Confined to the thread that prints.
 */
final class DashboardViewer extends FilterWriter {
  private static final Pattern URL = Pattern.compile("dashboard: http://127\\.0\\.0\\.1:(\\d+)/");

  DashboardViewer(Writer out) {
    super(out);
  }

  @Override
  public void write(String text, int from, int length) throws IOException {
    super.write(text, from, length);
    Matcher printed = URL.matcher(text);
    if (printed.find()) {
      int port = Integer.parseInt(printed.group(1));
      Thread.ofPlatform().daemon().start(() -> view(port));
    }
  }

  private static void view(int port) {
    for (String path : List.of("", "dashboard.css", "dashboard.js", "events")) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        String request =
            "GET /%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n"
                .formatted(path, port);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        try (InputStream answer = socket.getInputStream()) {
          answer.transferTo(OutputStream.nullOutputStream());
        }
      } catch (IOException e) {
        return; // The crawl has ended.
      }
    }
  }
}
