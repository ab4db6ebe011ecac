package dev.arachne.arguments;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Options of wget, curl, Scrapy, Heritrix, browsertrix and link checkers that users know. An option
 * that means the same as one of ours works; any other gets one line with the replacement. Used only
 * when an option is unknown.
 */
public final class ForeignOptions {
  /** Names, then {@code =} and their replacement, or {@code :} and an answer. */
  private static final String TABLE =
      """
      --max-pages --max-urls --page-limit --max-document-download --closespider-pagecount = --limit
      --max-depth --depth-limit --max-hops --max-link-hops --recursion-level = --depth
      --concurrency --max-concurrency --max-tasks --workers --threads --parallel = --tasks
      --max-connections --concurrent-requests = --tasks
      --concurrent-requests-per-domain --max-connections-per-host --parallel-max-host = --per-host
      --download-delay --crawl-delay = --delay
      --download-timeout --read-timeout = --timeout
      --closespider-timeout --max-time-seconds --time-limit = --max-time
      --size-limit --max-bytes-download = --max-bytes
      --closespider-errorcount = --max-errors
      --allowed-domains = --domains
      --no-parent -np = --scope prefix
      --span-hosts = --scope any
      --subdomains --include-subdomains = --scope subdomains
      --include-regex = --include
      --exclude-regex --ignore-url = --exclude
      --useragent --ua = --user-agent
      --check-extern --check-external-links = --check-external
      --robots-txt-ignore --no-robots = --ignore-robots
      --no-verify --no-verify-ssl --skip-tls-verification = --insecure
      --seeds --seed-file --urls = --input-file
      --max-size --download-maxsize = --max-filesize
      --retry-times : use --max-tries N; it counts the first attempt too
      --retry --retries --max-retries : use --max-tries N; it counts the first attempt too
      --max-trans-hops : use --page-requisites
      --random-wait : leave it out; use --delay TIME for a minimum between requests to a host
      --delay-factor --autothrottle-enabled : leave it out; requests are throttled automatically
      --recursive : leave it out; a crawl follows links by itself
      --mirror : use --page-requisites --save DIR for files, or --warc for an exact archive
      --convert-links : use --warc; arachne replay shows the archive with working links
      --adjust-extension --html-extension : leave it out; --save keeps the names of the URLs
      --no-clobber --timestamping : use arachne recrawl to fetch what has changed
      --spider : use arachne check; a crawl saves nothing by default
      --accept : use --include REGEX, such as '[.]pdf$'
      --reject : use --exclude REGEX, such as '[.](zip|iso)$'
      --include-directories : use --include REGEX, such as '^https?://[^/]+/docs/'
      --exclude-directories : use --exclude REGEX, such as '^https?://[^/]+/private/'
      --output-file --append-output : use > FILE; -o FILE is for results
      --output-document : use --save DIR, or arachne fetch -o FILE for one URL
      --output-dir --directory : use --save DIR for bodies, or --dir DIR for the crawl
      --http-user --http-password --http-passwd : use --user USER:PASSWORD
      --cookie --cookies : use --header 'Cookie: NAME=VALUE' or --load-cookies FILE
      --cookie-jar : use --load-cookies FILE and --save-cookies FILE
      --warc-file --generate-warc --generatewarc : use --warc=DIR
      --warc-max-size --rollover-size : use --warc-size SIZE
      --warc-header --warc-cdx : leave it out; the archive has its index
      --obey-robots --robots --robotstxt-obey : leave it out; robots.txt is obeyed by default
      --proxy-user : use --proxy http://USER:PASSWORD@HOST:PORT
      --continue : leave it out; the same command again resumes a crawl
      --resume : use the same command again, or arachne resume DIR
      --background : use nohup arachne ... &; arachne status DIR shows the progress
      --url --start-url --seed : leave it out; the URL is an argument of its own
      --set : use --tasks for CONCURRENT_REQUESTS, --delay for DOWNLOAD_DELAY; docs/coming-from.md has more
      --nolog --silent : use --quiet
      --format : use a name of a file: --report FILE.json, .csv, .xml or .sarif, -o FILE.jsonl
      --json --csv : use --report FILE.json or FILE.csv for findings, -o FILE.jsonl or arachne list for URLs
      --rate-limit --requests-per-second --rps : use --delay TIME between requests to a host, --limit-rate SIZE for bytes
      --extern --external --include-external : use --check-external; arachne check does so by default
      -c : use --tasks N for parallel requests; to continue, run the same command again
      -r : leave it out; a crawl follows links by itself
      -m : use --page-requisites --save DIR for files, or --warc for an exact archive
      -nc -N : use arachne recrawl to fetch what has changed
      -nd -nH -x : use --save DIR, which keeps directories by host
      -K -E : leave it out; --save keeps the names of the URLs
      -b : use nohup arachne ... &, or --load-cookies FILE for cookies
      -I -X : use --include REGEX or --exclude REGEX
      -R : use --exclude REGEX, such as '[.](zip|iso)$'
      -e : use --ignore-robots for robots=off
      -s -a : use --tasks for CONCURRENT_REQUESTS, --delay for DOWNLOAD_DELAY; docs/coming-from.md has more
      -j : use --tasks N for parallel requests, or --save-cookies FILE for cookies
      """;

