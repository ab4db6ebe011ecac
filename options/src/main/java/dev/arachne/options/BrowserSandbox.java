package dev.arachne.options;

/** Whether the browser keeps pages in its sandbox. */
public enum BrowserSandbox {
  /** Pages are in the sandbox. The root user has to crawl as another user. */
  ON,
  /** No sandbox: a page that exploits the browser has the rights of the user. */
  OFF
}
