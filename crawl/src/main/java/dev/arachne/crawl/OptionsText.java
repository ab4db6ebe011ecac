package dev.arachne.crawl;

import dev.arachne.frontier.Tempo;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.items.RulesException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The options of a crawl as lines of text, for the crawl's directory: {@code name value}, one line
 * for each value, an option of several values on several lines. The names are those of the command
 * line. Options that say where the crawl is kept are not among them.
 */
final class OptionsText {
  /** Whether a crawl with another value is another crawl. */
  private enum Weight {
    /** It decides which URLs belong to the crawl, or what is written down. */
    DECIDES,
    /** It is a matter of how, and may be another at each start. */
    MANNER
  }

  private record Field(
      String name,
      Weight weight,
      Function<CrawlOptions, List<String>> values,
      BiConsumer<CrawlOptions.Builder, List<String>> set) {}

  /** Where the lines of pages go. */
  static final String OUTPUT = "output";

  private static final List<Field> FIELDS =
      List.of(
          new Field("root", Weight.DECIDES, CrawlOptions::roots, (_, _) -> {}),
          one(
              "hosts",
              Weight.DECIDES,
              o -> lower(o.hosts()),
              (b, v) -> b.hosts(HostScope.valueOf(upper(v)))),
          new Field(
              "include", Weight.DECIDES, o -> texts(o.include()), (b, v) -> b.include(patterns(v))),
          new Field(
              "exclude", Weight.DECIDES, o -> texts(o.exclude()), (b, v) -> b.exclude(patterns(v))),
          new Field(
              "follow", Weight.DECIDES, o -> groups(o.follow()), (b, v) -> b.follow(groups(v))),
          one(
              "depth",
              Weight.DECIDES,
              o -> "" + o.maxDepth(),
              (b, v) -> b.maxDepth(Integer.parseInt(v))),
          one(
              "robots",
              Weight.DECIDES,
              o -> lower(o.robots()),
              (b, v) -> b.robots(RobotsObedience.valueOf(upper(v)))),
          one(
              "nofollow",
              Weight.DECIDES,
              o -> lower(o.nofollow()),
              (b, v) -> b.nofollow(NofollowPolicy.valueOf(upper(v)))),
          one(
              "max-redirects",
              Weight.DECIDES,
              o -> "" + o.maxRedirects(),
              (b, v) -> b.maxRedirects(Integer.parseInt(v))),
          new Field(
              OUTPUT,
              Weight.DECIDES,
              o -> o.pages().map(OptionsText::text).stream().toList(),
              (b, v) -> b.pages(Path.of(v.getFirst()))),
          new Field(
              "save",
              Weight.DECIDES,
              o -> o.save().map(OptionsText::text).stream().toList(),
              (b, v) -> b.save(Path.of(v.getFirst()))),
          new Field(
              "rules",
              Weight.DECIDES,
              o -> o.rules().map(ItemRules::lines).orElse(List.of()),
              (b, v) -> b.rules(rules(v))),
          new Field(
              "ordered",
              Weight.DECIDES,
              o -> o.order() == ItemOrder.PAGES ? List.of("yes") : List.of(),
              (b, _) -> b.order(ItemOrder.PAGES)),
          new Field(
              "columns",
              Weight.DECIDES,
              o -> o.format().columns(),
              (b, v) -> b.format(ItemFormat.csv(v))),
          items("append", ItemFile.Beginning.APPEND),
          items("overwrite-output", ItemFile.Beginning.OVERWRITE),
          one(
              "limit",
              Weight.MANNER,
              o -> "" + o.maxPages(),
              (b, v) -> b.maxPages(Long.parseLong(v))),
          one(
              "delay",
              Weight.MANNER,
              o -> o.delay().toString(),
              (b, v) -> b.delay(Duration.parse(v))),
          one("tasks", Weight.MANNER, o -> "" + o.tasks(), (b, v) -> b.tasks(Integer.parseInt(v))),
          one("loops", Weight.MANNER, o -> "" + o.loops(), (b, v) -> b.loops(Integer.parseInt(v))),
          new Field(
              "per-host",
              Weight.MANNER,
              o -> o.perHost().stream().mapToObj(n -> "" + n).toList(),
              (b, v) -> b.perHost(Integer.parseInt(v.getLast()))),
          new Field(
              "per-ip",
              Weight.MANNER,
              o -> o.perAddress().stream().mapToObj(n -> "" + n).toList(),
              (b, v) -> b.perAddress(Integer.parseInt(v.getLast()))),
          one(
              "max-crawl-delay",
              Weight.MANNER,
              o -> o.maxCrawlDelay().toString(),
              (b, v) -> b.maxCrawlDelay(Duration.parse(v))),
          one(
              "ip-delay",
              Weight.MANNER,
              o -> o.addressDelay().toString(),
              (b, v) -> b.addressDelay(Duration.parse(v))),
          one(
              "tempo",
              Weight.MANNER,
              o -> lower(o.tempo()),
              (b, v) -> b.tempo(Tempo.valueOf(upper(v)))),
          one(
              "memory",
              Weight.MANNER,
              o -> "" + o.memory(),
              (b, v) -> b.memory(Math.max(CrawlOptions.LEAST_MEMORY, Long.parseLong(v)))),
          one(
              "sync",
              Weight.MANNER,
              o -> o.sync().time().toString(),
              (b, v) -> b.syncTime(Duration.parse(v))),
          one(
              "sync-commits",
              Weight.MANNER,
              o -> "" + o.sync().commits(),
              (b, v) -> b.syncCommits(Integer.parseInt(v))),
          one(
              "max-tries",
              Weight.MANNER,
              o -> "" + o.maxTries(),
              (b, v) -> b.maxTries(Integer.parseInt(v))),
          one(
              "timeout",
              Weight.MANNER,
              o -> o.timeout().toString(),
              (b, v) -> b.timeout(Duration.parse(v))),
          one(
              "user-agent",
              Weight.MANNER,
              CrawlOptions::userAgent,
              CrawlOptions.Builder::userAgent));

