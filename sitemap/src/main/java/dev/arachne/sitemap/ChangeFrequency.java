package dev.arachne.sitemap;

/** The probable frequency of changes of a page, as its sitemap has it. */
public enum ChangeFrequency {
  ALWAYS,
  HOURLY,
  DAILY,
  WEEKLY,
  MONTHLY,
  YEARLY,
  NEVER
}
