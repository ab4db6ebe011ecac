package dev.arachne.options;

import dev.arachne.items.PageDocument;
import dev.arachne.pace.HostBounds;
import dev.arachne.protocol.RequestField;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.ParsedUrl;
import dev.arachne.url.RejectedUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads a {@link HostTable} from YAML 1.2, of which JSON is a part. It walks the tree of nodes,
 * which know their lines, so that every mistake can name its own. No message has a value of a key
 * that may be secret. Not thread-safe.
 */
final class HostTableReader {
  private static final String QUOTE =
      "put a value with any of : # @ [ { & * ! % in it in single quotes";

  static final List<String> KEYS =
      List.of("delay", "per-host", "limit-rate", "headers", "user", "proxy", "user-agent", "login");

  static final List<String> KEYS_OF_LOGIN = List.of("page", "fields", "proves", "expired");
  static final List<String> KEYS_OF_PROOF = List.of("selector", "cookie", "url", "text");
  private static final List<String> KEYS_OF_EXPIRY = List.of("url", "status");

  private static final Pattern PORT = Pattern.compile("(?<host>.*):(?<port>\\d{1,5})");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(?<name>[A-Za-z_][A-Za-z0-9_]*)}");
  private static final int LEAST_STATUS = 200;
  private static final int GREATEST_STATUS = 599;

  private final String file;
  private final Function<String, @Nullable String> environment;

  /** The keys that lead to the present place. */
  private final List<String> path = new ArrayList<>();

  HostTableReader(String file, Function<String, @Nullable String> environment) {
    this.file = file;
    this.environment = environment;
  }

  HostTable read(String text) throws HostTableException {
    Node root = root(text);
    Node hosts = entries(root, "the table", List.of("hosts")).get("hosts");
    if (hosts == null) {
      throw mistake(root, "there is no host in it; write hosts: and below it example.org:");
    }
    Map<String, HostSettings> settings = new LinkedHashMap<>();
    for (Map.Entry<String, Node> entry : entries(hosts, "hosts", null).entrySet()) {
      within(
          entry.getKey(),
          () -> {
            String host = host(entry.getKey(), entry.getValue());
            if (settings.put(host, settings(entry.getValue(), host)) != null) {
              throw mistake(entry.getValue(), "this host is there twice; write one entry for it");
            }
            return host;
          });
    }
    return new HostTable(settings);
  }

  private Node root(String text) throws HostTableException {
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(file).build();
      Optional<Node> root = new Compose(settings).composeString(text);
      if (root.isPresent()) {
        return root.get();
      }
    } catch (MarkedYamlEngineException e) {
      throw new HostTableException(
          file,
          line(e.getProblemMark()),
          "",
          "this is neither YAML nor JSON: " + e.getProblem() + "; " + QUOTE);
    } catch (YamlEngineException e) {
      throw new HostTableException(file, 1, "", "this is neither YAML nor JSON; " + QUOTE);
    }
    throw new HostTableException(
        file, 1, "", "there is no host in it; write hosts: and below it example.org:");
  }

  /** The host of an entry as the table has it: as URLs do. */
  private String host(String typed, Node node) throws HostTableException {
    boolean isWild = typed.startsWith("*.");
    String name = isWild ? typed.substring(2) : typed;
    Matcher port = PORT.matcher(name);
    boolean hasPort = !isWild && port.matches();
    String bare = hasPort ? port.group("host") : name;
    ParsedUrl url = CrawlUrl.parse("http://" + bare + "/");
    boolean isHost =
        url instanceof CrawlUrl its
            && its.pathAndQuery().equals("/")
            && its.userInfo().isEmpty()
            && its.port() == 80
            && !bare.contains("/")
            && !bare.contains("*");
    if (!isHost || (hasPort && Integer.parseInt(port.group("port")) > 0xFFFF)) {
      throw mistake(
          node,
          "this is not a host name; write one such as example.org, example.org:8080, *.example.org");
    }
    String host = ((CrawlUrl) url).host();
    if (isWild) {
      return "*." + host;
    }
    return hasPort ? HostTable.key(host, Integer.parseInt(port.group("port"))) : host;
  }

  private HostSettings settings(Node node, String host) throws HostTableException {
    Map<String, Node> entries = entries(node, "a host", KEYS);
    Optional<Duration> delay = value(entries, "delay", OptionTable.DELAY.type()::typed);
    Optional<Integer> perHost =
        value(
            entries,
            "per-host",
            text -> Math.toIntExact(OptionType.number(text, 1, Integer.MAX_VALUE)));
    Optional<Long> rate =
        value(entries, "limit-rate", OptionTable.LIMIT_RATE_PER_HOST.type()::typed);
    Optional<String> agent = value(entries, "user-agent", OptionTable.USER_AGENT.type()::typed);
    Optional<SiteUser> user =
        value(entries, "user", text -> OptionTable.USERS.type().typed(text).getFirst());
    return new HostSettings(
        new HostBounds(delay, perHost.map(OptionalInt::of).orElse(OptionalInt.empty())),
        rate.map(OptionalLong::of).orElse(OptionalLong.empty()),
        headers(entries.get("headers")),
        user.map(SiteUser::credentials),
        proxies(entries.get("proxy")),
        agent,
        login(entries.get("login"), host));
  }

  private <T> Optional<T> value(Map<String, Node> entries, String key, Function<String, T> reader)
      throws HostTableException {
    Node node = entries.get(key);
    return node == null
        ? Optional.empty()
        : Optional.of(within(key, () -> converted(node, () -> reader.apply(text(node)))));
  }

  private Optional<List<RequestField>> headers(@Nullable Node node) throws HostTableException {
    if (node == null) {
      return Optional.empty();
    }
    return within(
        "headers",
        () -> {
          List<RequestField> fields = new ArrayList<>();
          for (Map.Entry<String, Node> entry : entries(node, "headers", null).entrySet()) {
            Node value = entry.getValue();
            String field = entry.getKey() + ": " + within(entry.getKey(), () -> text(value));
            fields.addAll(
                within(
                    entry.getKey(),
                    () -> converted(value, () -> OptionTable.HEADERS.type().typed(field))));
          }
          return Optional.of(fields);
        });
  }

  private Optional<List<SiteProxy>> proxies(@Nullable Node node) throws HostTableException {
    if (node == null) {
      return Optional.empty();
    }
    return within(
        "proxy",
        () -> {
          List<SiteProxy> proxies = new ArrayList<>();
          for (Node each : list(node)) {
            String text = text(each);
            if (list(node).size() > 1 || !text.equals("none")) {
              proxies.addAll(converted(each, () -> OptionTable.PROXIES.type().typed(text)));
            }
          }
          return Optional.of(proxies);
        });
  }

  private Optional<HostLogin> login(@Nullable Node node, String host) throws HostTableException {
    if (node == null) {
      return Optional.empty();
    }
    return within(
        "login",
        () -> {
          if (host.startsWith("*")) {
            throw mistake(node, "a login is for one host; write it in the entry of that host");
          }
          Map<String, Node> entries = entries(node, "login", KEYS_OF_LOGIN);
          Node page = entries.get("page");
          Node fields = entries.get("fields");
          Node proves = entries.get("proves");
          if (page == null || fields == null || proves == null) {
            throw mistake(node, "page, fields and proves are needed; write all three");
          }
          CrawlUrl url = within("page", () -> page(page, host));
          return Optional.of(
              new HostLogin(
                  url,
                  within("fields", () -> fields(fields)),
                  within("proves", () -> proof(proves)),
                  expiry(entries.get("expired"), url)));
        });
  }

  private CrawlUrl page(Node node, String host) throws HostTableException {
    ParsedUrl parsed = CrawlUrl.parse(text(node));
    if (parsed instanceof RejectedUrl rejected) {
      throw mistake(node, rejected.reason().text() + "; write a whole URL");
    }
    var url = (CrawlUrl) parsed;
    if (!url.host().equals(host) && !HostTable.key(url.host(), url.port()).equals(host)) {
      throw mistake(node, "this is at another host; write the login in the entry of that host");
    }
    return url;
  }

  private Map<String, String> fields(Node node) throws HostTableException {
    Map<String, String> fields = new LinkedHashMap<>();
    for (Map.Entry<String, Node> entry : entries(node, "fields", null).entrySet()) {
      Node value = entry.getValue();
      fields.put(entry.getKey(), within(entry.getKey(), () -> text(value)));
    }
    if (fields.isEmpty()) {
      throw mistake(node, "there is no field; write those that you type, by their names");
    }
    return fields;
  }

  private HostLogin.Proof proof(Node node) throws HostTableException {
    Map<String, Node> entries = entries(node, "proves", KEYS_OF_PROOF);
    if (entries.size() != 1) {
      throw mistake(node, "write one of " + String.join(", ", KEYS_OF_PROOF));
    }
    Map.Entry<String, Node> only = entries.entrySet().iterator().next();
    String text = within(only.getKey(), () -> text(only.getValue()));
    return switch (only.getKey()) {
      case "selector" -> {
        if (!PageDocument.isSelector(text)) {
          throw mistake(only.getValue(), "this is not a CSS selector; write one such as a.logout");
        }
        yield new HostLogin.Proof.Selector(text);
      }
      case "cookie" -> new HostLogin.Proof.Cookie(text);
      case "url" -> new HostLogin.Proof.Place(text);
      default -> new HostLogin.Proof.Text(text);
    };
  }

  /** The end of a session; without an entry, a redirect to the login's page is the end. */
  private HostLogin.Expiry expiry(@Nullable Node node, CrawlUrl page) throws HostTableException {
    if (node == null) {
      return new HostLogin.Expiry(Optional.of(page.path()), Set.of());
    }
    return within(
        "expired",
        () -> {
          Map<String, Node> entries = entries(node, "expired", KEYS_OF_EXPIRY);
          if (entries.isEmpty()) {
            throw mistake(node, "write one of " + String.join(", ", KEYS_OF_EXPIRY));
          }
          Set<Integer> statuses = new TreeSet<>();
          Node status = entries.get("status");
          for (Node each : status == null ? List.<Node>of() : list(status)) {
            String text = text(each);
            statuses.add(
                within(
                    "status",
                    () ->
                        converted(
                            each,
                            () ->
                                Math.toIntExact(
                                    OptionType.number(text, LEAST_STATUS, GREATEST_STATUS)))));
          }
          return new HostLogin.Expiry(value(entries, "url", text -> text), statuses);
        });
  }

  /** The entries of a mapping, in their order. */
  private Map<String, Node> entries(Node node, String what, @Nullable List<String> keys)
      throws HostTableException {
    if (!(node instanceof MappingNode mapping)) {
      throw mistake(node, what + " must be entries of the form key: value");
    }
    Map<String, Node> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw mistake(tuple.getKeyNode(), "a key must be a text; " + QUOTE);
      }
      String name = key.getValue();
      if (keys != null && !keys.contains(name)) {
        throw mistake(key, "'" + name + "' is not a key of " + what + "; write " + oneOf(keys));
      }
      if (entries.put(name, tuple.getValueNode()) != null) {
        throw mistake(key, "'" + name + "' is there twice; remove one");
      }
    }
    return entries;
  }

  private static List<Node> list(Node node) {
    return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
  }

  /** A value, in which variables of the environment have been replaced. */
  private String text(Node node) throws HostTableException {
    if (!(node instanceof ScalarNode scalar)) {
      throw mistake(node, "this must be one value; " + QUOTE);
    }
    if (scalar.getTag().equals(Tag.NULL) || scalar.getValue().isBlank()) {
      throw mistake(node, "the value is missing; " + QUOTE);
    }
    Matcher variable = VARIABLE.matcher(scalar.getValue());
    var text = new StringBuilder();
    while (variable.find()) {
      String name = variable.group("name");
      @Nullable String value = environment.apply(name);
      if (value == null) {
        throw mistake(node, "the environment has no variable " + name + "; set it first");
      }
      variable.appendReplacement(text, Matcher.quoteReplacement(value));
    }
    return variable.appendTail(text).toString();
  }

  private static String oneOf(List<String> keys) {
    return (keys.size() == 1 ? "" : "one of ") + String.join(", ", keys);
  }

  private HostTableException mistake(Node node, String problem) {
    return new HostTableException(
        file, line(node.getStartMark()), String.join(", ", path), problem);
  }

  private static int line(Optional<Mark> mark) {
    return mark.map(Mark::getLine).orElse(0) + 1;
  }

  /** A step that may find a mistake. */
  private interface Step<T> {
    T take() throws HostTableException;
  }

  private <T> T within(String key, Step<T> step) throws HostTableException {
    path.addLast(key);
    T taken = step.take();
    path.removeLast();
    return taken;
  }

  /** Takes a step that throws if a value is invalid. */
  private <T> T converted(Node node, Step<T> step) throws HostTableException {
    try {
      return step.take();
    } catch (IllegalArgumentException e) {
      throw mistake(node, String.valueOf(e.getMessage()));
    }
  }
}
