package dev.arachne.url;

import java.util.regex.Pattern;

/**
 * An input that is not crawled, with the rule that rejected it.
 *
 * @param input the input as given, except for a password, which is masked, so that no report can
 *     leak credentials that {@link CrawlUrl} would have kept apart. The caller escapes it for
 *     output
 * @param reason the rule that it broke
 */
public record RejectedUrl(String input, RejectionReason reason) implements ParsedUrl {

  /** An authority, after slashes or http: alone, up to its password, and the password. */
  private static final Pattern PASSWORD =
      Pattern.compile(
          "^((([^/\\\\?#:]*:)?[/\\\\]+|\\s*https?:)[^/\\\\?#:]*:)[^/\\\\?#]*@",
          Pattern.CASE_INSENSITIVE);

  private static final int SHORT = 200;

  public RejectedUrl {
    input = PASSWORD.matcher(input).replaceFirst("$1***@");
  }

  /** The first 200 characters of the input, with an ellipsis if there are more; for messages. */
  public String shortInput() {
    return input.length() <= SHORT ? input : input.substring(0, SHORT) + "…";
  }
}
