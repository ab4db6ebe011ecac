package dev.arachne.http2;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.protocol.Headers;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server of HTTP/2 whose answers are scripts of frames: coroutines of the loop on which it is
 * started, over real sockets or in a simulated world. A script has the session for what no server
 * should do. Confined to its event loop.
 */
public final class ScriptedHttp2 {

  /** Answers one request; each is a coroutine of its own. */
  public interface Script {
    /** Sends what it wants. */
    void answer(Session session, Request request) throws IOException;
  }

  /** A request whose body, if it has one, has come. */
  public record Request(int stream, Headers fields, String body) {
    /** The path. */
    public String path() {
      return fields.first(":path").orElseThrow();
    }
  }

  private static final int BACKLOG = 100;

  private final Script script;
  private final int[] settings;
  private final List<Session> sessions = new ArrayList<>();
  private final List<Request> requests = new ArrayList<>();
  private final List<String> resets = new ArrayList<>();
  private final List<ErrorCode> goAways = new ArrayList<>();
  private Optional<Throwable> failure = Optional.empty();
  private int open;
  private int peak;

  /**
   * A server that does not listen yet.
   *
   * @param settings identifiers and values
   */
  public ScriptedHttp2(Script script, int... settings) {
    this.script = script;
    this.settings = settings;
  }

  /** Listens from now on; its address says the port. */
  public Listener listen(InetSocketAddress address) throws IOException {
    EventLoop loop = EventLoop.current();
    Listener listener = Network.of(loop).listen(address, BACKLOG);
    loop.spawn(
        "server",
        () -> {
          while (true) {
            Channel channel = listener.accept(Deadline.NEVER);
            var session = new Session(loop, channel);
            sessions.add(session);
            loop.spawn("session", session::serve);
          }
        });
    return listener;
  }

  /** All connections so far. */
  public List<Session> sessions() {
    return sessions;
  }

  /** All requests so far, in the order in which they came. */
  public List<Request> requests() {
    return requests;
  }

  /** The streams that clients have reset, each with the code. */
  public List<String> resets() {
    return resets;
  }

  /** The codes with which clients have ended connections. */
  public List<ErrorCode> goAways() {
    return goAways;
  }

  /** How many streams were open at once at most, on all connections together. */
  public int peakStreams() {
    return peak;
  }

  /** What a script threw that is no failure of its connection. */
  public Optional<Throwable> failure() {
    return failure;
  }

  /** One connection. */
  public final class Session {
    private final EventLoop loop;
    private final Channel channel;
    private final Condition changed;
    private final HpackDecoder decoder = new HpackDecoder(HpackEncoder.LARGEST_TABLE);
    private final HpackEncoder encoder = new HpackEncoder();
    private final FrameWriter frames = new FrameWriter();
    private final Map<Integer, Long> windows = new HashMap<>();
    private final Map<Integer, Headers> heads = new HashMap<>();
    private final Map<Integer, ByteArrayOutputStream> bodies = new HashMap<>();
    private long window = Setting.FIRST_WINDOW;
    private boolean writing;
    private int pings;
    private boolean ended;

    private Session(EventLoop loop, Channel channel) {
      this.loop = loop;
      this.channel = channel;
      this.changed = new Condition(loop, "the client");
    }

    /** A head, perhaps with the end of the stream. */
    public void head(int stream, boolean end, String... fields) throws IOException {
      encoder.begin();
      for (int i = 0; i < fields.length; i += 2) {
        encoder.field(fields[i], fields[i + 1]);
      }
      frames.headers(stream, encoder.bytes(), encoder.length(), Setting.LEAST_FRAME_SIZE, end);
      ended(stream, end);
      flush();
    }

    /** Some of a body, in frames of at most so many bytes, as the windows allow. */
    public void data(int stream, boolean end, byte[] body, int frameBytes) throws IOException {
      int from = 0;
      do {
        int most = Math.min(frameBytes, body.length - from);
        int count = (int) Math.min(most, Math.min(window, windows.getOrDefault(stream, 0L)));
        if (count <= 0 && from < body.length) {
          if (ended || !windows.containsKey(stream)) {
            return;
          }
          changed.await(Deadline.NEVER);
          continue;
        }
        window -= count;
        windows.merge(stream, (long) -count, Long::sum);
        boolean isLast = from + count == body.length;
        frames.data(stream, body, from, count, end && isLast);
        from += count;
        flush();
      } while (from < body.length);
      ended(stream, end);
    }

    /** The same, in frames as large as there may be. */
    public void data(int stream, boolean end, String body) throws IOException {
      data(stream, end, body.getBytes(ISO_8859_1), Setting.LEAST_FRAME_SIZE);
    }

    /** A whole answer. */
    public void reply(int stream, String body, String... fields) throws IOException {
      String[] all = new String[fields.length + 2];
      all[0] = ":status";
      all[1] = "200";
      System.arraycopy(fields, 0, all, 2, fields.length);
      head(stream, false, all);
      data(stream, true, body);
    }

