package dev.arachne.robots;

/** What pages are fetched for, as far as sites say whether they want it. */
public enum Purpose {
  /** To show people where they are: an index that leads to them. */
  SEARCH(RobotsDirective.NOINDEX),
  /** As input of a generative model that answers, other than what its user hands it. */
  AI_INPUT(RobotsDirective.NOAI),
  /** To train a generative model. */
  AI_TRAIN(RobotsDirective.NOAI),
  /** To keep and show copies of them. */
  ARCHIVE(RobotsDirective.NOARCHIVE);

  private final RobotsDirective refusal;

  Purpose(RobotsDirective refusal) {
    this.refusal = refusal;
  }

  /** By which a page says of itself that it does not want this. */
  public RobotsDirective refusal() {
    return refusal;
  }
}
