package dev.arachne.options;

/** Whether the browser keeps pages in its sandbox. */
public enum BrowserSandbox {
  /** It does. Root has to crawl as another user. */
  ON,
  /** It does not: a page that breaks out of its script engine may do what the user may. */
  OFF
}
