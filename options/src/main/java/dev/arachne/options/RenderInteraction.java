package dev.arachne.options;

/** Whether a page in the browser is used as a careful reader does. */
public enum RenderInteraction {
  /** It is scrolled, opened and clicked where that may show more. */
  ON,
  /** It is taken as its scripts leave it. */
  OFF
}
