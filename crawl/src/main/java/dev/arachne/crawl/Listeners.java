package dev.arachne.crawl;

import dev.arachne.items.FillRate;
import dev.arachne.items.Misfit;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.Verdict;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Passes events to all listeners of a crawl, in the order in which they were added. */
final class Listeners implements CrawlListener {
  private final List<CrawlListener> all = new ArrayList<>();

  void add(CrawlListener another) {
    all.add(another);
  }

  @Override
  public void decided(Verdict verdict) {
    all.forEach(its -> its.decided(verdict));
  }

  @Override
  public void retried(CrawlUrl url, int attempt, String failure) {
    all.forEach(its -> its.retried(url, attempt, failure));
  }

  @Override
  public void threw(CrawlUrl url, Throwable thrown) {
    all.forEach(its -> its.threw(url, thrown));
  }

  @Override
  public void waits(Optional<String> shortage) {
    all.forEach(its -> its.waits(shortage));
  }

  @Override
  public void slowed(CrawlUrl url) {
    all.forEach(its -> its.slowed(url));
  }

  @Override
  public void changed(LedgerEntry.Changed change) {
    all.forEach(its -> its.changed(change));
  }

  @Override
  public void limited(String why) {
    all.forEach(its -> its.limited(why));
  }

  @Override
  public void warned(String text) {
    all.forEach(its -> its.warned(text));
  }

  @Override
  public void exported(String text) {
    all.forEach(its -> its.exported(text));
  }

  @Override
  public void awaitRoom() {
    all.forEach(CrawlListener::awaitRoom);
  }

  @Override
  public void misfit(CrawlUrl page, Misfit misfit) {
    all.forEach(its -> its.misfit(page, misfit));
  }

  @Override
  public void sparse(FillRate field) {
    all.forEach(its -> its.sparse(field));
  }
}
