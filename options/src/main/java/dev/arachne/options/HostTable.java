package dev.arachne.options;

import dev.arachne.pace.HostBounds;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a crawl for single hosts, by {@code host:port}, {@code host}, and {@code *.host}
 * for all hosts below one. Of several entries for a host the most specific wins, key by key, in
 * that order; of two with an asterisk the longer one. Immutable; not shown by {@link #toString()}.
 */
public final class HostTable {
  /** No host has settings of its own. */
  public static final HostTable NONE = new HostTable(Map.of());

  /** The size limit of a file with a table, in bytes. */
  private static final int MAX_BYTES = 16 << 20;

  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /** The entries in the order in which they were written. */
  private final Map<String, HostSettings> entries;

  HostTable(Map<String, HostSettings> entries) {
    this.entries = new LinkedHashMap<>(entries);
  }

  /**
   * The table in a file of YAML or JSON, with values out of this process's environment. Blocks.
   *
   * @throws UsageException if the file has no valid table; the message has file, line and key
   */
  public static HostTable read(Path file) throws UsageException {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new UsageException(file.toString(), "is too large for a table of hosts");
      }
      return parse(file.toString(), Files.readString(file), System::getenv);
    } catch (HostTableException e) {
      throw e.refusal();
    } catch (IOException e) {
      throw new UsageException(FileFailure.text(e), "cannot be read; choose another --hosts");
    }
  }

  /**
   * The table in a text of YAML or JSON.
   *
   * @param file the name that mistakes have
   * @param environment the values that <code>${NAME}</code> stands for; null for an unset one
   * @throws HostTableException if the text is not a table
   */
  public static HostTable parse(
      String file, String text, Function<String, @Nullable String> environment)
      throws HostTableException {
    return new HostTableReader(file, environment).read(text);
  }

  /** The settings of a URL's host. */
  public HostSettings of(CrawlUrl url) {
    return of(url.host(), url.port());
  }

  /**
   * The settings of a host.
   *
   * @param host as URLs carry it: lower case, ASCII, IPv6 in brackets
   */
  public HostSettings of(String host, int port) {
    if (entries.isEmpty()) {
      return HostSettings.NONE;
    }
    HostSettings settings = over(HostSettings.NONE, entries.get(key(host, port)));
    settings = over(settings, entries.get(host));
    for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      settings = over(settings, entries.get("*" + host.substring(dot)));
    }
    return settings;
  }

  private static HostSettings over(HostSettings settings, @Nullable HostSettings wider) {
    if (wider == null) {
      return settings;
    }
    return settings == HostSettings.NONE ? wider : settings.over(wider);
  }

  /** The key of a host. The two usual ports are one server, which has the key of the first. */
  static String key(String host, int port) {
    return host + ":" + (port == HTTPS ? HTTP : port);
  }

  /** The bounds on the rate of fetches by host. */
  public HostBounds.Table bounds() {
    return entries.isEmpty() ? HostBounds.Table.NONE : (host, port) -> of(host, port).bounds();
  }

  /** Whether it has no entry. */
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** All logins, in the table's order. */
  public List<HostLogin> logins() {
    List<HostLogin> logins = new ArrayList<>();
    entries.values().forEach(settings -> settings.login().ifPresent(logins::add));
    return List.copyOf(logins);
  }

  /**
   * The bounds that it guarantees to hosts, without anything secret, as an object of JSON that
   * {@link #parse} reads; empty without bounds.
   */
  String promises() {
    var json = new StringBuilder();
    entries.forEach((key, settings) -> {
      List<String> members = new ArrayList<>();
      HostBounds bounds = settings.bounds();
      bounds
          .delay()
          .ifPresent(
              its -> members.add("\"delay\": \"" + OptionType.time().texts(its).getFirst() + "\""));
      bounds.perHost().ifPresent(its -> members.add("\"per-host\": " + its));
      if (!members.isEmpty()) {
        json.append(json.isEmpty() ? "{\"hosts\": {" : ", ");
        JsonText.quote(json, key);
        json.append(": {").append(String.join(", ", members)).append("}");
      }
    });
    return json.isEmpty() ? "" : json.append("}}").toString();
  }

  @Override
  public String toString() {
    return "settings of " + entries.size() + " hosts";
  }
}
