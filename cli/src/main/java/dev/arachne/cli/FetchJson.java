package dev.arachne.cli;

import dev.arachne.browser.RenderedPage;
import dev.arachne.fetch.RedirectChain;
import dev.arachne.http.HttpResponse;
import dev.arachne.protocol.Headers;
import dev.arachne.terminal.JsonLine;
import dev.arachne.url.CrawlUrl;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** A fetch as one object of JSON. */
final class FetchJson {
  private FetchJson() {}

  /**
   * The object.
   *
   * @param page in the browser; empty if it was not rendered
   * @param bodyElsewhere leaves the body out
   * @param written bytes of the body that are elsewhere
   */
  static String line(
      RedirectChain trail,
      FetchRun.Ending ending,
      Optional<RenderingBrowser.Page> page,
      boolean bodyElsewhere,
      long written) {
    return JsonLine.of(json -> {
      List<HttpResponse> redirects = trail.answers();
      if (ending.response().isPresent()) {
        HttpResponse last = ending.response().get();
        redirects = redirects.subList(0, redirects.size() - 1);
        answer(json, last, Math.max(written, last.length()));
        if (!bodyElsewhere) {
          body(json, page.map(RenderingBrowser.Page::document).orElseGet(last::body));
        }
      } else {
        CrawlUrl last =
            trail instanceof RedirectChain.Broken(var _, var failure)
                ? failure.url()
                : redirects.getLast().url();
        json.writeStringProperty("url", last.toString());
      }
      page.ifPresent(its -> rendered(json, its));
      json.writeArrayPropertyStart("redirects");
      for (HttpResponse redirect : redirects) {
        json.writeStartObject();
        answer(json, redirect, redirect.length());
        json.writeEndObject();
      }
      json.writeEndArray();
      if (!ending.problem().isEmpty()) {
        json.writeStringProperty("failure", ending.problem());
      }
      json.writeNumberProperty("exit", ending.code());
    });
  }

  private static void answer(JsonGenerator json, HttpResponse answer, long bytes) {
    json.writeStringProperty("url", answer.url().toString());
    json.writeNumberProperty("status", answer.status());
    json.writeStringProperty("reason", answer.reason());
    json.writeStringProperty("version", answer.version().text());
    json.writeStringProperty("address", answer.remote().getAddress().getHostAddress());
    json.writeNumberProperty("port", answer.remote().getPort());
    json.writeArrayPropertyStart("headers");
    Headers headers = answer.headers();
    for (int i = 0; i < headers.count(); i++) {
      json.writeStartObject();
      json.writeStringProperty("name", headers.name(i));
      json.writeStringProperty("value", headers.value(i));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberProperty("wireBytes", answer.wireBytes());
    json.writeNumberProperty("bytes", bytes);
    json.writeBooleanProperty("whole", answer.isComplete());
    json.writeObjectPropertyStart("ms");
    ExchangePrinter.millis(answer.timings()).forEach(json::writeNumberProperty);
    json.writeEndObject();
  }

  private static void rendered(JsonGenerator json, RenderingBrowser.Page page) {
    json.writeObjectPropertyStart("rendered");
    json.writeStringProperty("url", page.url());
    texts(json, "leads", page.leads());
    texts(json, "errors", page.errors());
    json.writeArrayPropertyStart("actions");
    for (RenderedPage.Action action : page.actions()) {
      json.writeStartObject();
      json.writeStringProperty("text", action.text());
      json.writeNumberProperty("links", action.links());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("requests");
    for (RenderingBrowser.Request request : page.requests()) {
      json.writeStartObject();
      json.writeStringProperty("url", request.url());
      json.writeStringProperty("outcome", request.outcome());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void texts(JsonGenerator json, String name, List<String> texts) {
    json.writeArrayPropertyStart(name);
    texts.forEach(json::writeString);
    json.writeEndArray();
  }

  private static void body(JsonGenerator json, byte[] body) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      json.writeStringProperty("body", text);
    } catch (CharacterCodingException e) {
      json.writeStringProperty("bodyBase64", Base64.getEncoder().encodeToString(body));
    }
  }
}
