package dev.arachne.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/**
 * Makes the parts of a page: its visible content, without scripts, form controls and hidden
 * elements.
 */
final class PartTree {
  static final Set<String> BLOCKS =
      Set.of(
          "address",
          "article",
          "aside",
          "blockquote",
          "body",
          "caption",
          "center",
          "dd",
          "details",
          "dialog",
          "dir",
          "div",
          "dl",
          "dt",
          "fieldset",
          "figcaption",
          "figure",
          "footer",
          "form",
          "frameset",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6",
          "header",
          "hgroup",
          "hr",
          "html",
          "li",
          "main",
          "menu",
          "nav",
          "ol",
          "p",
          "pre",
          "section",
          "summary",
          "table",
          "tbody",
          "td",
          "tfoot",
          "th",
          "thead",
          "tr",
          "ul",
          "noscript",
          "search");

  private static final Set<String> UNSEEN =
      Set.of(
          "script",
          "style",
          "head",
          "template",
          "link",
          "meta",
          "title",
          "base",
          "svg",
          "canvas",
          "map",
          "datalist",
          "option",
          "optgroup",
          "area",
          "param",
          "source",
          "track",
          "noframes",
          "progress",
          "meter",
          "rp");

  private static final Set<String> CONTROLS =
      Set.of(
          "input", "select", "textarea", "button", "iframe", "object", "embed", "video", "audio");

  private final Marks.Reader marks = new Marks.Reader();
  private int room;

  private PartTree(int room) {
    this.room = room;
  }

  /**
   * The parts of an element.
   *
   * @param room the maximum number of nodes; later ones are omitted
   */
  static Part of(Element root, int room) {
    var tree = new PartTree(room);
    Part part = Part.element(root, tree.marks.of(root));
    part.isBlock = true;
    tree.fill(part, root);
    return part;
  }

  private void fill(Part part, Element element) {
    List<Part> inside = new ArrayList<>();
    boolean blocks = false;
    boolean verbatim = part.is("pre");
    for (Node node : element.childNodes()) {
      if (room-- <= 0) {
        break;
      }
      if (node instanceof TextNode text) {
        inside.add(Part.text(text.getWholeText()));
      } else if (node instanceof Element child && isSeen(child)) {
        Part its = Part.element(child, marks.of(child));
        if (!CONTROLS.contains(its.tag)) {
          fill(its, child);
        }
        its.isBlock = BLOCKS.contains(its.tag) || its.measures.hasBlocks;
        blocks |= its.isBlock;
        inside.add(its);
      }
    }
    part.measures.hasBlocks = blocks;
    if (blocks && !verbatim) {
      addRuns(part, inside);
    } else {
      inside.forEach(part::add);
    }
  }

  /** Adds blocks, and the nodes between them as runs; an empty line ends a run. */
  private static void addRuns(Part part, List<Part> inside) {
    List<Part> run = new ArrayList<>();
    for (Part child : inside) {
      if (child.isBlock) {
        addRun(part, run);
        part.add(child);
      } else {
        run.add(child);
      }
    }
    addRun(part, run);
  }

  private static void addRun(Part part, List<Part> inside) {
    boolean says = false;
    for (Part child : inside) {
      says |= !child.isText() || !isBlank(child.text);
    }
    if (says) {
      Part run = Part.run();
      inside.forEach(run::add);
      part.add(run);
    }
    inside.clear();
  }

  static boolean isBlank(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!Spaces.isSpace(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSeen(Element element) {
    String tag = element.normalName();
    if (UNSEEN.contains(tag)) {
      return false;
    }
    if (element.attributesSize() == 0) {
      return true;
    }
    if (element.hasAttr("hidden")
        || element.attr("aria-hidden").equals("true")
            && !element.className().contains("fallback-image")) {
      return false;
    }
    String style = element.attr("style");
    return style.isEmpty() || !isHidden(style);
  }

  private static boolean isHidden(String style) {
    String start =
        Spaces.single(style.length() > 300 ? style.substring(0, 300) : style)
            .replace(" ", "")
            .toLowerCase(java.util.Locale.ROOT);
    return start.contains("display:none") || start.contains("visibility:hidden");
  }
}
