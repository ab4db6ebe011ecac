package dev.arachne.options;

import dev.arachne.frontier.PathBudget;
import dev.arachne.http.HttpRequest;
import dev.arachne.protocol.RequestField;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Types of the options for the identity of the crawl to sites. Messages do not repeat values that
 * may be secret.
 */
final class SiteTypes {
  private static final HttpRequest ANY = HttpRequest.get(CrawlUrl.of("http://a/"));

  private SiteTypes() {}

  /** Header fields, {@code Name: value} each. */
  record Fields() implements ListType<RequestField> {
    @Override
    public List<String> texts(List<RequestField> value) {
      List<String> texts = new ArrayList<>();
      for (RequestField field : value) {
        texts.add(field.name() + ": " + field.value());
      }
      return List.copyOf(texts);
    }

    @Override
    public List<RequestField> read(List<String> texts) {
      List<RequestField> fields = new ArrayList<>();
      for (String text : texts) {
        fields.add(field(text));
      }
      return List.copyOf(fields);
    }

    private static RequestField field(String text) {
      int colon = text.indexOf(':');
      if (colon < 1 || text.substring(colon + 1).isBlank()) {
        throw new IllegalArgumentException("this is not a header; use \"Name: value\"");
      }
      String name = text.substring(0, colon);
      try {
        ANY.with(name, text.substring(colon + 1).strip());
      } catch (IllegalArgumentException e) {
        boolean isOfClient = String.valueOf(e.getMessage()).endsWith("by the client");
        throw new IllegalArgumentException(
            (isOfClient ? e.getMessage() : "the header must be one line of Latin-1 characters")
                + "; use another header");
      }
      return new RequestField(name, text.substring(colon + 1).strip());
    }
  }

  /** {@code [HOST]/PATH=N}. */
  record Budgets() implements ListType<PathBudget> {
    @Override
    public List<String> texts(List<PathBudget> value) {
      return value.stream().map(PathBudget::toString).toList();
    }

    @Override
    public List<PathBudget> read(List<String> texts) {
      List<PathBudget> budgets = new ArrayList<>();
      for (String text : texts) {
        budgets.add(budget(text));
      }
      return List.copyOf(budgets);
    }

    private static PathBudget budget(String text) {
      int slash = text.indexOf('/');
      int equals = text.lastIndexOf('=');
      if (slash < 0 || equals < slash) {
        throw wrong(text);
      }
      String host = text.substring(0, slash);
      String scheme = host.endsWith(":443") ? "https://" : "http://";
      String place = scheme + (host.isEmpty() ? "a" : host) + text.substring(slash, equals);
      if (text.contains("#")
          || !(CrawlUrl.parse(place) instanceof CrawlUrl url)
          || !url.query().isEmpty()) {
        throw wrong(text);
      }
      long pages = OptionType.number(text.substring(equals + 1), 0, Long.MAX_VALUE);
      return new PathBudget(
          host.isEmpty() ? Optional.empty() : Optional.of(PathBudget.host(url)), url.path(), pages);
    }

    private static IllegalArgumentException wrong(String text) {
      return new IllegalArgumentException(
          "'" + text + "' is not a budget; use /PATH=N or HOST/PATH=N, as in /blog/=100");
    }
  }

  /** {@code user:password}, of origins in a line before it. */
  record Users() implements ListType<SiteUser> {
    @Override
    public List<String> texts(List<SiteUser> value) {
      List<String> texts = new ArrayList<>();
      for (SiteUser each : value) {
        String origin = each.origin().map(its -> its + "\n").orElse("");
        texts.add(origin + each.credentials().user() + ":" + each.credentials().password());
      }
      return List.copyOf(texts);
    }

    @Override
    public List<SiteUser> read(List<String> texts) {
      List<SiteUser> users = new ArrayList<>();
      for (String text : texts) {
        int line = text.indexOf('\n');
        String[] pair = text.substring(line + 1).split(":", 2);
        if (pair.length < 2) {
          throw new IllegalArgumentException(
              "the password is missing; use USER:PASSWORD, with nothing behind the colon for"
                  + " none");
        }
        SiteUser user = SiteUser.ofRoots(pair[0], pair[1]);
        users.add(
            line < 0
                ? user
                : new SiteUser(
                    Optional.of(CrawlUrl.of(text.substring(0, line) + "/").origin()),
                    user.credentials()));
      }
      return List.copyOf(users);
    }
  }

  /** Words, as the environment has them. */
  record Words() implements ListType<String> {
    @Override
    public List<String> texts(List<String> value) {
      return value;
    }

    @Override
    public List<String> read(List<String> texts) {
      return texts;
    }

    @Override
    public List<String> typed(String text) {
      List<String> words = new ArrayList<>();
      for (String word : text.split("[,\\s]+", -1)) {
        if (!word.isEmpty()) {
          words.add(word);
        }
      }
      return List.copyOf(words);
    }
  }

  /** Proxies, {@code [http://|socks5://][user:password@]host[:port]} each. */
  record Proxies() implements ListType<SiteProxy> {
    @Override
    public List<String> texts(List<SiteProxy> value) {
      List<String> texts = new ArrayList<>();
      value.forEach(each -> texts.add(each.text()));
      return List.copyOf(texts);
    }

    @Override
    public List<SiteProxy> read(List<String> texts) {
      List<SiteProxy> proxies = new ArrayList<>();
      texts.forEach(text -> proxies.add(SiteProxy.read(text)));
      return List.copyOf(proxies);
    }

    /**
     * A single one, or {@code @FILE} for those in its lines; empty lines and those with # do not
     * count.
     */
    @Override
    public List<SiteProxy> typed(String text) {
      return text.startsWith("@")
          ? lines(FileTypes.readable(text.substring(1)))
          : ListType.super.typed(text);
    }

    private static List<SiteProxy> lines(Path file) {
      List<String> lines;
      try {
        lines = Files.readAllLines(file);
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "cannot read " + file + ": " + FileFailure.reason(e) + "; use another file", e);
      }
      List<SiteProxy> proxies = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        if (!line.isEmpty() && !line.startsWith("#")) {
          try {
            proxies.add(SiteProxy.of(SiteProxy.parse(line)));
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ":" + (i + 1) + ": " + e.getMessage(), e);
          }
        }
      }
      if (proxies.isEmpty()) {
        throw new IllegalArgumentException(file + " names no proxy; write one a line");
      }
      return proxies;
    }
  }
}
