package dev.arachne.browser;

import dev.arachne.json.JsonTree;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.TaskFailedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The Chrome DevTools Protocol over a pair of pipes: messages of JSON, each followed by a NUL byte.
 * A command has a number, which its answer repeats; an event has no number. Both may belong to a
 * session, that of a tab. Confined to its event loop. The pipes are read and written, and JSON is
 * parsed, on threads that may block. Reading stops until the loop has handled the messages that
 * came.
 */
final class DevTools {
  /** The largest message in bytes; longer ones, which a page can cause, are skipped. */
  private static final int MOST_BYTES = 24 << 20;

  private static final JsonTree JSON = new JsonTree(200, MOST_BYTES);

  private static final int CHUNK = 64 << 10;

  /** One thread reads, one writes. */
  private static final int THREADS = 2;

  private final EventLoop loop = EventLoop.current();
  private final Bulkhead threads = Bulkhead.of("browser", THREADS);
  private final InputStream in;
  private final OutputStream out;
  private final Consumer<Event> events;
  private final Condition written = new Condition(loop, "commands for the browser");
  private final Map<Long, Promise<Map<String, Object>>> open = new HashMap<>();
  private List<Map<String, Object>> commands = new ArrayList<>();
  private long last;
  private boolean ended;

  /** The bytes of an incomplete message; for the reading thread. */
  private final ByteArrayOutputStream partial = new ByteArrayOutputStream();

  private boolean isTooLong;

  /**
   * An event and its session.
   *
   * @param session empty for the browser itself
   */
  record Event(String session, String method, Map<String, Object> params) {}

  /** A client over these pipes; events are delivered on the loop, in order. */
  DevTools(InputStream in, OutputStream out, Consumer<Event> events) {
    this.in = in;
    this.out = out;
    this.events = events;
  }

  /** Begins to read and to write, until the other side ends; then calls {@code onEnd}. */
  void start(Runnable onEnd) {
    loop.spawn(
        "messages of the browser",
        () -> {
          read();
          end();
          onEnd.run();
          return true;
        });
    loop.spawn(
        "commands for the browser",
        () -> {
          write();
          return true;
        });
  }

  /** Whether the other side has ended. */
  boolean hasEnded() {
    return ended;
  }

  /**
   * Sends a command and waits for its answer.
   *
   * @param session empty for the browser itself
   * @throws BrowserException if the browser refuses, does not answer by the deadline, or has ended
   */
  Map<String, Object> call(
      String session, String method, Map<String, Object> params, Deadline deadline)
      throws BrowserException {
    Promise<Map<String, Object>> answer = send(session, method, params);
    try {
      return answer.await(deadline);
    } catch (TaskFailedException e) {
      throw e.failure() instanceof BrowserException failure
          ? failure
          : new BrowserException(BrowserException.Kind.BROKEN, method + " failed", e);
    } catch (DeadlineException e) {
      throw new BrowserException(BrowserException.Kind.PAGE, "no answer to " + method);
    }
  }

  /** Sends a command whose answer does not matter. */
  void tell(String session, String method, Map<String, Object> params) {
    var _ = send(session, method, params);
  }

  private Promise<Map<String, Object>> send(
      String session, String method, Map<String, Object> params) {
    var answer = new Promise<Map<String, Object>>(loop, "the answer to " + method);
    if (ended) {
      answer.fail(gone());
      return answer;
    }
    long number = ++last;
    Map<String, Object> command = new LinkedHashMap<>();
    command.put("id", number);
    command.put("method", method);
    command.put("params", params);
    if (!session.isEmpty()) {
      command.put("sessionId", session);
    }
    open.put(number, answer);
    commands.add(command);
    written.signal();
    return answer;
  }

  private void read() {
    while (true) {
      List<Map<?, ?>> messages;
      try {
        messages = loop.offload(threads, "messages of the browser", this::messages, Deadline.NEVER);
      } catch (TaskFailedException | CancelledException e) {
        return; // The process has ended, or the loop ends.
      }
      if (messages.isEmpty()) {
        return;
      }
      messages.forEach(this::received);
    }
  }

  /** The next messages, at least one; an empty list at the end. On a thread that may block. */
  private List<Map<?, ?>> messages() throws IOException {
    List<Map<?, ?>> messages = new ArrayList<>();
    byte[] chunk = new byte[CHUNK];
    while (messages.isEmpty()) {
      int count = in.read(chunk);
      if (count < 0) {
        return List.of();
      }
      int from = 0;
      for (int i = 0; i < count; i++) {
        if (chunk[i] == 0) {
          keep(chunk, from, i);
          addMessage(messages);
          from = i + 1;
        }
      }
      keep(chunk, from, count);
    }
    return messages;
  }

  private void keep(byte[] chunk, int from, int to) {
    isTooLong |= partial.size() + (to - from) > MOST_BYTES;
    if (isTooLong) {
      partial.reset();
    } else {
      partial.write(chunk, from, to - from);
    }
  }

  private void addMessage(List<Map<?, ?>> messages) throws IOException {
    if (!isTooLong) {
      try {
        if (JSON.read(partial.toByteArray()) instanceof Map<?, ?> message) {
          messages.add(message);
        }
      } catch (JsonTree.MalformedException e) {
        throw new IOException("the browser sent what is not JSON", e);
      }
    }
    isTooLong = false;
    partial.reset();
  }

  private void received(Map<?, ?> message) {
    if (!(message.get("id") instanceof Number number)) {
      events.accept(
          new Event(text(message, "sessionId"), text(message, "method"), map(message, "params")));
      return;
    }
    Promise<Map<String, Object>> answer = open.remove(number.longValue());
    if (answer != null && message.get("error") instanceof Map<?, ?> error) {
      answer.fail(new BrowserException(BrowserException.Kind.PAGE, text(error, "message")));
    } else if (answer != null) {
      answer.complete(map(message, "result"));
    }
  }

  private void write() {
    while (!ended) {
      if (commands.isEmpty()) {
        written.await(Deadline.NEVER);
        continue;
      }
      List<Map<String, Object>> taken = commands;
      commands = new ArrayList<>();
      try {
        loop.offload(threads, "commands for the browser", () -> write(taken), Deadline.NEVER);
      } catch (TaskFailedException e) {
        return; // The process has ended, as its reader will find.
      }
    }
  }

  private boolean write(List<Map<String, Object>> taken) throws IOException {
    for (Map<String, Object> command : taken) {
      out.write(JsonTree.write(command));
      out.write(0);
    }
    out.flush();
    return true;
  }

  private void end() {
    ended = true;
    List.copyOf(open.values()).forEach(answer -> answer.fail(gone()));
    open.clear();
    written.signalAll();
  }

  private static BrowserException gone() {
    return new BrowserException(BrowserException.Kind.BROKEN, "the browser has ended");
  }

  /** A text of an object; empty if it has no text of this name. */
  static String text(Map<?, ?> object, String name) {
    return object.get(name) instanceof String text ? text : "";
  }

  /** The texts of a list in an answer; none of anything else. */
  static List<String> texts(@Nullable Object value) {
    return value instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
  }

  /** An object within another one; an empty one if it has no object of this name. */
  @SuppressWarnings("unchecked") // names in JSON are texts
  static Map<String, Object> map(@Nullable Map<?, ?> object, String name) {
    return object != null && object.get(name) instanceof Map<?, ?> inner
        ? (Map<String, Object>) inner
        : Map.of();
  }
}
