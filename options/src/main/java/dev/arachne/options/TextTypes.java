package dev.arachne.options;

import dev.arachne.url.CrawlUrl;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Options that are words or texts. Without lambdas, which each start would link. */
final class TextTypes {
  private TextTypes() {}

  /** Constants by their names in lower case. */
  record Choice<E extends Enum<E>>(Class<E> choices) implements OptionType<E> {
    @Override
    public List<String> texts(E value) {
      return List.of(text(value));
    }

    private static String text(Enum<?> value) {
      return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public E read(List<String> texts) {
      List<String> names = new ArrayList<>();
      for (E choice : choices.getEnumConstants()) {
        if (text(choice).equals(texts.getLast())) {
          return choice;
        }
        names.add(text(choice));
      }
      throw new IllegalArgumentException(
          "'" + texts.getLast() + "' is not one of " + String.join(", ", names));
    }
  }

  /** Names of domains, without a leading dot. */
  record Domains() implements ListType<String> {
    @Override
    public List<String> texts(List<String> value) {
      return value;
    }

    @Override
    public List<String> read(List<String> texts) {
      List<String> domains = new ArrayList<>();
      for (String text : texts) {
        domains.add(domain(text));
      }
      return List.copyOf(domains);
    }

    @Override
    public List<String> typed(String text) {
      List<String> words = new ArrayList<>();
      for (String word : text.split("[,\\s]+", -1)) {
        if (!word.isEmpty()) {
          words.add(word);
        }
      }
      return read(words);
    }

    /** The name as URLs carry it. */
    private static String domain(String text) {
      String name = text.startsWith("*.") ? text.substring(2) : text.replaceFirst("^\\.", "");
      boolean isName = Pattern.matches("[^/:@?#\\s]+|\\[[0-9a-fA-F:.]+]", name);
      if (!isName || !(CrawlUrl.parse("http://" + name + "/") instanceof CrawlUrl url)) {
        throw new IllegalArgumentException(
            "'" + text + "' is not a domain; use a name such as example.com");
      }
      return url.host();
    }

    @Override
    public void check(List<String> value) {
      for (String text : value) {
        domain(text);
      }
    }
  }

  /** The type of sets of constants. */
  record Choices<E extends Enum<E>>(Choice<E> choice) implements OptionType<Set<E>> {
    @Override
    public List<String> texts(Set<E> value) {
      List<String> texts = new ArrayList<>();
      for (E each : choice.choices.getEnumConstants()) {
        if (value.contains(each)) {
          texts.add(Choice.text(each));
        }
      }
      return List.copyOf(texts);
    }

    @Override
    public Set<E> read(List<String> texts) {
      Set<E> values = EnumSet.noneOf(choice.choices);
      texts.forEach(text -> values.add(choice.typed(text)));
      return values;
    }

    @Override
    public Set<E> joined(List<Set<E>> values) {
      Set<E> all = EnumSet.noneOf(choice.choices);
      values.forEach(all::addAll);
      return all;
    }

    @Override
    public Shape shape() {
      return Shape.LIST;
    }
  }

  /** Texts without surrounding blanks. */
  private interface Stripped extends OptionType<String> {
    @Override
    default List<String> texts(String value) {
      return List.of(value);
    }

    @Override
    default String read(List<String> texts) {
      String text = texts.getLast().strip();
      check(text);
      return text;
    }
  }

  /** Values of the User-Agent header. */
  record UserAgent() implements Stripped {
    /** Visible ASCII, with spaces between but not around it. */
    @Override
    public void check(String value) {
      boolean isHeaderText =
          !value.isEmpty()
              && value.equals(value.strip())
              && value.chars().allMatch(c -> c >= ' ' && c <= '~');
      if (!isHeaderText) {
        throw new IllegalArgumentException(
            "a name is needed, of visible ASCII characters and spaces");
      }
    }
  }

  /** URLs of services. */
  record Endpoint() implements OptionType<URI> {
    @Override
    public List<String> texts(URI value) {
      return List.of(value.toString());
    }

    @Override
    public URI read(List<String> texts) {
      try {
        var url = new URI(texts.getLast().strip());
        check(url);
        return url;
      } catch (URISyntaxException e) {
        throw new IllegalArgumentException("this is not a URL: " + e.getReason(), e);
      }
    }

    @Override
    public void check(URI value) {
      String scheme = String.valueOf(value.getScheme()).toLowerCase(Locale.ROOT);
      if (value.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
        throw new IllegalArgumentException(
            "a URL is needed that begins with http:// or https://, and has a host");
      }
      if (value.getUserInfo() != null) {
        throw new IllegalArgumentException("a password in a URL would be kept; leave it out");
      }
    }
  }

  /** Names. */
  record Name() implements Stripped {
    @Override
    public void check(String value) {
      if (value.isBlank() || value.chars().anyMatch(Character::isISOControl)) {
        throw new IllegalArgumentException("a name is needed");
      }
    }
  }

  /** Texts that are taken as they are. */
  record Texts() implements OptionType<List<String>> {
    @Override
    public List<String> texts(List<String> value) {
      return value;
    }

    @Override
    public List<String> read(List<String> texts) {
      return texts;
    }

    @Override
    public void check(List<String> value) {
      if (value.isEmpty()) {
        throw new IllegalArgumentException("one is needed at least");
      }
      for (String text : value) {
        if (text.isBlank()) {
          throw new IllegalArgumentException("one of them is blank; leave it out");
        }
      }
    }

    @Override
    public Shape shape() {
      return Shape.LIST;
    }
  }

  /** Regular expressions. */
  record Patterns() implements ListType<Pattern> {
    @Override
    public List<String> texts(List<Pattern> value) {
      List<String> texts = new ArrayList<>();
      for (Pattern pattern : value) {
        texts.add(PatternText.of(pattern));
      }
      return List.copyOf(texts);
    }

    @Override
    public List<Pattern> read(List<String> texts) {
      return texts.stream().map(Patterns::pattern).toList();
    }

    private static Pattern pattern(String text) {
      try {
        return Pattern.compile(text);
      } catch (PatternSyntaxException e) {
        throw new IllegalArgumentException(
            "'"
                + text
                + "' is not a regular expression: "
                + e.getDescription().toLowerCase(Locale.ROOT)
                + " at character "
                + (e.getIndex() + 1),
            e);
      }
    }

    @Override
    public void check(List<Pattern> value) {
      for (Pattern pattern : value) {
        PatternText.check(pattern);
      }
    }
  }
}
