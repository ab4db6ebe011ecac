package dev.arachne.pages;

import dev.arachne.content.PageContent;

/** The content of a page of a crawl, or why it is unknown. */
public sealed interface Reading {
  /** The page was read. */
  record Read(PageContent content) implements Reading {}

  /** The page was not read. */
  record Unread(Why why) implements Reading {}

  /** Why a page was not read. */
  enum Why {
    /** The verdict is not a page: an error, a redirect, or a URL that was dropped. */
    NO_PAGE("it is no page"),
    /** The page is not HTML. */
    NOT_HTML("it is not HTML"),
    /** Neither its content nor its body was kept, or the body is in another crawl's archive. */
    NOT_KEPT("neither its text nor its body was kept"),
    /** The kept content or body cannot be read, or has changed since. */
    DAMAGED("what was kept of it cannot be read");

    private final String text;

    Why(String text) {
      this.text = text;
    }

    /** The reason in words for messages. */
    public String text() {
      return text;
    }
  }
}
