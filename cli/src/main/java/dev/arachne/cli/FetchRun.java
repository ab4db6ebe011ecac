package dev.arachne.cli;

import dev.arachne.arguments.ExitCode;
import dev.arachne.fetch.RedirectTrail;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpFailure;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.network.Resolver;
import dev.arachne.options.FileFailure;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.spool.Spool;
import dev.arachne.spool.SpooledBody;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One fetch at a terminal: asks, follows redirects if asked to, and shows what came of it. */
final class FetchRun {
  private final FetchCommand command;
  private final CrawlUrl start;
  private final Streams streams;
  private final PrintWriter err;

  /** Where the body of each request goes, with -C. */
  private final List<SpooledBody> bodies = new ArrayList<>();

  /** One for each request, in order. */
  private final List<HeadTap> taps = new ArrayList<>();

  FetchRun(FetchCommand command, CrawlUrl start, Streams streams, PrintWriter err) {
    this.command = command;
    this.start = start;
    this.streams = streams;
    this.err = err;
  }

  /**
   * How it ended.
   *
   * @param response the answer to show; empty if none came
   * @param problem what went wrong; empty if nothing did
   */
  record Ending(Optional<HttpResponse> response, String problem, int code) {
    static Ending good(HttpResponse response) {
      return new Ending(Optional.of(response), "", ExitCode.DONE);
    }
  }

  /** Fetches, shows, and returns an exit code. */
  int run() {
    RedirectTrail trail;
    try {
      trail = EventLoop.run("fetch", this::fetch);
    } catch (TaskFailedException e) {
      if (e.failure() instanceof IOException cause) {
        tell("cannot write " + FileFailure.text(cause));
        return ExitCode.OfFetch.WRITE.code();
      }
      throw e;
    }
    if (command.verbose.isOn()) {
      new ExchangePrinter(err).print(trail, taps);
    }
    Ending ending = ending(trail);
    int code = ending.code();
    try {
      show(trail, ending);
    } catch (IOException e) {
      tell(command.file.isGiven() ? "cannot write " + FileFailure.text(e) : FileFailure.text(e));
      code = ExitCode.OfFetch.WRITE.code();
    }
    if (!ending.problem().isEmpty()) {
      tell(ending.problem());
    }
    return code;
  }

  private RedirectTrail fetch() {
    var names = new FixedNames(command.fixed.or(List.of()), Resolver.of(EventLoop.current()));
    HttpOptions options = command.options(start).withResolver(names);
    if (command.insecure.isOn()) {
      options = options.withTls(AnyCertificate.TRUSTED);
    }
    Deadline deadline =
        command.maxTime.value().map(EventLoop.current()::deadline).orElse(Deadline.NEVER);
    try (var client = new HttpClient(options)) {
      RedirectTrail trail =
          RedirectTrail.follow(
              client,
              start,
              command.redirects(),
              deadline,
              url -> {
                names.askFor(url.port());
                taps.add(new HeadTap());
                return continued(command.request(start, url)).tappedBy(taps.getLast());
              });
      trail.answers().forEach(this::settle);
      return trail;
    } finally {
      bodies.forEach(SpooledBody::close);
    }
  }

  /** The request, going on with the file of the user's if that was asked for. */
  private HttpRequest continued(HttpRequest request) {
    if (!command.continueAt.isGiven()) {
      return request;
    }
    Path target = command.file.typed();
    SpooledBody body =
        EventLoop.current()
            .offloadWhole(
                "what is in " + target, () -> Spool.continuing(target, request.url().toString()));
    bodies.add(body);
    return request.spooledBy(body);
  }

  /** Has a whole body that is in a file be where it was wanted. */
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
      bodies.forEach(SpooledBody::discard); // What is known of a part.
    }
  }

  private Ending ending(RedirectTrail trail) {
    return switch (trail) {
      case RedirectTrail.Arrived(var answers) -> judged(answers.getLast());
      case RedirectTrail.TooLong(var answers) when !command.follow.isOn() ->
          judged(answers.getLast());
      case RedirectTrail.Astray(var answers, var _) when !command.follow.isOn() ->
          judged(answers.getLast());
      case RedirectTrail.TooLong(var answers) ->
          new Ending(
              Optional.empty(),
              answers.getFirst().url() + ": more than " + command.redirects() + " redirects",
              ExitCode.OfFetch.REDIRECTS.code());
      case RedirectTrail.Astray(var _, var target) ->
          new Ending(
              Optional.empty(),
              "the redirect to "
                  + target.shortInput()
                  + " is not followed: "
                  + target.reason().text(),
              ExitCode.FAILED);
      case RedirectTrail.Broken(var _, var failure) ->
          new Ending(
              Optional.empty(),
              failure.getMessage() + hint(failure),
              ExitCode.OfFetch.of(failure.failure(), taps.getLast().receivedBytes()));
    };
  }

  private static String hint(HttpException failure) {
    return switch (failure.failure()) {
      case HttpFailure.AddressRefused _ -> " (--allow-private)";
      case HttpFailure.TooLarge(var limit, var _) ->
          switch (limit) {
            case BODY_BYTES, DECODED_BYTES -> "; --max-filesize takes more";
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
      case Completeness.Whole _ -> Ending.good(response);
      case Completeness.Truncated(var cause) ->
          new Ending(
              Optional.of(response),
              response.url() + ": the body ended early: " + cause.text(),
              ExitCode.OfFetch.PARTIAL.code());
      case Completeness.TooLarge _ ->
          new Ending(
              Optional.of(response),
              response.url() + ": the body is larger than was asked for",
              ExitCode.OfFetch.PARTIAL.code());
    };
  }

  private void show(RedirectTrail trail, Ending ending) throws IOException {
    Optional<Path> file = command.file.value();
    Optional<HttpResponse> shown =
        ending.response().filter(_ -> ending.code() != ExitCode.OfFetch.STATUS.code());
    boolean isInFile = bodies.stream().anyMatch(SpooledBody::hasBegun);
    Optional<byte[]> body = isInFile ? Optional.empty() : shown.map(HttpResponse::body);
    if (command.json.isOn()) {
      String line = FetchJson.line(trail, ending, file.isPresent());
      if (file.isPresent() && body.isPresent()) {
        Files.write(file.get(), body.get());
      }
      write((line + "\n").getBytes(StandardCharsets.UTF_8));
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
    if (body.isPresent() && isBinary(body.get())) {
      write(heads(FetchRun::escaped));
      throw new IOException(
          "the body is binary and would upset the terminal; type -o FILE, or pipe it");
    }
    write(joined(heads(FetchRun::escaped), body));
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

  /** A NUL is in no text; curl asks the same. */
  private static boolean isBinary(byte[] body) {
    for (byte each : body) {
      if (each == 0) {
        return true;
      }
    }
    return false;
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

  private void tell(String text) {
    err.println("arachne fetch: " + TerminalText.escaped(text));
  }
}
