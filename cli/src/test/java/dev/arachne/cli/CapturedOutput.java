package dev.arachne.cli;

import dev.arachne.terminal.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a run of the program told.
 *
 * @param code the exit code
 * @param out text on standard output
 * @param bytes bytes on standard output
 * @param err text on standard error
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CapturedOutput(int code, String out, byte[] bytes, String err) {

  /** Runs the program with these arguments, standard output being a file. */
  static CapturedOutput by(String... arguments) {
    return by(new byte[0], false, arguments);
  }

  /** The same, standard output being a terminal. */
  static CapturedOutput toTerminalBy(String... arguments) {
    return by(new byte[0], true, arguments);
  }

  /** The same with this standard input. */
  static CapturedOutput withInput(byte[] in, String... arguments) {
    return by(in, false, arguments);
  }

  private static CapturedOutput by(byte[] in, boolean terminal, String... arguments) {
    var bytes = new ByteArrayOutputStream();
    var out = new StringWriter();
    var err = new StringWriter();
    var streams = new Streams(new ByteArrayInputStream(in), bytes, () -> terminal);
    int code = Arachne.run(arguments, streams, new PrintWriter(out), new PrintWriter(err));
    return new CapturedOutput(code, out.toString(), bytes.toByteArray(), err.toString());
  }

  List<String> outLines() {
    return out.lines().toList();
  }

  String body() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
