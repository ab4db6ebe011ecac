package dev.arachne.items;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.xpath.XPathEvaluationResult;
import javax.xml.xpath.XPathEvaluationResult.XPathResultType;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import javax.xml.xpath.XPathNodes;
import org.jsoup.helper.W3CDom;
import org.jsoup.nodes.Element;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

/**
 * An XPath 1.0 expression, of any result: elements, attributes, texts, a string, a number. In an
 * item it sees the item alone, so {@code //a} and {@code .//a} are the same there. Evaluated by the
 * JDK's engine on jsoup's tree; names have no namespaces, an element of a feed is {@code
 * media:title} by {@code *[name()='media:title']}.
 */
record XPathQuery(String source, XPathResultType result) implements Query {
  /** Steps of an evaluation: it is slow to begin, and then slow. */
  private static final long STEPS = 20_000;

  private static final long STEPS_PER_CHARACTER = 10;

  static XPathQuery parse(String source) throws RulesException {
    try {
      Node nothing = QueryTarget.of(QueryTarget.Syntax.HTML, "").xpathContext();
      return new XPathQuery(source, evaluate(source, nothing).type());
    } catch (XPathExpressionException e) {
      throw new RulesException(
          "'%s' is not an XPath expression (%s); use one such as .//a[@class='title']/@href"
              .formatted(source, RulesException.oneLine(e)));
    }
  }

  private static XPathEvaluationResult<?> evaluate(String source, Node context)
      throws XPathExpressionException {
    return XPathFactory.newDefaultInstance().newXPath().compile(source).evaluateExpression(context);
  }

  @Override
  public Stream<String> texts(QueryTarget target, TextMode reading, WorkBudget budget) {
    Object value = evaluated(target, budget).value();
    return switch (value) {
      case XPathNodes nodes -> list(nodes).stream().map(node -> text(node, reading));
      case Double number when number == Math.rint(number) && Math.abs(number) < 1e15 ->
          Stream.of(Long.toString(number.longValue()));
      case Double number when number.isNaN() -> Stream.of();
      default -> Stream.of(String.valueOf(value));
    };
  }

  private static String text(Node found, TextMode reading) {
    Node node = found instanceof Document document ? document.getDocumentElement() : found;
    if (node == null) {
      return ""; // A document without an element.
    }
    return node.getUserData(W3CDom.SourceProperty) instanceof Element element
        ? reading.of(element)
        : String.valueOf(node.getNodeValue());
  }

  @Override
  public Stream<QueryTarget> parts(QueryTarget target, WorkBudget budget) {
    return list((XPathNodes) evaluated(target, budget).value()).stream()
        .map(node -> node.getUserData(W3CDom.SourceProperty))
        .filter(Element.class::isInstance)
        .map(source -> target.part((Element) source));
  }

  @Override
  public Stream<Match> matches(QueryTarget target, WorkBudget budget) {
    if (!(evaluated(target, budget).value() instanceof XPathNodes nodes)) {
      return values(target, TextMode.TEXT, budget).map(value -> new Match(value, ""));
    }
    return list(nodes).stream()
        .map(node -> new Match(TextMode.collapsed(text(node, TextMode.TEXT)), place(node, target)));
  }

  /** The place of a node's element. */
  private static String place(Node found, QueryTarget target) {
    Node node =
        switch (found) {
          case Attr attribute -> attribute.getOwnerElement();
          case Text text -> text.getParentNode();
          default -> found;
        };
    return node != null && node.getUserData(W3CDom.SourceProperty) instanceof Element element
        ? target.place(element)
        : "";
  }

  private XPathEvaluationResult<?> evaluated(QueryTarget target, WorkBudget budget) {
    budget.spend(STEPS + STEPS_PER_CHARACTER * target.size());
    try {
      return evaluate(source, target.xpathContext());
    } catch (XPathExpressionException e) {
      throw new IllegalStateException(source + ": " + e.getMessage(), e);
    }
  }

  private static List<Node> list(XPathNodes nodes) {
    List<Node> list = new ArrayList<>();
    nodes.forEach(list::add);
    return list;
  }

  @Override
  public void checkFindsParts() throws RulesException {
    if (result != XPathResultType.NODESET) {
      throw new RulesException("'" + source + "' finds a value; use an XPath that finds elements");
    }
  }
}
