package dev.arachne.export;

import dev.arachne.content.PageContent;

/** The content of a page's file. */
public enum ExportFormat {
  /** Markdown of the main content, with front matter in YAML. */
  MARKDOWN(".md") {
    @Override
    String text(PageProvenance facts, PageContent content) {
      return facts.frontMatter(content) + content.markdown();
    }
  },
  /** The main text without markup, behind lines of names and values. */
  TEXT(".txt") {
    @Override
    String text(PageProvenance facts, PageContent content) {
      return facts.header(content) + content.text() + "\n";
    }
  };

  private final String extension;

  ExportFormat(String extension) {
    this.extension = extension;
  }

  /** The end of a file's name. */
  String extension() {
    return extension;
  }

  /** The text of the file. */
  abstract String text(PageProvenance facts, PageContent content);
}