  private static final Map<String, String> SAME = new HashMap<>();
  private static final Map<String, String> ANSWERS = new HashMap<>();

  static {
    TABLE
        .lines()
        .forEach(line -> {
          String separator = line.contains(" = ") ? " = " : " : ";
          int at = line.indexOf(separator);
          for (String name : line.substring(0, at).split(" ", -1)) {
            (separator.equals(" = ") ? SAME : ANSWERS).put(name, line.substring(at + 3));
          }
        });
  }

  private ForeignOptions() {}

  /**
   * The arguments with options of ours in place of those that mean the same; empty if no argument
   * is such an option. Underscores and capitals in a name count as hyphens: {@code --max_tasks},
   * {@code --maxTasks}.
   *
   * @param ours the options of the verb
   */
  public static Optional<List<String>> translated(List<String> arguments, Set<String> ours) {
    List<String> translated = new ArrayList<>();
    boolean isPlain = false;
    for (String argument : arguments) {
      isPlain |= argument.equals("--");
      if (isPlain || !argument.startsWith("-")) {
        translated.add(argument);
      } else {
        translated.addAll(same(argument, ours));
      }
    }
    return translated.equals(arguments) ? Optional.empty() : Optional.of(translated);
  }

  private static List<String> same(String argument, Set<String> ours) {
    int equals = argument.indexOf('=');
    String name = equals < 0 ? argument : argument.substring(0, equals);
    String value = equals < 0 ? "" : argument.substring(equals);
    if (ours.contains(name)) {
      return List.of(argument);
    }
    String usual = usual(name);
    String same = ours.contains(usual) ? usual : SAME.getOrDefault(usual, "");
    List<String> words = Arrays.asList(same.split(" "));
    return ours.contains(words.getFirst())
        ? words.size() == 1 ? List.of(same + value) : words
        : List.of(argument);
  }

  /**
   * The arguments without an option that reads as a cluster of short ones and is not meant so:
   * {@code -np} of wget.
   */
  public static String[] unclustered(String[] arguments) {
    for (String argument : arguments) {
      if (argument.equals("-np")) {
        List<String> apart = new ArrayList<>();
        List.of(arguments)
            .forEach(each ->
                apart.addAll(each.equals("-np") ? List.of("--scope", "prefix") : List.of(each)));
        return apart.toArray(String[]::new);
      }
    }
    return arguments;
  }

  /** The option to use instead; empty for an unknown one. */
  static Optional<String> answer(String option) {
    return Optional.ofNullable(ANSWERS.get(usual(option)));
  }

  /** All known names, with their replacement or answer. */
  public static Map<String, String> all() {
    Map<String, String> all = new HashMap<>(SAME);
    all.putAll(ANSWERS);
    return all;
  }

  private static String usual(String name) {
    return name.startsWith("--")
        ? name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").replace('_', '-').toLowerCase(Locale.ROOT)
        : name;
  }
}
