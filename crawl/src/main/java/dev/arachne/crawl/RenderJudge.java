package dev.arachne.crawl;

import dev.arachne.ledger.RenderingNote;
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
 * The effect of scripts depends on the scripts, the page, and the data that they request. So pages
 * of one site with the same scripts form one program; pages with hardly any text form another one.
 * Some pages of a program are shown as samples, spread over templates of URLs. The others wait for
 * them. Otherwise a hundred pages would be shown before the first sample is done, since a site is
 * discovered by its first pages.
 *
 *   no sample has gained  pages pass; the 100th, 1,000th, ... that would pass is shown as a check
 *   one has gained        each template is judged separately: it passes, with the same checks, if
 *                         its first pages have all gained nothing; otherwise its pages are shown
 *
 * A template may gain nothing in its first pages, and still be one of many that the same scripts
 * fill. So it needs more samples then than in a program that has gained nothing at all.
 *
 * This state is not kept: a later process samples again, which costs a few pages.
 */
/** Decides which pages need a browser, by the gain of other pages. Confined to its event loop. */
final class RenderJudge {
  /** Samples of the first template of a program, and of some later ones. */
  private static final int FIRST_SAMPLES = 2;

  /** The last template that is sampled, in order of discovery. */
  private static final int LAST_SAMPLED = 8;

  private static final int ALL_SAMPLED = 4;

  /** Samples of a template, if other pages of the program have gained. */
  private static final int OWN_SAMPLES = 4;

  /** Most programs of a site that are distinguished. */
  private static final int MOST_PROGRAMS = 64;

  private static final int MOST_SITES = 10_000;
  private static final int MOST_TEMPLATES = 1_000;

  /** Pages that pass before the first check, in a program and in a template. */
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

  /** The pages of a program whose URLs have one template. */
  private static final class Template {
    /** Samples to take while no page of the program has gained. */
    private final int samples;

    private final Evidence evidence = new Evidence(FIRST_OWN_CHECK);

    Template(int samples) {
      this.samples = samples;
    }
  }

  /** The counts of some pages. */
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

    /** Notes a page that was shown, or could not be. */
    void over(CrawlUrl page, PageGain its) {
      out--;
      shown++;
      if (gain.isEmpty() && its.isWorthIt()) {
        gain = page.pathAndQuery() + " gained " + its.text();
      }
    }

    /** Whether the next page that would pass is a check. */
    boolean isCheck() {
      if (passed < nextCheck) {
        passed++;
        return false;
      }
      nextCheck *= 10;
      return true;
    }
  }

  /** The decision on a page. */
  sealed interface Verdict {
    /** The reason in words for people; empty if there was no choice. */
    String why();
  }

  /** The page is taken as received. */
  record Passed(String why) implements Verdict {}

  /**
   * The page is shown.
   *
   * @param over must be called with the page's gain: {@link PageGain#NONE} if it was not shown
   */
  record Shown(String why, Consumer<PageGain> over) implements Verdict {}

  /** A judge without any samples. */
  RenderJudge(EventLoop loop) {
    this.news = new Condition(loop, "what a browser makes of pages with the same scripts");
  }

  /**
   * Returns the decision on a page; waits for pages that are being shown, if it depends on them.
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
          return shown(page, all, own, RenderingNote.SAMPLE + ", since " + all.gain);
        }
        if (own.out == 0) {
          return own.isCheck()
              ? check(page, all, own, own.passed)
              : new Passed(own.shown + " pages of its template gained nothing in a browser");
        }
      } else if (own.shown + own.out < template.samples) {
        return shown(page, all, own, RenderingNote.SAMPLE + " of pages with its scripts");
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
    return shown(
        page, all, own, RenderingNote.CHECK + ", since " + passed + " such pages were not");
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
        programs.size() < MOST_PROGRAMS ? code : new PageCode(0, code.isShell()); // Shared.
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
