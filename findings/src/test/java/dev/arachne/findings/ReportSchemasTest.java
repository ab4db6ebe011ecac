package dev.arachne.findings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;

/**
 * Reports of a hostile site against the schemas of others: SARIF 2.1.0, and what Jenkins takes for
 * JUnit's, which is in the directory that the property {@code arachne.junitxsd} names ({@code
 * .ci/run} brings it; where it is absent that test skips).
 */
class ReportSchemasTest {
  private static List<Error> errors(String sarif) throws Exception {
    try (InputStream file =
        Objects.requireNonNull(
            ReportSchemasTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json"))) {
      Schema schema =
          SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
              .getSchema(file, InputFormat.JSON);
      return schema.validate(
          sarif,
          InputFormat.JSON,
          context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
    }
  }

  @Test
  void sarifIsAsItsSchemaHasIt() throws Exception {
    String sarif = ReportFormsTest.written(ReportFormat.SARIF);
    assertEquals(List.of(), errors(sarif));
    for (String[] change :
        new String[][] {
          {"\"level\":\"error\"", "\"level\":\"fatal\""},
          {"\"startLine\":2", "\"startLine\":0"},
          {"\"uri\":\"http://site.test/", "\"uri\":\"http://a b/"},
          {"\"ruleIndex\"", "\"rulIndex\""}
        }) {
      String wrong = sarif.replace(change[0], change[1]);
      assertNotEquals(sarif, wrong, change[0]);
      assertFalse(errors(wrong).isEmpty(), change[1]);
    }
  }

  @Test
  void junitIsAsJenkinsTakesIt() throws Exception {
    String folder = System.getProperty("arachne.junitxsd", "");
    Path file = Path.of(folder, "jenkins-junit.xsd");
    assumeTrue(
        !folder.isEmpty() && Files.isRegularFile(file),
        "SKIPPED: no jenkins-junit.xsd in the property arachne.junitxsd");
    Validator validator =
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            .newSchema(file.toFile())
            .newValidator();
    String xml = ReportFormsTest.written(ReportFormat.JUNIT);
    validator.validate(new StreamSource(new StringReader(xml)));
    for (String[] change :
        new String[][] {
          {" tests=\"", " test=\""}, {"<failure", "<fail"}, {"</failure", "</fail"}
        }) {
      String wrong = xml.replace(change[0], change[1]);
      assertNotEquals(xml, wrong);
      assertThrows(
          SAXException.class, () -> validator.validate(new StreamSource(new StringReader(wrong))));
    }
  }
}
