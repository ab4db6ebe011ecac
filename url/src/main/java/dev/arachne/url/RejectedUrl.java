package dev.arachne.url;

import java.util.regex.Pattern;

/**
 * An input that is not crawled, with the rule that turned it away.
 *
 * @param input the input as it was given, but for a password, which is masked: so that no report
 *     can leak what {@link CrawlUrl} would have kept apart. Whoever prints it escapes it
 * @param reason the rule that it broke
 */
public record RejectedUrl(String input, UrlRejection reason) implements ParsedUrl {

  /** An authority, after slashes or http: alone, as far as its password, and the password. */
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
