package dev.arachne.cli;

import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.PayloadDigest;
import dev.arachne.ledger.Verdict;
import dev.arachne.pages.ServedFolders;
import dev.arachne.url.CrawlUrl;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;

/** A column of a list of URLs. */
enum ListedColumn {
  URL,
  /** {@link ListedVerdict}. */
  VERDICT,
  STATUS,
  TYPE,
  /** The bytes of the body as received. */
  BYTES,
  /** Milliseconds from the request to the end of the answer. */
  MS,
  /** Links from a seed. */
  DEPTH,
  HOST,
  /** The time of its verdict. */
  TIME,
  /** The page on which it was found. */
  VIA,
  /** The target of a redirect. */
  LOCATION,
  REASON,
  DETAIL,
  DIGEST,
  TRIES,
  VISIT;

  /** The word for it, as it is typed and written. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Its value; empty without one.
   *
   * @param folders served folders, by which URLs are shown as users know them
   */
  Optional<Object> of(Verdict verdict, ServedFolders folders) {
    Optional<Disposition.Answer> answer = verdict.disposition().answered();
    return switch (this) {
      case URL -> Optional.of(folders.shown(verdict.discovery().url().toString()));
      case VERDICT ->
          Optional.of(ListedVerdict.of(verdict.disposition()).name().toLowerCase(Locale.ROOT));
      case STATUS -> answer.map(Disposition.Answer::status);
      case TYPE ->
          answer.<Object>map(Disposition.Answer::mediaType).filter(type -> !type.equals(""));
      case BYTES -> answer.map(Disposition.Answer::bytes);
      case MS -> answer.map(its -> BigDecimal.valueOf(its.time().toNanos() / 1_000, 3));
      case DEPTH -> Optional.of(verdict.discovery().depth());
      case HOST -> Optional.of(verdict.discovery().url().host());
      case TIME -> Optional.of(verdict.at().atOffset(ZoneOffset.UTC));
      case VIA ->
          Optional.ofNullable(verdict.discovery().via())
              .map(CrawlUrl::toString)
              .map(folders::shown);
      case LOCATION ->
          verdict.disposition() instanceof Disposition.Moved(var _, String target)
              ? Optional.of(folders.shown(target))
              : Optional.empty();
      case REASON ->
          verdict.disposition() instanceof Disposition.Dropped(var reason, var _, var _)
              ? Optional.of(reason.text())
              : Optional.empty();
      case DETAIL ->
          verdict.disposition() instanceof Disposition.Dropped(var _, String detail, var _)
                  && !detail.isEmpty()
              ? Optional.of(detail)
              : Optional.empty();
      case DIGEST -> answer.flatMap(Disposition.Answer::digest).map(PayloadDigest::toString);
      case TRIES -> Optional.of(verdict.attempts());
      case VISIT -> Optional.of(verdict.visit());
    };
  }
}
