package dev.arachne.items;

import java.util.ArrayList;
import java.util.List;

/**
 * The search for the records of one page. Confined to one thread.
 *
 * @param page where to look
 * @param budget how much of it may be looked at
 * @param misfits texts that are not of the type of their field, as they are found
 */
record PageSearch(PageDocument page, WorkBudget budget, List<Misfit> misfits) {
  private static final int MOST_MISFITS = 1_000;

  static PageSearch of(PageDocument page, WorkBudget budget) {
    return new PageSearch(page, budget, new ArrayList<>());
  }

  void add(Misfit misfit) {
    if (misfits.size() < MOST_MISFITS) {
      misfits.add(misfit);
    }
  }
}
