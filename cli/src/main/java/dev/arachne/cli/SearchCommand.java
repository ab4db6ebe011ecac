package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Verb;
import dev.arachne.index.CrawlSearch;
import dev.arachne.index.SearchQuery;
import dev.arachne.index.SearchResults;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code arachne search DIR QUERY}: searches in the index of a crawl. */
final class SearchCommand extends Verb {
  private final Argument<List<String>> typed =
      many("DIR WORD").help("The directory of the crawl, and the query.");
  private final SearchArguments search;
  private final Argument<String> like =
      options.option("--like", "URL", text -> text).help("Find the pages most similar to URL.");
  private final TypedEmbedding embedding = new TypedEmbedding(options);

  SearchCommand(Streams streams) {
    super("search", "[OPTION]... DIR WORD...", "Searches the indexed pages of a crawl.");
    search = new SearchArguments(options, streams);
    footer(
        """
        A result contains all the words, or is linked by text that does. Near-duplicates are shown once.
        The query language:
          "two words"        in a row
          -word              not on the page
          title:word         in the title; url: in the URL, text: in the main text
          site:example.com   on this site, or below site:example.com/docs
          lang:en            in this language
          type:pdf           of this media type, as in type:text/html
          since:2026-11      dated then or later, by the page itself or by its fetch
          link:URL           with a link to this URL
        Quote the query for the shell: '"two words" -word'.
        --embedding also finds pages of similar meaning; quoted words must still match.

        Exit code: 0 something was found; 1 nothing was; 2 a mistake at the command line.

        Examples:
          arachne search example.com.crawl virtual threads
          arachne search example.com.crawl 'title:release "breaking change" since:2026' --facets
          arachne search example.com.crawl --like https://example.com/guide
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    List<String> words = new ArrayList<>(typed.or(List.of()));
    refuseOptions(words);
    if (words.isEmpty()) {
      throw mistake("no crawl; use arachne search DIR WORD");
    }
    Path crawl = Path.of(words.removeFirst());
    if (words.isEmpty() && !like.isGiven()) {
      throw mistake("nothing to search for; use arachne search %s WORD".formatted(crawl));
    }
    SearchQuery query = search.query(words);
    SearchResults results;
    try (CrawlSearch index = embedding.open(crawl)) {
      results = like.isGiven() ? index.similar(like.typed(), query) : index.search(query);
    }
    return search.print(results, out());
  }
}
