package dev.arachne.network;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A channel that can be written to without a wait. Confined to its event loop. */
public interface NowWritable {

  /** Sends as many of the remaining bytes of {@code from} as there is room for. */
  void writeNow(ByteBuffer from) throws IOException;
}
