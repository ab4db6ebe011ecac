package dev.arachne.cli;

import dev.arachne.fetch.RedirectChain;
import dev.arachne.http.HttpResponse;
import dev.arachne.http.Timings;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The exchanges of a fetch as {@code -v} shows them: {@code >} sent, {@code <} came, {@code *}
 * told.
 */
final class ExchangePrinter {
  private static final double NANOS_PER_MILLI = 1e6;

  private final PrintWriter out;

  ExchangePrinter(PrintWriter out) {
    this.out = out;
  }

  /**
   * Prints all exchanges.
   *
   * @param taps one for each request, thus for each answer and for one that did not come
   */
  void print(RedirectChain trail, List<HeadTap> taps) {
    for (int i = 0; i < taps.size(); i++) {
      taps.get(i).requestLines().forEach(line -> line("> ", line));
      taps.get(i).responseLines().forEach(line -> line("< ", line));
      if (i < trail.answers().size()) {
        summary(trail.answers().get(i));
      }
    }
    out.flush();
  }

  /** Prints the requests of a page in the browser, its actions, and the errors of its scripts. */
  void print(RenderingBrowser.Page page) {
    page.requests().forEach(request -> line("* ", request.url() + ": " + request.outcome()));
    page.actions()
        .forEach(action -> line("* ", action.text() + ": " + action.links() + " new links"));
    page.errors().forEach(error -> line("* ", "error of a script: " + error));
    out.flush();
  }

  private void summary(HttpResponse answer) {
    line(
        "* ",
        "%s over %s from %s port %d, exchange %d on its connection"
            .formatted(
                Quantity.bytes(answer.wireBytes()),
                answer.version().text(),
                answer.remote().getAddress().getHostAddress(),
                answer.remote().getPort(),
                answer.connectionUse()));
    String phases =
        millis(answer.timings()).entrySet().stream()
            .map(phase -> String.format(Locale.ROOT, "%s %.1f", phase.getKey(), phase.getValue()))
            .collect(Collectors.joining(", "));
    line("* ", "ms: " + phases);
  }

  /** How long each phase took, in milliseconds, in order, and all of them at the end. */
  static Map<String, Double> millis(Timings timings) {
    var millis = new LinkedHashMap<String, Double>();
    long before = 0;
    before = put(millis, "queue", before, timings.acquiredNanos());
    before = put(millis, "name", before, timings.dnsNanos());
    before = put(millis, "connect", before, timings.connectNanos());
    before = put(millis, "tls", before, timings.tlsNanos());
    before = put(millis, "send", before, timings.sentNanos());
    before = put(millis, "wait", before, timings.firstByteNanos());
    put(millis, "body", before, timings.totalNanos());
    put(millis, "total", 0, timings.totalNanos());
    return millis;
  }

  private static long put(Map<String, Double> millis, String phase, long from, long to) {
    millis.put(phase, Math.max(0, to - from) / NANOS_PER_MILLI);
    return Math.max(from, to);
  }

  private void line(String mark, String text) {
    out.println((mark + TerminalText.escaped(text)).stripTrailing());
  }
}
