package dev.arachne.cli;

import dev.arachne.archive.PageTitles;
import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkOptions;
import dev.arachne.url.CrawlUrl;
import java.util.Set;

/** Titles as the reader of links finds them. Confined to one thread. */
final class HtmlTitles implements PageTitles {
  private final LinkExtractor extractor = new LinkExtractor(LinkOptions.defaults().kinds(Set.of()));

  @Override
  public String of(String url, String contentType, byte[] start) {
    return CrawlUrl.parse(url) instanceof CrawlUrl page
        ? extractor.extract(start, contentType, page, (a, b, c) -> {}).title()
        : "";
  }
}
