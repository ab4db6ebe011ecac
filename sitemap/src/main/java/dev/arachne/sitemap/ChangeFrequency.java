package dev.arachne.sitemap;

/** How often a page is likely to change, as its sitemap has it. */
public enum ChangeFrequency {
  ALWAYS,
  HOURLY,
  DAILY,
  WEEKLY,
  MONTHLY,
  YEARLY,
  NEVER
}
