package dev.arachne.pdf;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;

/**
 * The program that reads PDF files: each comes in as its length and its bytes, and gets a {@link
 * PdfAnswer}. It ends with its input, and with the process that started it. A file that crashes it
 * does not harm the crawl.
 */
public final class PdfProcess {
  /** Megabytes of the heap, which has to hold a file and its decoded streams. */
  static final int HEAP_MEGABYTES = 256;

  private PdfProcess() {}

  /** Runs until the input ends. */
  public static void main(String[] arguments) throws IOException {
    ProcessHandle.current().parent().ifPresent(PdfProcess::endWith);
    var in = new DataInputStream(new BufferedInputStream(System.in, 64 << 10));
    var out = new DataOutputStream(new BufferedOutputStream(System.out, 64 << 10));
    System.setOut(new PrintStream(PrintStream.nullOutputStream())); // Discards output of libraries.
    try {
      while (true) {
        byte[] pdf = new byte[Math.clamp(in.readInt(), 0, PdfReader.MOST_BYTES)];
        in.readFully(pdf);
        PdfAnswer.write(out, PdfText.of(pdf));
        out.flush();
      }
    } catch (EOFException e) {
      // The input has ended.
    }
  }

  /**
   * Ends this process with its parent, since a read that never ends would keep it from seeing the
   * end of its input.
   */
  private static void endWith(ProcessHandle parent) {
    var _ = parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1));
  }
}
