package dev.arachne.browser;

import dev.arachne.runtime.Deadline;
import java.util.Map;
import java.util.Optional;

/** Takes copies of the look of the page in a tab. Confined to the event loop of the tab. */
final class PageCopier {
  /** The window of a page of which a picture is taken, in pixels. */
  private static final int WIDTH = 1_280;

  private static final int HEIGHT = 800;

  /** The height of a picture, at most. */
  private static final int MOST_HEIGHT = 10_000;

  /**
   * A PDF file has pages of A4, in inches, and looks as on the screen where styles do not differ.
   */
  private static final Map<String, Object> PAPER =
      Map.of(
          "paperWidth",
          210 / 25.4,
          "paperHeight",
          297 / 25.4,
          "printBackground",
          true,
          "generateTaggedPDF",
          true);

  private final DevTools tools;
  private final String session;

  /**
   * Takes copies of the pages in one tab.
   *
   * @param session of the tab
   */
  PageCopier(DevTools tools, String session) {
    this.tools = tools;
    this.session = session;
  }

  /** Gives the tab the size of its window, before its first page. */
  void prepare() {
    tools.tell(
        session,
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", WIDTH, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
    tools.tell(session, "Emulation.setScrollbarsHidden", Map.of("hidden", true));
  }

  /** Waits for a copy of the page, as Base64; empty if it cannot be taken. */
  Optional<String> take(PageCopy copy, Deadline deadline) {
    try {
      String data =
          switch (copy) {
            case PICTURE -> picture(deadline);
            case PDF ->
                DevTools.text(tools.call(session, "Page.printToPDF", PAPER, deadline), "data");
          };
      return data.isEmpty() ? Optional.empty() : Optional.of(data);
    } catch (BrowserException e) {
      return Optional.empty();
    }
  }

  /** A picture of the whole page, as far as it is not too high. */
  private String picture(Deadline deadline) throws BrowserException {
    Map<String, Object> size =
        DevTools.map(
            tools.call(session, "Page.getLayoutMetrics", Map.of(), deadline), "cssContentSize");
    Map<String, Object> clip =
        Map.of("x", 0, "y", 0, "width", WIDTH, "height", height(size), "scale", 1);
    return DevTools.text(
        tools.call(
            session,
            "Page.captureScreenshot",
            Map.of("format", "png", "captureBeyondViewport", true, "clip", clip),
            deadline),
        "data");
  }

  private static long height(Map<String, Object> size) {
    long height = size.get("height") instanceof Number number ? number.longValue() : HEIGHT;
    return Math.clamp(height, HEIGHT, MOST_HEIGHT);
  }
}
