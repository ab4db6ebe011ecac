package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.cli.SearchArguments;
import dev.arachne.index.SearchResults;
import dev.arachne.index.SharedSearch;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.SearchIndex;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code arachne cluster search CRAWL QUERY}: searches the indexes of all workers. */
final class SearchVerb extends CrawlVerb {
  private final Argument<List<String>> typed =
      many("CRAWL WORD").help("The name of the crawl, and the query.");
  private final SearchArguments search;

  SearchVerb(Streams streams) {
    super(
        "search",
        "[OPTION]... CRAWL WORD...",
        "Searches the pages of a crawl in the indexes of all its workers.");
    search = new SearchArguments(options, streams);
    footer(
        """
        Needs a crawl with --index, and workers that run; those that were started with --stay also
        answer after its end. The query language is that of arachne search. Missing parts of the crawl
        are named: then the results are partial.
        Exit code: 0 something was found; 1 nothing was; 2 a mistake at the command line.

        Examples:
          arachne cluster search news virtual threads
          arachne cluster search news 'title:release since:2026' --facets --json
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    List<String> words = new ArrayList<>(typed.or(List.of()));
    refuseOptions(words);
    if (words.size() < 2) {
      throw mistake("nothing to search for; use arachne cluster search CRAWL WORD");
    }
    Topics topics = Topics.of(words.removeFirst());
    int shards = shards(topics);
    Map<Integer, ShardState> states;
    Map<String, String> addresses;
    try (var controlTopic = ControlTopic.open(topics, client())) {
      if (!isIndexed(asked(topics, controlTopic.orders()))) {
        throw new UsageException(
            topics.crawl(),
            "has no index; use arachne cluster crawl %s --index".formatted(topics.crawl()));
      }
      states = controlTopic.states();
      addresses = controlTopic.addresses();
    }
    try (var peers = SearchPeers.at(addresses, topics)) {
      var indexes = SharedSearch.of(peers.all());
      SearchResults results = indexes.search(search.query(words));
      return search.print(results, new MissingParts(shards, states, indexes).lines(), out());
    }
  }

  private static boolean isIndexed(KeptOptions options) {
    return options.values().builder().build().outputs().index() == SearchIndex.PAGES;
  }
}
