package dev.arachne.robots;

/** The purposes of fetching pages that sites can allow or refuse. */
public enum Purpose {
  /** To lead people to them: a search index. */
  SEARCH(RobotsDirective.NOINDEX),
  /** As input of a generative model, other than text that its user hands it. */
  AI_INPUT(RobotsDirective.NOAI),
  /** To train a generative model. */
  AI_TRAIN(RobotsDirective.NOAI),
  /** To keep and show copies of them. */
  ARCHIVE(RobotsDirective.NOARCHIVE);

  private final RobotsDirective refusal;

  Purpose(RobotsDirective refusal) {
    this.refusal = refusal;
  }

  /** The directive by which a page refuses this. */
  public RobotsDirective refusal() {
    return refusal;
  }
}
