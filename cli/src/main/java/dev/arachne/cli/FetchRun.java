package dev.arachne.cli;

import dev.arachne.arguments.ExitCode;
import dev.arachne.browser.BrowserOptions;
import dev.arachne.browser.PageRequest;
import dev.arachne.fetch.RedirectChain;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpFailure;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.http.TlsFault;
import dev.arachne.options.FileFailure;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.Limit;
import dev.arachne.protocol.ResponseHead;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.spool.Spool;
import dev.arachne.spool.SpooledBody;
import dev.arachne.spool.StreamedBody;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One fetch at a terminal: sends the request, follows redirects if the user wants that, and shows
 * the outcome.
 */
final class FetchRun {
  private static final String LARGER = "; --max-filesize takes more";

  private final FetchCommand command;
  private final CrawlUrl start;
  private final HttpOptions options;
  private final Streams streams;
  private final PrintWriter err;

  /** The targets of the bodies of requests, with -C. */
  private final List<SpooledBody> bodies = new ArrayList<>();

  /** The targets of bodies otherwise, unless they are to be in memory. */
  private final List<StreamedBody> streamed = new ArrayList<>();

  /** The page in the browser, if it was to be rendered and is one. */
  private Optional<RenderingBrowser.Page> page = Optional.empty();

  /** A tap for each request, in order. */
  private final List<HeadTap> taps = new ArrayList<>();

  FetchRun(
      FetchCommand command, CrawlUrl start, HttpOptions options, Streams streams, PrintWriter err) {
    this.command = command;
    this.start = start;
    this.options = options;
    this.streams = streams;
    this.err = err;
  }

  /** The requests for the parts of the page, which obey robots.txt. */
  private final class PartsOfPage implements RenderingBrowser.Asking {
    private final RobotsFiles robots;

    PartsOfPage(HttpClient client) {
      robots = new RobotsFiles(client);
    }

    @Override
    public Optional<String> refusal(CrawlUrl url) {
      return robots.refusal(url);
    }

    @Override
    public HttpRequest request(CrawlUrl url, PageRequest request) {
      return command.request(start, url, request);
    }
  }

  /**
   * How it ended.
   *
   * @param response the answer to show; empty if none came
   * @param problem the failure; empty without one
   */
  record Ending(Optional<HttpResponse> response, String problem, int code) {
    static Ending good(HttpResponse response) {
      return new Ending(Optional.of(response), "", ExitCode.DONE);
    }
  }

  /** Fetches, shows, and returns an exit code. */
  int run() throws UsageException {
    RedirectChain trail;
    try {
      trail = EventLoop.run("fetch", this::fetch);
    } catch (TaskFailedException e) {
      if (innermost(e) instanceof IOException cause) {
        tellNotWritten(cause);
        return ExitCode.OfFetch.WRITE.code();
      }
      if (innermost(e) instanceof UsageException cause) {
        throw cause;
      }
      throw e;
    }
    if (command.verbose.isOn()) {
      new ExchangePrinter(err).print(trail, taps);
      page.ifPresent(new ExchangePrinter(err)::print);
    }
    Ending ending = ending(trail);
    int code = ending.code();
    try {
      show(trail, ending);
    } catch (IOException e) {
      tellNotWritten(e);
      code = ExitCode.OfFetch.WRITE.code();
    }
    if (!ending.problem().isEmpty()) {
      tell(ending.problem());
    }
    return code;
  }

  /** The failure in a task that was awaited by a task. */
  private static Throwable innermost(Throwable failure) {
    return failure instanceof TaskFailedException e ? innermost(e.failure()) : failure;
  }

  private RedirectChain fetch() throws UsageException {
    Deadline deadline =
        command.maxTime.value().map(EventLoop.current()::deadline).orElse(Deadline.NEVER);
    try (var client = new HttpClient(options)) {
      Optional<BrowserOptions> browser = command.browser();
      if (browser.isEmpty()) {
        return followed(client, deadline);
      }
      try (var rendering =
          RenderingBrowser.start(browser.get(), client, deadline, new PartsOfPage(client))) {
        RedirectChain trail = followed(client, deadline);
        page = ending(trail).response().filter(RenderingBrowser::isPage).map(rendering::page);
        return trail;
      }
    } finally {
      bodies.forEach(SpooledBody::close);
      streamed.forEach(StreamedBody::close);
    }
  }

