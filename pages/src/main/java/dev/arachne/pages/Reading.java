package dev.arachne.pages;

import dev.arachne.content.PageContent;

/** What a page of a crawl says, or why that is not known. */
public sealed interface Reading {
  /** It was read. */
  record Read(PageContent content) implements Reading {}

  /** It was not. */
  record Unread(Why why) implements Reading {}

  /** Why a page was not read. */
  enum Why {
    /** The verdict is no page: an error, a redirect, or a URL that was dropped. */
    NO_PAGE("it is no page"),
    /** The page is not HTML. */
    NOT_HTML("it is not HTML"),
    /** Neither what it says nor its body was kept, or the body is in another crawl's archive. */
    NOT_KEPT("neither its text nor its body was kept"),
    /** What was kept of it cannot be read, or has changed since. */
    DAMAGED("what was kept of it cannot be read");

    private final String text;

    Why(String text) {
      this.text = text;
    }

    /** As messages have it. */
    public String text() {
      return text;
    }
  }
}
