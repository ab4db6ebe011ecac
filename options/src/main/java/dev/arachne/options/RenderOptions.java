package dev.arachne.options;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How pages are shown in a browser. Immutable.
 *
 * @param policy which pages are, unless the rules of a scrape decide ({@link RenderPlan})
 * @param until the end of the time that a page gets for its scripts
 * @param tabs pages that are shown at a time, from 1
 * @param browser the program; empty for the first Chromium on the path
 * @param sandbox whether pages are kept in the browser's sandbox
 * @param interaction whether they are used before their links are read
 * @param screenshots the directory of their pictures; empty if none are taken
 * @param pdfs the directory of their PDF files; empty if none are made
 */
public record RenderOptions(
    RenderPolicy policy,
    RenderWait until,
    int tabs,
    Optional<Path> browser,
    BrowserSandbox sandbox,
    RenderInteraction interaction,
    Optional<Path> screenshots,
    Optional<Path> pdfs) {
  public RenderOptions {
    OptionTable.RENDER_WAIT.check(until);
    OptionTable.RENDER_TABS.check(tabs);
  }

  /** Whether copies of rendered pages are saved. */
  public boolean takesCopies() {
    return screenshots.isPresent() || pdfs.isPresent();
  }
}
