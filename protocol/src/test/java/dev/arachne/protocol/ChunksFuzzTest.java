package dev.arachne.protocol;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;

/** What must hold of any chunked body; {@code .ci/fuzz} searches for one of which it does not. */
final class ChunksFuzzTest {

  @FuzzTest
  void anyChunksAreReadTheSameHoweverTheyAreCut(byte[] chunks) {
    byte[] head = "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n".getBytes(US_ASCII);
    byte[] reply = Arrays.copyOf(head, head.length + chunks.length);
    System.arraycopy(chunks, 0, reply, head.length, chunks.length);
    ResponseFuzzTest.assertReadTheSame(reply);
  }
}