  /** The flags that a pattern can have in itself, as the letters for them. */
  private static final Map<Integer, String> FLAGS =
      new TreeMap<>(
          Map.of(
              Pattern.UNIX_LINES, "d",
              Pattern.CASE_INSENSITIVE, "i",
              Pattern.COMMENTS, "x",
              Pattern.MULTILINE, "m",
              Pattern.DOTALL, "s",
              Pattern.UNICODE_CASE, "u",
              Pattern.UNICODE_CHARACTER_CLASS, "U"));

  private OptionsText() {}

  private static Field one(
      String name,
      Weight weight,
      Function<CrawlOptions, String> value,
      BiConsumer<CrawlOptions.Builder, String> set) {
    return new Field(
        name,
        weight,
        options -> List.of(value.apply(options)),
        (builder, values) -> set.accept(builder, values.getLast()));
  }

  private static Field items(String name, ItemFile.Beginning beginning) {
    return new Field(
        name,
        Weight.DECIDES,
        o ->
            o.items().filter(file -> file.beginning() == beginning).stream()
                .map(file -> text(file.path()))
                .toList(),
        (b, v) -> b.items(new ItemFile(Path.of(v.getFirst()), beginning)));
  }

  /** The lines of {@code options}. */
  static List<String> lines(CrawlOptions options) {
    List<String> lines = new ArrayList<>();
    for (Field field : FIELDS) {
      field.values.apply(options).forEach(value -> lines.add(field.name + " " + value));
    }
    return lines;
  }

  /** What {@link #lines} wrote, as options that may still be changed. */
  static CrawlOptions.Builder read(List<String> lines) {
    Map<String, List<String>> values = values(lines);
    CrawlOptions.Builder builder = CrawlOptions.crawlOf(values.getOrDefault("root", List.of()));
    for (Field field : FIELDS) {
      List<String> given = values.get(field.name);
      if (given != null) {
        field.set.accept(builder, given);
      }
    }
    return builder;
  }

  /** The options in which two crawls differ so that one cannot go on as the other, by name. */
  static Set<String> difference(List<String> before, List<String> after) {
    Map<String, List<String>> old = values(before);
    Map<String, List<String>> now = values(after);
    var differing = new TreeSet<String>();
    for (Field field : FIELDS) {
      if (field.weight == Weight.DECIDES
          && !old.getOrDefault(field.name, List.of())
              .equals(now.getOrDefault(field.name, List.of()))) {
        differing.add(field.name);
      }
    }
    return differing;
  }

  /** The value of an option that has one at most. */
  static Optional<String> text(List<String> lines, String name) {
    return values(lines).getOrDefault(name, List.of()).stream().findFirst();
  }

  private static Map<String, List<String>> values(List<String> lines) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String line : lines) {
      int space = line.indexOf(' ');
      if (space > 0) {
        values
            .computeIfAbsent(line.substring(0, space), _ -> new ArrayList<>())
            .add(line.substring(space + 1));
      }
    }
    return values;
  }

  private static List<String> texts(List<Pattern> patterns) {
    return patterns.stream().map(OptionsText::text).toList();
  }

  /** A pattern with its flags in it, where they are not in it already. */
  private static String text(Pattern pattern) {
    String text = pattern.pattern();
    if (hasFlags(text, pattern.flags())) {
      return text;
    }
    if ((pattern.flags() & Pattern.CANON_EQ) != 0) {
      throw new IllegalArgumentException(
          "pattern " + text + " cannot be kept with its crawl: it has the flag CANON_EQ");
    }
    boolean isLiteral = (pattern.flags() & Pattern.LITERAL) != 0;
    var letters = new StringBuilder();
    FLAGS.forEach((flag, letter) -> {
      if ((pattern.flags() & flag) != 0) {
        letters.append(letter);
      }
    });
    return (letters.isEmpty() ? "" : "(?" + letters + ")")
        + (isLiteral ? Pattern.quote(text) : text);
  }

  private static boolean hasFlags(String text, int flags) {
    try {
      return Pattern.compile(text).flags() == flags;
    } catch (PatternSyntaxException e) {
      return false; // A literal.
    }
  }

  private static List<Pattern> patterns(List<String> texts) {
    return texts.stream().map(Pattern::compile).toList();
  }

  private static List<String> groups(Set<LinkGroup> groups) {
    return groups.stream().sorted().map(OptionsText::lower).toList();
  }

  private static Set<LinkGroup> groups(List<String> names) {
    var groups = new TreeSet<LinkGroup>();
    names.forEach(name -> groups.add(LinkGroup.valueOf(upper(name))));
    return groups;
  }

  private static ItemRules rules(List<String> lines) {
    try {
      return ItemRules.parse("rules", String.join("\n", lines));
    } catch (RulesException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static String text(Path path) {
    return path.toAbsolutePath().toString();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }
}
