package dev.arachne.index;

import java.time.Instant;

/**
 * A page that was found. Its texts are from the web: to be escaped.
 *
 * @param url of the page; that of a file if the crawl served a folder
 * @param title empty if it has none
 * @param snippet where the words are in it, or how it begins
 * @param score the larger, the better; comparable only within the same results
 * @param fetchTime when it was fetched as it is in the index
 * @param language a language tag (RFC 5646), empty if it is not known
 * @param digest of its payload as the ledger has it; empty if it has none
 * @param mediaType empty if it has none
 * @param position of its verdict in the crawl's ledger
 * @param linkingPages pages of the crawl that link to it, as far as the index knows
 * @param alike the number of near duplicates among the results, which are omitted
 */
public record SearchHit(
    String url,
    String title,
    Snippet snippet,
    double score,
    Instant fetchTime,
    String language,
    String digest,
    String mediaType,
    long position,
    long linkingPages,
    int alike) {}
