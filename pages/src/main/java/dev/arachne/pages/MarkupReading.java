package dev.arachne.pages;

import dev.arachne.content.PageMarkup;

/** The markup of a page of a crawl, or why it is unknown. */
public sealed interface MarkupReading {
  /** The markup was read. */
  record Read(PageMarkup markup, Head head) implements MarkupReading {}

  /** The markup was not read. */
  record Unread(Reading.Why why) implements MarkupReading {}

  /** Whether the head of the page's answer is known. */
  enum Head {
    /** The head is known. */
    KNOWN,
    /** Only the media type is known, without parameters: a saved file has no head. */
    UNKNOWN
  }
}
