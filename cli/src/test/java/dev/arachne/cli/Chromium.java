package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A Chromium without windows, with a profile of its own, and one page in it, spoken to by the
 * DevTools protocol.
 */
final class Chromium implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/bin/chromium");
  private static final long MOST_SECONDS = 60;

  /** Before a value that an expression has come to. */
  private static final String IS = "is:";

  private final Process process;
  private final HttpClient client;
  private final WebSocket socket;
  private final LinkedBlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
  private final ObjectMapper json = new ObjectMapper();
  private final String session;
  private int last;

  static boolean isInstalled() {
    return Files.isExecutable(PROGRAM);
  }

  /** Arguments of a verb that renders pages, with the option that root needs for that. */
  static String[] rendering(String... arguments) {
    Stream<String> option =
        "root".equals(System.getProperty("user.name"))
            ? Stream.of("--browser-no-sandbox")
            : Stream.empty();
    return Stream.concat(Arrays.stream(arguments), option).toArray(String[]::new);
  }

  /** Starts it with more options. */
  static Chromium start(Path profile, String... options) throws Exception {
    return new Chromium(profile, List.of(options));
  }

  private Chromium(Path profile, List<String> options) throws Exception {
    List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), "--headless"));
    command.addAll(List.of("--no-sandbox", "--disable-gpu", "--no-first-run"));
    command.addAll(List.of("--disable-background-networking", "--disable-component-update"));
    command.addAll(List.of("--hide-scrollbars", "--remote-debugging-port=0"));
    command.add("--user-data-dir=" + profile);
    command.addAll(options);
    command.add("about:blank");
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String address = "";
    var output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); address.isEmpty(); line = output.readLine()) {
      if (line == null) {
        throw new IOException("Chromium ended at its start");
      }
      int at = line.indexOf("ws://");
      address = at < 0 ? "" : line.substring(at).strip();
    }
    Thread.ofVirtual().start(() -> output.lines().forEach(_ -> {})); // so that it never blocks
    client = HttpClient.newHttpClient();
    socket = client.newWebSocketBuilder().buildAsync(URI.create(address), new Listener()).join();
    JsonNode targets = call("", "Target.getTargets", json.createObjectNode()).get("targetInfos");
    String page = "";
    for (JsonNode target : targets) {
      page =
          target.get("type").asString().equals("page") ? target.get("targetId").asString() : page;
    }
    ObjectNode attach = json.createObjectNode().put("targetId", page).put("flatten", true);
    session = call("", "Target.attachToTarget", attach).get("sessionId").asString();
    call(session, "Runtime.enable", json.createObjectNode());
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
      text.append(data);
      if (isLast) {
        messages.add(json.readTree(text.toString()));
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  private JsonNode call(String of, String method, ObjectNode parameters) throws Exception {
    int id = ++last;
    ObjectNode call = json.createObjectNode().put("id", id).put("method", method);
    call.set("params", parameters);
    if (!of.isEmpty()) {
      call.put("sessionId", of);
    }
    socket.sendText(call.toString(), true).join();
    while (true) {
      JsonNode message = messages.poll(MOST_SECONDS, TimeUnit.SECONDS);
      if (message == null) {
        throw new IOException("no answer to " + method);
      }
      if (message.path("id").asInt(0) == id) {
        if (message.has("error")) {
          throw new IOException(method + ": " + message.get("error"));
        }
        return message.get("result");
      }
    }
  }

  /** Goes to a page. */
  void open(String url) throws Exception {
    call(session, "Page.navigate", json.createObjectNode().put("url", url));
  }

  /**
   * The value of an expression in the page, once it is neither null, false, 0 nor empty; it is
   * evaluated every 50 ms once the page has loaded, as a page that still arrives has only some of
   * its items. The test fails after 30 s.
   */
  String await(String expression) throws Exception {
    String poll =
        "new Promise((done) => { let left = 600; const tick = () => { let value = null;"
            + " try { value = document.readyState === 'complete' && (%s); } catch (e) { value = null; }"
            + " if (value) { done('"
            + IS
            + "' + value); } else if (--left == 0) { done(String(value)); }"
            + " else { setTimeout(tick, 50); } };"
            + " tick(); })";
    for (int i = 0; ; i++) {
      try {
        String value =
            call(
                    session,
                    "Runtime.evaluate",
                    json.createObjectNode()
                        .put("expression", poll.formatted(expression))
                        .put("awaitPromise", true))
                .get("result")
                .path("value")
                .asString("");
        assertTrue(value.startsWith(IS), () -> expression + " stays " + value);
        return value.substring(IS.length());
      } catch (IOException e) {
        if (i == 20) {
          throw e; // A navigation takes the page's promises with it.
        }
      }
    }
  }

  /** Presses a key and lets go of it: Tab, Enter, Space, Escape, or Shift+Tab. */
  void press(String key) throws Exception {
    boolean isShifted = key.startsWith("Shift+");
    String name = isShifted ? key.substring(6) : key;
    ObjectNode event = json.createObjectNode().put("modifiers", isShifted ? 8 : 0);
    switch (name) {
      case "Tab" -> event.put("key", "Tab").put("code", "Tab").put("windowsVirtualKeyCode", 9);
      case "Enter" ->
          event
              .put("key", "Enter")
              .put("code", "Enter")
              .put("windowsVirtualKeyCode", 13)
              .put("text", "\r");
      case "Space" ->
          event
              .put("key", " ")
              .put("code", "Space")
              .put("windowsVirtualKeyCode", 32)
              .put("text", " ");
      case "Escape" ->
          event.put("key", "Escape").put("code", "Escape").put("windowsVirtualKeyCode", 27);
      default -> throw new IllegalArgumentException(key);
    }
    call(session, "Input.dispatchKeyEvent", event.put("type", "keyDown"));
    event.remove("text");
    call(session, "Input.dispatchKeyEvent", event.put("type", "keyUp"));
  }

  /** Types a text where the focus is. */
  void type(String text) throws Exception {
    call(session, "Input.insertText", json.createObjectNode().put("text", text));
  }

  /**
   * What the page is to assistive technology: a node for each element that is not ignored, in
   * order.
   */
  List<Accessible> accessible() throws Exception {
    List<Accessible> nodes = new ArrayList<>();
    ObjectNode none = json.createObjectNode();
    for (JsonNode node : call(session, "Accessibility.getFullAXTree", none).get("nodes")) {
      if (!node.path("ignored").asBoolean(false)) {
        Map<String, String> properties = new HashMap<>();
        for (JsonNode property : node.path("properties")) {
          properties.put(
              property.get("name").asString(), property.get("value").path("value").asString(""));
        }
        nodes.add(
            new Accessible(
                node.path("role").path("value").asString(""),
                node.path("name").path("value").asString(""),
                properties));
      }
    }
    return nodes;
  }

  /** An element as a screen reader has it. */
  record Accessible(String role, String name, Map<String, String> properties) {
    boolean isFocusable() {
      return properties.getOrDefault("focusable", "").equals("true");
    }
  }

  /** Has the page look as wide as this, in light or dark, and takes its picture. */
  void picture(int width, String scheme, Path file) throws Exception {
    picture(width, 900, scheme, file);
  }

  /** The same of a taller window. */
  void picture(int width, int height, String scheme, Path file) throws Exception {
    ObjectNode size = json.createObjectNode().put("width", width).put("height", height);
    size.put("deviceScaleFactor", 1).put("mobile", width < 600);
    call(session, "Emulation.setDeviceMetricsOverride", size);
    ObjectNode media = json.createObjectNode();
    media.putArray("features").addObject().put("name", "prefers-color-scheme").put("value", scheme);
    call(session, "Emulation.setEmulatedMedia", media);
    JsonNode picture = call(session, "Page.captureScreenshot", json.createObjectNode());
    Files.write(file, Base64.getDecoder().decode(picture.get("data").asString()));
  }

  @Override
  public void close() throws Exception {
    ObjectNode end = json.createObjectNode().put("id", ++last).put("method", "Browser.close");
    socket.sendText(end.toString(), true).join(); // It takes its temporary files with it.
    process.waitFor(MOST_SECONDS, TimeUnit.SECONDS);
    socket.abort();
    client.shutdownNow();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }
}
