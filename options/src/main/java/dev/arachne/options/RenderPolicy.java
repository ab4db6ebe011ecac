package dev.arachne.options;

/** Which pages are shown in a browser, so that their scripts run. */
public enum RenderPolicy {
  /** None. */
  NEVER,
  /** Each page of HTML. */
  ALWAYS,
  /** Pages with scripts, unless a browser brings nothing for others with the same scripts. */
  AUTO
}
