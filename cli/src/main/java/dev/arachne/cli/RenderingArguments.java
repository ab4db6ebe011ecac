package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Section;
import dev.arachne.arguments.Values;
import dev.arachne.browser.BrowserOptions;
import dev.arachne.options.BrowserSandbox;
import dev.arachne.options.OptionTable;
import dev.arachne.options.OptionType;
import dev.arachne.options.RenderInteraction;
import dev.arachne.options.RenderWait;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/** The options of a verb that may render the one page that it fetches. */
final class RenderingArguments {
  private final Argument<Boolean> render;
  private final Argument<RenderWait> wait;
  private final Argument<Boolean> interact;
  private final Argument<Path> browser;
  private final Argument<Boolean> noSandbox;

  /**
   * Adds the options to a section.
   *
   * @param use of the page by the verb, for help
   */
  RenderingArguments(Section section, String use) {
    render =
        section
            .flag("--render")
            .help(
                "Render the page in Chromium, and %s that its scripts have made: docs/render.md."
                    .formatted(use));
    wait =
        section
            .option("--render-wait", "TIME|SELECTOR", Values.of(OptionType.renderWait()))
            .help(
                "Time for the scripts of the page, by a virtual clock that stops during requests and"
                    + " skips idle time; or until an element matches a CSS selector, 30 s at most."
                    + " Default: 5 s.");
    interact =
        section
            .flag("--render-interact")
            .help(
                "Scroll the page to the end, open details and menus, and click buttons for more, up"
                    + " to 30 actions.");
    browser =
        section
            .option("--browser", "FILE", Values::inputFile)
            .help("The browser for --render. Default: the first Chromium on the PATH.");
    noSandbox =
        section
            .flag("--browser-no-sandbox")
            .help(
                "Render without the browser's sandbox, which root needs. Insecure: a page that"
                    + " exploits the browser has your rights.");
  }

  /**
   * Whether the page is rendered.
   *
   * @throws TypeConversionException if it is not, and has options for that
   */
  boolean areOn() {
    if (!render.isOn()
        && (wait.isGiven() || interact.isOn() || browser.isGiven() || noSandbox.isOn())) {
      throw new TypeConversionException("options of the browser need --render; add it");
    }
    return render.isOn();
  }

  /** The options for the browser; empty if the page is not rendered. */
  Optional<BrowserOptions> browser(String agent) {
    return areOn()
        ? Optional.of(
            RenderingBrowser.options(
                browser.value(),
                noSandbox.isOn() ? BrowserSandbox.OFF : BrowserSandbox.ON,
                agent,
                wait.or(OptionTable.RENDER_WAIT.usual()),
                interact.isOn() ? RenderInteraction.ON : RenderInteraction.OFF))
        : Optional.empty();
  }
}