  private RedirectChain followed(HttpClient client, Deadline deadline) {
    RedirectChain trail =
        RedirectChain.follow(
            client,
            start,
            command.redirects(),
            deadline,
            url -> {
              taps.add(new HeadTap());
              return directed(command.request(start, url)).withTap(taps.getLast());
            });
    trail.answers().forEach(this::settle);
    return trail;
  }

  /** The request with the target of its body. */
  private HttpRequest directed(HttpRequest request) {
    if (command.continueAt.isGiven()) {
      return continued(request);
    }
    if (command.isBodyInMemory()) {
      return request;
    }
    long most = command.maxSize.or(Long.MAX_VALUE);
    var body = new StreamedBody(this::open, most);
    streamed.add(body);
    return request
        .streamedBy(body, head -> isShown(request.url(), head))
        .ifNoLargerThan(most)
        .cutAtLimits();
  }

  /** Whether the body of such an answer is shown to the user. */
  private boolean isShown(CrawlUrl url, ResponseHead head) {
    boolean isOnTheWay =
        command.follow.isOn()
            && HttpResponse.redirectTarget(url, head.status(), head.headers()).isPresent();
    return !isOnTheWay && !(command.fail.isOn() && head.status() >= 400);
  }

  /** Opens the target of the body, and writes the heads before it, if they are to be shown. */
  private OutputStream open() throws IOException {
    if (command.file.isGiven()) {
      OutputStream file = Files.newOutputStream(command.file.typed());
      file.write(command.json.isOn() ? new byte[0] : heads(HeadTap::responseHeads));
      return file;
    }
    if (streams.outIsTerminal().getAsBoolean()) {
      write(heads(FetchRun::escaped));
      return new TerminalOutput(streams.out());
    }
    write(heads(HeadTap::responseHeads));
    return new KeptOpen(streams.out());
  }

  /** The request, continuing the file of the user. */
  private HttpRequest continued(HttpRequest request) {
    Path target = command.file.typed();
    SpooledBody body =
        EventLoop.current()
            .offloadWhole(
                "what is in " + target, () -> Spool.continuing(target, request.url().toString()));
    bodies.add(body);
    return request.spooledBy(body);
  }

  /** Moves a whole body in a file to the user's target. */
  private void settle(HttpResponse response) {
    if (response.stored().isPresent()) {
      Path file = response.stored().get().file();
      Path target = command.file.typed().toAbsolutePath();
      if (!file.equals(target)) {
        EventLoop.current()
            .offloadWhole(
                "the place of " + target,
                () -> Files.move(file, target, StandardCopyOption.REPLACE_EXISTING));
      }
      bodies.forEach(SpooledBody::discard); // The spool keeps notes of a partial body.
    }
  }

  private Ending ending(RedirectChain trail) {
    return switch (trail) {
      case RedirectChain.Arrived(var answers) -> judged(answers.getLast());
      case RedirectChain.TooLong(var answers) when !command.follow.isOn() ->
          judged(answers.getLast());
      case RedirectChain.Astray(var answers, var _) when !command.follow.isOn() ->
          judged(answers.getLast());
      case RedirectChain.TooLong(var answers) ->
          new Ending(
              Optional.empty(),
              answers.getFirst().url() + ": more than " + command.redirects() + " redirects",
              ExitCode.OfFetch.REDIRECTS.code());
      case RedirectChain.Astray(var _, var target) ->
          new Ending(
              Optional.empty(),
              "the redirect to "
                  + target.shortInput()
                  + " is not followed: "
                  + target.reason().text(),
              ExitCode.FAILED);
      case RedirectChain.Broken(var _, var failure) ->
          new Ending(
              Optional.empty(),
              failure.getMessage() + hint(failure),
              ExitCode.OfFetch.of(failure.failure(), taps.getLast().receivedBytes()));
    };
  }

  private static String hint(HttpException failure) {
    return switch (failure.failure()) {
      case HttpFailure.AddressRefused _ -> " (--allow-private)";
      case HttpFailure.TlsRefused(var fault, var _) when fault == TlsFault.CLIENT_CERTIFICATE ->
          " (--client-cert)";
      case HttpFailure.TooLarge(var limit, var _) ->
          switch (limit) {
            case BODY_BYTES, DECODED_BYTES -> LARGER;
            default -> "";
          };
      default -> "";
    };
  }

