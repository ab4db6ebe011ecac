package dev.arachne.browser;

import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The requests of a page, which the browser holds until they have a reply (Fetch.requestPaused).
 * Confined to the event loop of the tab.
 */
final class HeldRequests {
  private static final int MOST = 300;

  /** The number of concurrent replies. */
  private static final int AT_ONCE = 6;

  private static final String BLOCKED = "BlockedByClient";

  private final Condition places = new Condition(EventLoop.current(), "earlier requests of a page");
  private final DevTools tools;
  private final PageLife life;
  private final Condition news;
  private int made;
  private int replying;
  private boolean isOver;

  /**
   * The requests of one page.
   *
   * @param life stands still while replies are awaited
   * @param news is signalled with each reply
   */
  HeldRequests(DevTools tools, PageLife life, Condition news) {
    this.tools = tools;
    this.life = life;
    this.news = news;
  }

  /** The URL of a request. */
  static String url(DevTools.Event held) {
    return DevTools.text(DevTools.map(held.params(), "request"), "url");
  }

  /** The method of a request, such as {@code GET}. */
  static String method(DevTools.Event held) {
    return DevTools.text(DevTools.map(held.params(), "request"), "method");
  }

  /** Has a request replied to by a coroutine of its own, or refuses it if it is one too many. */
  void reply(TaskGroup group, DevTools.Event held, PageRequests replies) {
    String url = url(held);
    if (url.startsWith("data:") || url.startsWith("blob:")) {
      tools.tell(held.session(), "Fetch.continueRequest", Map.of("requestId", id(held)));
    } else if (++made > MOST) {
      refuse(held, BLOCKED);
    } else {
      PageRequest request = request(held);
      life.wait(1);
      group.spawn("request " + request.url(), () -> reply(held, request, replies));
    }
  }

  private boolean reply(DevTools.Event held, PageRequest request, PageRequests replies) {
    try {
      while (replying >= AT_ONCE && !isOver) {
        places.await(Deadline.NEVER);
      }
      if (isOver) {
        return false;
      }
      replying++;
      try {
        switch (replies.reply(request)) {
          case PageReply.Answer answer -> fulfil(held, answer);
          case PageReply.Refused _ -> refuse(held, BLOCKED);
        }
      } finally {
        replying--;
        places.signal();
      }
      return true;
    } finally {
      life.wait(-1);
      news.signal();
    }
  }

  /** Ends them: those that wait for a place are not made any more. */
  void end() {
    isOver = true;
    places.signalAll();
  }

  /** Gives a request its answer. */
  void fulfil(DevTools.Event held, PageReply.Answer answer) {
    List<Map<String, Object>> fields = new ArrayList<>();
    answer
        .fields()
        .forEach(field -> fields.add(Map.of("name", field.name(), "value", field.value())));
    tools.tell(
        held.session(),
        "Fetch.fulfillRequest",
        Map.of(
            "requestId",
            id(held),
            "responseCode",
            answer.status(),
            "responseHeaders",
            fields,
            "body",
            Base64.getEncoder().encodeToString(answer.body())));
  }

  /** Has a navigation of the page end where it is. */
  void abort(DevTools.Event held) {
    refuse(held, "Aborted");
  }

  private void refuse(DevTools.Event held, String reason) {
    tools.tell(
        held.session(), "Fetch.failRequest", Map.of("requestId", id(held), "errorReason", reason));
  }

  private static String id(DevTools.Event held) {
    return DevTools.text(held.params(), "requestId");
  }

  private static PageRequest request(DevTools.Event held) {
    List<PageRequest.Field> fields = new ArrayList<>();
    DevTools.map(DevTools.map(held.params(), "request"), "headers")
        .forEach((name, value) -> fields.add(new PageRequest.Field(name, String.valueOf(value))));
    var kind = PageRequest.Kind.of(DevTools.text(held.params(), "resourceType"), fields);
    return new PageRequest(url(held), method(held), kind, fields);
  }
}
