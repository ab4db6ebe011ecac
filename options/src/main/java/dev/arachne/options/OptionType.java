package dev.arachne.options;

import dev.arachne.frontier.PathBudget;
import dev.arachne.http.FixedAddresses;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.protocol.RequestField;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The type of an option's value: its range, and its texts. A value is written as texts, which may
 * hold anything, line breaks included; {@link #read} makes an equal value of them. An option's
 * default may be written as no text at all.
 *
 * <p>Methods throw {@link IllegalArgumentException} for an invalid value. Its message has the valid
 * forms; it does not name the option. Implementations are immutable.
 *
 * @param <T> the type of the values
 */
public interface OptionType<T> {

  /** How values look in JSON. */
  enum Shape {
    NUMBER,
    TEXT,
    /** An array of texts. */
    LIST
  }

  /** The texts of a value. */
  List<String> texts(T value);

  /** The value of these texts, of which there is one at least. */
  T read(List<String> texts);

  /** Checks that a value is in its range. */
  default void check(T value) {}

  /**
   * The value that a user means by {@code text}. Unlike {@link #read} it may look at this machine:
   * whether a file can be written.
   */
  default T typed(String text) {
    return read(List.of(text));
  }

  /** The value of an option that was typed several times. */
  default T joined(List<T> values) {
    return values.getLast();
  }

  /** How values look in JSON. */
  default Shape shape() {
    return Shape.TEXT;
  }

  /**
   * The whole number in {@code text}.
   *
   * @throws IllegalArgumentException if the text is not a whole number, or out of this range
   */
  static long number(String text, long least, long greatest) {
    return NumberTypes.number(text, least, greatest);
  }

  /** A whole number from {@code least}. */
  static OptionType<Integer> count(int least) {
    return new DerivedTypes.Mapped<>(
        new NumberTypes.Count(least, Integer.MAX_VALUE, false),
        Math::toIntExact,
        Integer::longValue);
  }

  /** A whole number from {@code least}; the greatest of all is no bound, and not written. */
  static OptionType<Integer> countOrUnbounded(int least) {
    return new DerivedTypes.Mapped<>(
        new NumberTypes.Count(least, Integer.MAX_VALUE, true),
        Math::toIntExact,
        Integer::longValue);
  }

  /** A whole number from {@code least}; the greatest of all is no bound, and not written. */
  static OptionType<Long> longOrUnbounded(long least) {
    return new NumberTypes.Count(least, Long.MAX_VALUE, true);
  }

  /** A whole number from {@code least}, or empty. */
  static OptionType<OptionalInt> optionalCount(int least) {
    return new DerivedTypes.Mapped<>(
        optional(count(least)),
        value -> value.isPresent() ? OptionalInt.of(value.get()) : OptionalInt.empty(),
        value -> value.isPresent() ? Optional.of(value.getAsInt()) : Optional.empty());
  }

  /** A time from zero to a year. */
  static OptionType<Duration> time() {
    return new NumberTypes.Time(false);
  }

  /** A time of more than zero, up to a year. */
  static OptionType<Duration> positiveTime() {
    return new NumberTypes.Time(true);
  }

  /** A time of more than zero, up to a year, or a selector of CSS. */
  static OptionType<RenderWait> renderWait() {
    return new NumberTypes.Wait(new NumberTypes.Time(true));
  }

  /** A number of bytes from {@code least}, such as {@code 512m}. */
  static OptionType<Long> size(long least) {
    return new NumberTypes.Size(least);
  }

  /** A number of bytes, such as {@code 512m}; the greatest of all is no bound, and typed as 0. */
  static OptionType<Long> sizeOrUnbounded() {
    return new NumberTypes.SizeOrUnbounded(new NumberTypes.Size(1));
  }

  /** One of these constants, by its name in lower case. */
  static <E extends Enum<E>> OptionType<E> choice(Class<E> choices) {
    return new TextTypes.Choice<>(choices);
  }

  /** One or more of these constants. */
  static <E extends Enum<E>> OptionType<Set<E>> choices(Class<E> choices) {
    return new TextTypes.Choices<>(new TextTypes.Choice<>(choices));
  }

  /** The value of a User-Agent header. */
  static OptionType<String> userAgent() {
    return new TextTypes.UserAgent();
  }

  /** The URL of a service of this program's user: http or https, without a password. */
  static OptionType<URI> endpoint() {
    return new TextTypes.Endpoint();
  }

  /** A name: a text that is not blank. */
  static OptionType<String> name() {
    return new TextTypes.Name();
  }

  /** Texts of which none is blank; one at least. */
  static OptionType<List<String>> texts() {
    return new TextTypes.Texts();
  }

  /** Regular expressions in Java's syntax, with their flags. */
  static OptionType<List<Pattern>> patterns() {
    return new TextTypes.Patterns();
  }

  /** A file that can be written; {@code -} is standard output. */
  static OptionType<Path> file() {
    return new FileTypes.Place(FileTypes::writable);
  }

  /** A file that can be written, and is one. */
  static OptionType<Path> target() {
    return new FileTypes.Place(FileTypes::target);
  }

  /** A file that can be read. */
  static OptionType<Path> source() {
    return new FileTypes.Place(FileTypes::readable);
  }

  /** Header fields of requests. */
  static OptionType<List<RequestField>> headers() {
    return new SiteTypes.Fields();
  }

  /** Proxies, with their users and passwords. */
  static OptionType<List<SiteProxy>> proxies() {
    return new SiteTypes.Proxies();
  }

  /** Words with commas or blanks between; none, too. */
  static OptionType<List<String>> words() {
    return new SiteTypes.Words();
  }

  /** An IP address. */
  static OptionType<InetAddress> address() {
    return new AddressTypes.Literal();
  }

  /** The address of a server, {@code [ADDRESS:]PORT}; on this machine alone without an address. */
  static OptionType<InetSocketAddress> listening() {
    return new AddressTypes.Listening();
  }

  /** Addresses that hosts are given in place of looking them up, {@code HOST:PORT:ADDRESS}. */
  static OptionType<List<FixedAddresses>> fixedAddresses() {
    return new AddressTypes.Fixed();
  }

  /** Bounds on pages below paths, {@code [HOST]/PATH=N}. */
  static OptionType<List<PathBudget>> budgets() {
    return new SiteTypes.Budgets();
  }

  /** Users and their passwords. */
  static OptionType<List<SiteUser>> users() {
    return new SiteTypes.Users();
  }

  /** Files and directories that are there. */
  static OptionType<List<Path>> places() {
    return new SourceTypes.Places();
  }

  /** A time, or the first instant of a year, a month or a day. */
  static OptionType<Instant> moment() {
    return new SourceTypes.Moment();
  }

  /** A directory that exists or can be made. */
  static OptionType<Path> directory() {
    return new FileTypes.Place(FileTypes::directory);
  }

  /** A directory that exists or can be made; an empty text is {@link ArchiveOptions#OWN}. */
  static OptionType<Path> archive() {
    return new FileTypes.Archive();
  }

  /** A value of another type, or empty. */
  static <T> OptionType<Optional<T>> optional(OptionType<T> type) {
    return new DerivedTypes.Possible<>(type);
  }

  /** Rules of a scraper. */
  static OptionType<ItemRules> rules() {
    return new FileTypes.Rules();
  }

  /** The format of records as lines: the columns of a table, or an empty text for JSON. */
  static OptionType<ItemFormat> itemFormat() {
    return new FileTypes.Format();
  }

  /** Files that can be written; {@code -} is standard output. */
  static OptionType<List<Path>> targets() {
    return new FileTypes.Targets();
  }

  /** Files of records, each behind a word for how it begins. */
  static OptionType<List<ItemFile>> itemFiles() {
    return new FileTypes.Records();
  }
}
