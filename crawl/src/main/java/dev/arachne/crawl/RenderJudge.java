package dev.arachne.crawl;

import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.traps.UrlTemplate;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/*
 * What scripts make of a page depends on them, on the page, and on the data that they ask for. So pages of one site with the
 * same scripts are one program; those that say next to nothing are another one. Of a program some pages are shown, spread
 * over templates of URLs. Others wait meanwhile, since a site is found by its first pages: without that a hundred would be
 * shown before the first sample is done.
 *
 *   no sample has gained     pages pass, and the 100th, the 1,000th, ... that passed is shown as a check
 *   one has                  each template is judged by itself: one whose first pages have all gained nothing passes, with
 *                            checks in the same way; the pages of all others are shown
 *
 * A template may lead to nothing new in its first pages, and still be one of many that the same scripts fill. That is why it
 * takes more samples there than where the whole program has gained nothing.
 *
 * Nothing of that is kept: a later process samples again, which costs it a few pages.
 */
/** Says which pages need a browser, by what it has brought for others. Confined to its loop. */
final class RenderJudge {
  /** Samples of the first template of a program, and of some that turn up later. */
  private static final int FIRST_SAMPLES = 2;

  /** The place of the last template, in the order in which they turn up, that is sampled. */
  private static final int LAST_SAMPLED = 8;

  private static final int ALL_SAMPLED = 4;

  /** Samples of a template, where other pages of the program have gained. */
  private static final int OWN_SAMPLES = 4;

  /** Programs of a site that are told apart. */
  private static final int MOST_PROGRAMS = 64;

  private static final int MOST_SITES = 10_000;
  private static final int MOST_TEMPLATES = 1_000;

  /** So many pages pass before one of them is a check, at first and for a template. */
  private static final long FIRST_CHECK = 100;

  private static final long FIRST_OWN_CHECK = 10;

  private final Condition news;
  private final Map<Origin, Map<PageCode, Program>> sites =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Origin, Map<PageCode, Program>> eldest) {
          return size() > MOST_SITES;
        }
      };

  /** The pages of a site with the same scripts. */
  private static final class Program {
    private final Map<Long, Template> templates = new HashMap<>();
    private final Evidence evidence = new Evidence(FIRST_CHECK);
  }

  /** Those of them whose URLs have one template. */
  private static final class Template {
    /** Samples that it is to have while no page of the program has gained. */
    private final int samples;

    private final Evidence evidence = new Evidence(FIRST_OWN_CHECK);

    Template(int samples) {
      this.samples = samples;
    }
  }

  /** What is known of some pages. */
  private static final class Evidence {
    private int shown;
    private int out;
    private long passed;
    private long nextCheck;
    private String gain = "";

    Evidence(long firstCheck) {
      nextCheck = firstCheck;
    }

    boolean hasGained() {
      return !gain.isEmpty();
    }

    /** A page was shown, or could not be. */
    void over(CrawlUrl page, PageGain its) {
      out--;
      shown++;
      if (gain.isEmpty() && its.isWorthIt()) {
        gain = page.pathAndQuery() + " gained " + its.text();
      }
    }

    /** Whether the next page is a check, if it would pass. */
    boolean isCheck() {
      if (passed < nextCheck) {
        passed++;
        return false;
      }
      nextCheck *= 10;
      return true;
    }
  }

  /** What becomes of a page. */
  sealed interface Verdict {
    /** Why, in words for people; empty where nothing else is done. */
    String why();
  }

  /** It is taken as it came. */
  record Passed(String why) implements Verdict {}

  /**
   * It is shown.
   *
   * @param over to be told what the page has gained, by all means: nothing if it was not shown
   */
  record Shown(String why, Consumer<PageGain> over) implements Verdict {}

  /** Knows nothing of any page. */
  RenderJudge(EventLoop loop) {
    this.news = new Condition(loop, "what a browser makes of pages with the same scripts");
  }

  /**
   * What becomes of a page; waits while that depends on pages that are being shown.
   *
   * @param wait is called once before it waits
   */
  Verdict judge(CrawlUrl page, PageCode code, Runnable wait) {
    Program program = program(page.origin(), code);
    Template template = template(program, page);
    boolean hasWaited = false;
    while (true) {
      Evidence all = program.evidence;
      Evidence own = template.evidence;
      if (all.hasGained()) {
        if (own.hasGained()) {
          return shown(page, all, own, "since " + own.gain);
        }
        if (own.shown + own.out < OWN_SAMPLES) {
          return shown(page, all, own, "as a sample, since " + all.gain);
        }
        if (own.out == 0) {
          return own.isCheck()
              ? check(page, all, own, own.passed)
              : new Passed(own.shown + " pages of its template gained nothing in a browser");
        }
      } else if (own.shown + own.out < template.samples) {
        return shown(page, all, own, "as a sample of pages with its scripts");
      } else if (all.out == 0) {
        return all.isCheck()
            ? check(page, all, own, all.passed)
            : new Passed(all.shown + " pages with its scripts gained nothing in a browser");
      }
      if (!hasWaited) {
        hasWaited = true;
        wait.run();
      }
      news.await(Deadline.NEVER);
    }
  }

  private Shown check(CrawlUrl page, Evidence all, Evidence own, long passed) {
    return shown(page, all, own, "as a check, since " + passed + " such pages were not");
  }

  private Shown shown(CrawlUrl page, Evidence all, Evidence own, String why) {
    all.out++;
    own.out++;
    return new Shown(
        why,
        gain -> {
          all.over(page, gain);
          own.over(page, gain);
          news.signalAll();
        });
  }

  private Program program(Origin origin, PageCode code) {
    Map<PageCode, Program> programs = sites.computeIfAbsent(origin, _ -> new HashMap<>());
    Program known = programs.get(code);
    if (known != null) {
      return known;
    }
    PageCode its =
        programs.size() < MOST_PROGRAMS ? code : new PageCode(0, code.isShell()); // One of many.
    return programs.computeIfAbsent(its, _ -> new Program());
  }

  private static Template template(Program program, CrawlUrl page) {
    long key = program.templates.size() < MOST_TEMPLATES ? UrlTemplate.of(page).key() : 0;
    Template known = program.templates.get(key);
    if (known == null) {
      int place = program.templates.size() + 1;
      boolean isSampled = place <= ALL_SAMPLED || place == LAST_SAMPLED;
      known = new Template(place == 1 ? FIRST_SAMPLES : isSampled ? 1 : 0);
      program.templates.put(key, known);
    }
    return known;
  }
}
