package dev.arachne.crawl;

import dev.arachne.http.Http2;
import dev.arachne.items.ItemRules;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExternalTargets;
import dev.arachne.options.LinkGroup;
import dev.arachne.options.RenderInteraction;
import dev.arachne.options.RenderPolicy;
import dev.arachne.options.SearchIndex;
import dev.arachne.options.UsageException;
import java.util.Set;

/** Options that need or exclude other options. */
final class OptionConflicts {
  private final CrawlOptions options;

  private OptionConflicts(CrawlOptions options) {
    this.options = options;
  }

  /**
   * Checks that options can be combined.
   *
   * @throws UsageException if they cannot; it names the option to add or to omit
   */
  static void check(CrawlOptions options) throws UsageException {
    var conflicts = new OptionConflicts(options);
    conflicts.checkNotes();
    conflicts.checkSecondVisit();
    if (options.scope().external() == ExternalTargets.CHECK && options.source().isOffline()) {
      throw new UsageException(
          "--check-external", "asks hosts, and those of an archive are not asked; leave it out");
    }
    conflicts.checkArchive();
    conflicts.checkRendering();
  }

  /** Rendering needs hosts, since subresources are requested as they are found. */
  private void checkRendering() throws UsageException {
    if (options.renderPlan().needsBrowser() && options.source().isOffline()) {
      throw new UsageException(
          options.render().policy() == RenderPolicy.NEVER ? "render in the rules" : "--render",
          "asks hosts for what pages are made of, and those of an archive are not"
              + " asked; leave it out");
    }
    Set<LinkGroup> follow = options.scope().follow();
    boolean isAll = follow.size() == LinkGroup.values().length; // All that exist.
    if (!options.renderPlan().needsBrowser() && follow.contains(LinkGroup.API) && !isAll) {
      throw new UsageException(
          "--follow api",
          "follows requests of rendered pages; add --render always or --render auto");
    }
    if (!options.renderPlan().needsBrowser()
        && options.outputs().rules().stream().anyMatch(ItemRules::followApis)) {
      throw new UsageException(
          "api in the rules",
          "follows requests of rendered pages; add render: always, or --render");
    }
    if (!options.renderPlan().needsBrowser() && options.render().takesCopies()) {
      throw new UsageException(
          options.render().screenshots().isPresent() ? "--screenshot" : "--pdf",
          "saves copies of rendered pages; add --render always or --render auto");
    }
    if (!options.renderPlan().needsBrowser()
        && options.render().interaction() == RenderInteraction.ON) {
      throw new UsageException(
          "--render-interact", "uses rendered pages; add --render always or --render auto");
    }
  }

  /** Notes of pages need the crawl's directory. */
  private void checkNotes() throws UsageException {
    if (options.outputs().notesContent()) {
      requireDirectory(options.outputs().index() == SearchIndex.PAGES ? "--index" : "--markdown");
    }
    if (options.outputs().notesMarkup()) {
      requireDirectory("--report");
    }
  }

  private void checkSecondVisit() throws UsageException {
    if (options.seeds().revisitBefore().isPresent()) {
      requireDirectory("--revisit-before");
    } else if (options.seeds().revisitMost() != Long.MAX_VALUE) {
      throw new UsageException(
          "--revisit-most",
          "is about a second visit; use arachne recrawl DIR, or --revisit-before");
    }
  }

  /** An archive needs the crawl's directory, which has its committed end. */
  private void checkArchive() throws UsageException {
    if (options.outputs().archive().directory().isEmpty()) {
      if (!options.outputs().archive().earlier().isEmpty()) {
        throw new UsageException("--dedup", "is about an archive; use --warc too");
      }
      return;
    }
    requireDirectory("--warc");
    Http2 http2 = options.connections().http2();
    if (http2 == Http2.ALPN || http2 == Http2.PRIOR_KNOWLEDGE) {
      throw new UsageException(
          "--http2", "the archive of this run cannot hold frames of HTTP/2; leave out --http2");
    }
  }

  private void requireDirectory(String option) throws UsageException {
    if (options.storage().directory().isEmpty()) {
      throw new UsageException(
          option, "needs a crawl with a directory; leave out --store memory, or name one");
    }
  }
}
