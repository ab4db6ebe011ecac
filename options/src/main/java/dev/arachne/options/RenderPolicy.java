package dev.arachne.options;

/** Which pages are shown in a browser, so that their scripts run. */
public enum RenderPolicy {
  /** No page. */
  NEVER,
  /** Each page of HTML. */
  ALWAYS,
  /** Pages with scripts, unless a browser adds nothing to others with the same scripts. */
  AUTO
}