  private Ending judged(HttpResponse response) {
    if (command.fail.isOn() && response.status() >= 400) {
      return new Ending(
          Optional.of(response),
          response.url() + ": the status is " + response.status(),
          ExitCode.OfFetch.STATUS.code());
    }
    return switch (response.completeness()) {
      case Completeness.Complete _ ->
          page.filter(its -> !its.failure().isEmpty())
              .map(its ->
                  new Ending(
                      Optional.of(response),
                      response.url() + ": not rendered completely: " + its.failure(),
                      ExitCode.FAILED))
              .orElseGet(() -> Ending.good(response));
      case Completeness.Truncated(var cause) ->
          new Ending(
              Optional.of(response),
              response.url() + ": the body ended early: " + cause.text(),
              ExitCode.OfFetch.PARTIAL.code());
      case Completeness.TooLarge _ ->
          new Ending(
              Optional.of(response),
              response.url()
                  + ": "
                  + new HttpFailure.TooLarge(Limit.BODY_BYTES, command.maxSize.typed()).text()
                  + LARGER,
              ExitCode.OfFetch.TOO_LARGE.code());
    };
  }

  private void show(RedirectChain trail, Ending ending) throws IOException {
    Optional<Path> file = command.file.value();
    Optional<HttpResponse> shown =
        ending
            .response()
            .filter(_ -> ending.code() != ExitCode.OfFetch.STATUS.code())
            .filter(it -> !(it.completeness() instanceof Completeness.TooLarge));
    boolean isStreamed = streamed.stream().anyMatch(StreamedBody::hasBegun);
    boolean isElsewhere = isStreamed || bodies.stream().anyMatch(SpooledBody::hasBegun);
    Optional<byte[]> body =
        isElsewhere
            ? Optional.empty()
            : shown.map(it -> page.map(RenderingBrowser.Page::document).orElseGet(it::body));
    if (command.json.isOn()) {
      long written = streamed.stream().mapToLong(StreamedBody::length).sum();
      String line = FetchJson.line(trail, ending, page, file.isPresent(), written);
      if (file.isPresent() && body.isPresent()) {
        Files.write(file.get(), body.get());
      }
      write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } else if (isStreamed) {
      return; // All of it was written as it came.
    } else if (file.isPresent()) {
      byte[] text = joined(heads(HeadTap::responseHeads), body);
      if (text.length > 0 || body.isPresent()) {
        Files.write(file.get(), text);
      }
    } else if (streams.outIsTerminal().getAsBoolean()) {
      showOnTerminal(body);
    } else {
      write(joined(heads(HeadTap::responseHeads), body));
    }
  }

  private void showOnTerminal(Optional<byte[]> body) throws IOException {
    write(heads(FetchRun::escaped));
    if (body.isPresent()) {
      new TerminalOutput(streams.out()).write(body.get());
    }
  }

  /** All heads that came, if they are to be shown. */
  private byte[] heads(Function<HeadTap, byte[]> form) {
    var heads = new ByteArrayOutputStream();
    if (command.include.isOn() || command.head.isOn()) {
      taps.forEach(tap -> heads.writeBytes(form.apply(tap)));
    }
    return heads.toByteArray();
  }

  private static byte[] escaped(HeadTap tap) {
    var lines = new StringBuilder();
    tap.responseLines().forEach(line -> lines.append(TerminalText.escaped(line)).append('\n'));
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] joined(byte[] heads, Optional<byte[]> body) {
    var text = new ByteArrayOutputStream();
    text.writeBytes(heads);
    body.ifPresent(text::writeBytes);
    return text.toByteArray();
  }

  private void write(byte[] bytes) throws IOException {
    streams.out().write(bytes);
    streams.out().flush();
  }

  private void tellNotWritten(IOException cause) {
    String text = FileFailure.text(cause);
    tell(command.file.isGiven() ? "cannot write " + text : text);
  }

  private void tell(String text) {
    err.println("arachne fetch: " + TerminalText.escaped(text));
  }

  /** A stream that others write to later. */
  private static class KeptOpen extends FilterOutputStream {
    KeptOpen(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      out.write(bytes, offset, count);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  /** Refuses a NUL, which texts do not have, as curl does. */
  private static final class TerminalOutput extends KeptOpen {
    TerminalOutput(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      for (int i = offset; i < offset + count; i++) {
        if (bytes[i] == 0) {
          throw new IOException(
              "the body is binary and would upset the terminal; use -o FILE, or pipe it");
        }
      }
      super.write(bytes, offset, count);
    }
  }
}
