package dev.arachne.offline;

import dev.arachne.archive.CaptureReader;
import dev.arachne.archive.DamagedArchiveException;
import dev.arachne.archive.WarcFields;
import dev.arachne.http.StoredAnswerException;
import dev.arachne.network.Channel;
import dev.arachne.runtime.Deadline;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The response of a capture as the channel of a connection; it is available at once. Its peer has
 * the address of the capture, or 0.0.0.0 if that is unknown. Confined to its event loop.
 */
final class AnswerChannel implements Channel {
  private static final int FIRST_BYTES = 64 << 10;

  private final CaptureReader capture;
  private final InetSocketAddress peer;

  /** The beginning of the response, in a form that an HTTP parser reads. */
  private final ByteBuffer first;

  private final InputStream rest;

  /** Bytes of the block that are still to be read. */
  private long left;

  private boolean isOpen = true;

  private AnswerChannel(
      CaptureReader capture, InetSocketAddress peer, byte[] first, InputStream rest, long left) {
    this.capture = capture;
    this.peer = peer;
    this.first = ByteBuffer.wrap(first);
    this.rest = rest;
    this.left = left;
  }

  /** Returns the answer to a request for a URL; the answer closes the capture. */
  static AnswerChannel of(CrawlUrl url, CaptureReader capture) throws IOException {
    return of(url, capture, Optional.empty());
  }

  /**
   * Returns the same with another head.
   *
   * @param head of a revisit, in place of the capture's own
   */
  static AnswerChannel of(CrawlUrl url, CaptureReader capture, Optional<byte[]> head)
      throws IOException {
    try {
      var peer = new InetSocketAddress(address(capture.fields()), url.port());
      InputStream block = capture.block();
      if (!capture.blockType().equals("application/http")) {
        byte[] own = StoredHead.of(capture);
        return new AnswerChannel(
            capture, peer, StoredHead.replaced(own, head), block, capture.length());
      }
      byte[] first = block.readNBytes((int) Math.min(capture.length(), FIRST_BYTES));
      long left = capture.length() - first.length;
      if (left == 0) {
        capture.check();
        capture.close();
      }
      boolean isTruncated = capture.fields().first(WarcFields.TRUNCATED).isPresent();
      byte[] readable = StoredHead.readable(first, isTruncated);
      return new AnswerChannel(capture, peer, StoredHead.replaced(readable, head), block, left);
    } catch (Throwable e) {
      capture.close();
      throw e;
    }
  }

  private static InetAddress address(WarcFields fields) {
    String literal = fields.first(WarcFields.IP_ADDRESS).orElse("0.0.0.0");
    try {
      return InetAddress.ofLiteral(literal);
    } catch (IllegalArgumentException e) {
      return InetAddress.ofLiteral("0.0.0.0");
    }
  }

  @Override
  public void awaitReadable(Deadline deadline) {}

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (first.hasRemaining()) {
      int n = Math.min(first.remaining(), into.remaining());
      into.put(first.slice(first.position(), n));
      first.position(first.position() + n);
      return n;
    }
    if (left == 0) {
      return -1; // Another reader may use the file.
    }
    try {
      byte[] bytes = into.array();
      int n = rest.read(bytes, into.arrayOffset() + into.position(), into.remaining());
      if (n > 0) {
        into.position(into.position() + n);
        left -= n;
        if (left == 0) {
          capture.check();
        }
      }
      return n;
    } catch (DamagedArchiveException e) {
      throw StoredAnswerException.unreadable(e.fault().toString());
    }
  }

  /** Accepts and discards all bytes. */
  @Override
  public void write(ByteBuffer from, Deadline deadline) {
    from.position(from.limit());
  }

  @Override
  public void shutdownOutput() {}

  @Override
  public InetSocketAddress peer() {
    return peer;
  }

  @Override
  public boolean isOpen() {
    return isOpen;
  }

  @Override
  public void close() {
    isOpen = false;
    try {
      capture.close();
    } catch (IOException e) {
      return; // The capture was only read.
    }
  }
}
