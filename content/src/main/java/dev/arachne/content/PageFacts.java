package dev.arachne.content;

import dev.arachne.content.Fact.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/** Collects the statements of a page about itself. Confined to one thread. */
final class PageFacts {
  /** Facts of a page that are kept. */
  static final int MOST = 1000;

  private static final int LONGEST = 1000;
  private static final int DEPTH = 8;

  private final List<Fact> facts = new ArrayList<>();

  private PageFacts() {}

  static List<Fact> of(Document page) {
    var all = new PageFacts();
    all.collect(page, "");
    return List.copyOf(all.facts);
  }

  /** The value of the first fact that has one of these names, the names in their order. */
  static Optional<String> first(List<Fact> facts, String... names) {
    for (String name : names) {
      for (Fact fact : facts) {
        if (is(fact, name)) {
          return Optional.of(fact.value());
        }
      }
    }
    return Optional.empty();
  }

  /** Whether a fact has a name; a name that begins with a point is a property of any object. */
  static boolean is(Fact fact, String name) {
    if (!name.startsWith(".")) {
      return fact.name().equalsIgnoreCase(name);
    }
    return fact.form() != Form.META
        && fact.name().endsWith(name)
        && fact.name().indexOf('.') == fact.name().length() - name.length();
  }

  private void collect(Element element, String item) {
    String inside = item;
    if (element.attributesSize() > 0) {
      String property = element.attr("itemprop");
      if (element.hasAttr("itemscope")) {
        inside = scope(element, item, property);
      } else if (!property.isEmpty() && !item.isEmpty()) {
        for (String name : property.strip().split("\\s+", 20)) {
          add(Form.MICRODATA, item + "." + name, value(element));
        }
      }
      if (element.nameIs("meta")) {
        String name = element.hasAttr("property") ? element.attr("property") : element.attr("name");
        if (!name.isEmpty()) {
          add(Form.META, name, element.attr("content"));
        }
      } else if (element.nameIs("script")
          && element.attr("type").strip().equalsIgnoreCase("application/ld+json")) {
        linked(Json.read(element.data()), "", 0);
      }
    }
    for (Node child : element.childNodes()) {
      if (child instanceof Element its) {
        collect(its, inside);
      }
    }
  }

  private static String scope(Element element, String item, String property) {
    String type = element.attr("itemtype").strip();
    type = type.substring(type.lastIndexOf('/') + 1);
    if (!item.isEmpty()
        && !property.isEmpty()
        && item.chars().filter(c -> c == '.').count() < DEPTH) {
      return item + "." + property;
    }
    return type.isEmpty() ? "item" : type;
  }

  private static String value(Element element) {
    for (String name : new String[] {"content", "datetime", "href", "src"}) {
      if (element.hasAttr(name)) {
        return element.attr(name);
      }
    }
    var text = new StringBuilder();
    text(element, text);
    return text.toString();
  }

  private static void text(Node node, StringBuilder to) {
    for (Node child : node.childNodes()) {
      if (to.length() > LONGEST) {
        return;
      }
      if (child instanceof TextNode text) {
        Spaces.append(to, text.getWholeText(), LONGEST);
      } else if (child instanceof Element) {
        text(child, to);
      }
    }
  }

  private void linked(@Nullable Object value, String name, int depth) {
    if (depth > DEPTH || facts.size() >= MOST) {
      return;
    }
    switch (value) {
      case Map<?, ?> members -> {
        String inside = name.isEmpty() ? type(members) : name;
        members.forEach((key, member) -> {
          if (key.equals("@graph")) {
            linked(member, "", depth + 1);
          } else if (!String.valueOf(key).startsWith("@")) {
            linked(member, inside + "." + key, depth + 1);
          }
        });
      }
      case List<?> elements -> elements.forEach(element -> linked(element, name, depth + 1));
      case String text -> add(Form.JSON_LD, name, text);
      case null, default -> {}
    }
  }

  private static String type(Map<?, ?> members) {
    return switch (members.get("@type")) {
      case String type -> type;
      case List<?> types when !types.isEmpty() -> String.valueOf(types.getFirst());
      case null, default -> "item";
    };
  }

  private void add(Form form, String name, String value) {
    String said = Spaces.single(value.length() > LONGEST ? value.substring(0, LONGEST) : value);
    if (facts.size() < MOST && !said.isEmpty() && name.length() <= LONGEST) {
      facts.add(new Fact(form, name, said));
    }
  }
}
