package dev.arachne.options;

/** Whether a crawl fetches the requisites of its pages: the parts that they need to be shown. */
public enum PageRequisites {
  /** They are links like others: fetched if their kind is followed and they are in scope. */
  LEAVE,
  /**
   * Styles, icons, images, media and scripts of every fetched page are fetched, and the targets of
   * references in stylesheets: from any host and beyond the bound on depth. Exclude patterns,
   * robots rules and excluded domains hold for them.
   */
  FETCH
}
