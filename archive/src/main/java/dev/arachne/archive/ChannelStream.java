package dev.arachne.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A part of a file as a stream, which leaves the file's position alone. Confined to one thread. */
final class ChannelStream extends InputStream {
  private final FileChannel channel;
  private final long end;
  private long at;

  ChannelStream(FileChannel channel, long start, long length) {
    this.channel = channel;
    at = start;
    end = start + length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int count) throws IOException {
    if (at == end && count > 0) {
      return -1;
    }
    int most = (int) Math.min(count, end - at);
    int n = channel.read(ByteBuffer.wrap(into, offset, most), at);
    at += Math.max(n, 0);
    return n;
  }
}