    /** Ends a stream. */
    public void reset(int stream, ErrorCode code) throws IOException {
      frames.rstStream(stream, code);
      ended(stream, true);
      flush();
    }

    /** Announces the end of the connection. */
    public void goAway(int lastStream) throws IOException {
      frames.goAway(lastStream, ErrorCode.NO_ERROR);
      flush();
    }

    /** Asks whether the client is there. */
    public void ping() throws IOException {
      frames.ping(new byte[8], 0);
      flush();
    }

    /** How many pings were answered. */
    public int pongs() {
      return pings;
    }

    /** A frame of any kind. */
    public void frame(int type, int flags, int stream, byte[] payload) throws IOException {
      frames.frame(type, flags, stream, payload);
      flush();
    }

    /** Ends the connection in order. */
    public void close() {
      channel.close();
    }

    /** The channel, for what is no frame. */
    public Channel channel() {
      return channel;
    }

    /** Whether the client has ended the connection. */
    public boolean isOver() {
      return ended;
    }

    /** How much the client lets this side send on a stream. */
    public long window(int stream) {
      return windows.getOrDefault(stream, 0L);
    }

    private void ended(int stream, boolean end) {
      if (end && windows.remove(stream) != null) {
        open--;
      }
    }

    private void flush() throws IOException {
      while (writing) {
        changed.await(Deadline.NEVER);
      }
      writing = true;
      try {
        while (frames.length() > 0) {
          channel.write(frames.take(), Deadline.NEVER);
        }
      } finally {
        writing = false;
        changed.signalAll();
      }
    }

    private boolean serve() {
      var arrivals = ByteBuffer.allocate(16 << 10);
      var reader = new FrameReader();
      int preface = 24;
      try (channel) {
        frames.settings(settings);
        flush();
        while (true) {
          channel.awaitReadable(Deadline.NEVER);
          int count = channel.read(arrivals.clear());
          if (count < 0) {
            return true;
          }
          int skipped = Math.min(preface, count);
          preface -= skipped;
          reader.input(arrivals.array().clone(), skipped, count);
          read(reader);
        }
      } catch (IOException e) {
        return false; // The client, or a fault, ended the connection.
      } catch (Http2Exception e) {
        failure = Optional.of(e);
        return false;
      } finally {
        ended = true;
        windows.keySet().removeIf(_ -> open-- > Integer.MIN_VALUE);
        changed.signalAll();
      }
    }

    private void read(FrameReader reader) throws IOException, Http2Exception {
      while (true) {
        switch (reader.next()) {
          case NEED_INPUT -> {
            return;
          }
          case HEADER -> {}
          case PAYLOAD -> take(reader);
        }
      }
    }

    private void take(FrameReader reader) throws IOException, Http2Exception {
      int stream = reader.stream();
      switch (reader.type()) {
        case HEADERS -> {
          var section = new FieldSection(HttpLimits.DEFAULT);
          decoder.decode(reader.bytes(), reader.from(), reader.to(), section);
          heads.put(stream, section.headers(0));
          bodies.put(stream, new ByteArrayOutputStream());
          windows.put(stream, (long) Setting.FIRST_WINDOW);
          peak = Math.max(peak, ++open);
          if (reader.has(FrameType.END_STREAM)) {
            answer(stream);
          }
        }
        case DATA -> {
          int count = reader.to() - reader.from();
          ByteArrayOutputStream body = bodies.get(stream);
          if (body != null) {
            body.write(reader.bytes(), reader.from(), count);
          }
          if (count > 0) {
            frames.windowUpdate(0, count);
            frames.windowUpdate(stream, count);
            flush();
          }
          if (reader.isEnd() && reader.has(FrameType.END_STREAM)) {
            answer(stream);
          }
        }
        case SETTINGS -> {
          if (!reader.has(FrameType.ACK)) {
            frames.settingsAck();
            flush();
          }
        }
        case PING -> pings += reader.has(FrameType.ACK) ? 1 : 0;
        case GOAWAY ->
            goAways.add(ErrorCode.of(FrameReader.integer(reader.bytes(), reader.from() + 4)));
        case RST_STREAM -> {
          int code = FrameReader.integer(reader.bytes(), reader.from());
          resets.add(stream + " " + ErrorCode.of(code));
          ended(stream, true);
        }
        case WINDOW_UPDATE -> {
          int more = FrameReader.integer(reader.bytes(), reader.from());
          if (stream == 0) {
            window += more;
          } else {
            windows.computeIfPresent(stream, (_, before) -> before + more);
          }
        }
        default -> {}
      }
      changed.signalAll();
    }

    private void answer(int stream) {
      Headers head = heads.remove(stream);
      ByteArrayOutputStream body = bodies.remove(stream);
      var request = new Request(stream, head, body.toString(ISO_8859_1));
      requests.add(request);
      loop.spawn(
          "answer",
          () -> {
            try {
              script.answer(this, request);
            } catch (IOException e) {
              return false; // The connection is over.
            } catch (RuntimeException | AssertionError e) {
              failure = Optional.of(e);
              channel.close();
            }
            return true;
          });
    }
  }
}
