package dev.arachne.pages;

import dev.arachne.content.PageMarkup;

/** What the markup of a page of a crawl says, or why that is not known. */
public sealed interface MarkupReading {
  /** It was read. */
  record Read(PageMarkup markup, Head head) implements MarkupReading {}

  /** It was not. */
  record Unread(Reading.Why why) implements MarkupReading {}

  /** Whether the head of the answer is known with which the page came. */
  enum Head {
    /** It is. */
    KNOWN,
    /** Of its fields only the media type is, without parameters: a saved file has no head. */
    UNKNOWN
  }
}
