package dev.arachne.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.http2.ScriptedHttp2;
import dev.arachne.http2.ScriptedHttp2.Script;
import dev.arachne.network.Listener;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import org.junit.jupiter.api.Timeout;

/** A client and a server of scripted frames, over loopback sockets or in virtual time. */
@Timeout(30)
class Http2Scene {
  static final HttpOptions OPTIONS =
      Fetching.LOCAL.withHttp2(Http2.PRIOR_KNOWLEDGE).withConnections(6, 100);

  interface Body {
    void with(HttpClient client, ScriptedHttp2 server, String root) throws Exception;
  }

  static void serve(HttpOptions options, Script script, Body body) throws Exception {
    serve(options, new ScriptedHttp2(script), body);
  }

  static void serve(HttpOptions options, ScriptedHttp2 server, Body body) throws Exception {
    Fetching.run(
        options,
        client -> {
          var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
          Listener listener = server.listen(address);
          String root = "http://127.0.0.1:" + listener.address().getPort();
          body.with(client, server, root);
          assertTrue(server.failure().isEmpty(), () -> server.failure().toString());
          listener.close();
          return null;
        });
  }

  static String text(HttpResponse response) {
    return new String(response.body(), ISO_8859_1);
  }

  static HttpFailure failure(HttpClient client, String url) {
    return assertThrows(HttpException.class, () -> Fetching.get(client, url)).failure();
  }

  static void fetchAtOnce(HttpClient client, String root, int count) throws Exception {
    TaskGroup.run(group -> {
      var tasks = new ArrayList<Task<String>>();
      for (int i = 0; i < count; i++) {
        String path = "/" + i;
        tasks.add(group.spawn(path, () -> text(Fetching.get(client, root + path))));
      }
      for (int i = 0; i < count; i++) {
        assertEquals("/" + i, tasks.get(i).await());
      }
      return null;
    });
  }
}
