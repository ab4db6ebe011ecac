package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** The POM of each module has what repositories of artifacts require, itself or by its parent. */
class PublishedModulesTest {
  private static final Path ROOT = Path.of("..");

  static List<String> modules() throws Exception {
    Element modules = child(pom(ROOT), "modules");
    return children(modules, "module").map(Node::getTextContent).toList();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleIsNamedLikeItsPackageAndDescribed(String module) throws Exception {
    Element pom = pom(ROOT.resolve(module));
    String name = module.equals("picocli") ? "info.picocli" : "dev.arachne." + module;
    assertEquals(name, child(pom, "name").getTextContent());
    assertFalse(child(pom, "description").getTextContent().isBlank());
  }

  @Test
  void allHaveTheLicenceTheSourcesAndTheDevelopersOfTheirParent() throws Exception {
    Element pom = pom(ROOT);
    assertEquals(
        "Apache-2.0", child(child(child(pom, "licenses"), "license"), "name").getTextContent());
    assertTrue(child(child(pom, "scm"), "connection").getTextContent().startsWith("scm:git:"));
    assertFalse(child(child(pom, "developers"), "developer").getTextContent().isBlank());
    assertFalse(child(pom, "url").getTextContent().isBlank());
  }

  private static Element pom(Path directory) throws Exception {
    try (var file = Files.newInputStream(directory.resolve("pom.xml"))) {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(file)
          .getDocumentElement();
    }
  }

  private static Element child(Element parent, String name) {
    return children(parent, name).findFirst().orElseThrow(() -> new AssertionError("no " + name));
  }

  private static Stream<Element> children(Element parent, String name) {
    NodeList nodes = parent.getChildNodes();
    return Stream.iterate(0, i -> i < nodes.getLength(), i -> i + 1)
        .map(nodes::item)
        .filter(node -> node.getNodeName().equals(name))
        .map(Element.class::cast);
  }
}
