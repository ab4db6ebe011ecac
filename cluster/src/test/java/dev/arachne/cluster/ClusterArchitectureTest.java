package dev.arachne.cluster;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * What this room may use, as the table of ARCHITECTURE.md has it. The others do not see it: it is
 * made after them.
 */
class ClusterArchitectureTest {
  @Test
  void theClusterKnowsCrawlsAndNotHowPagesAreFetched() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..",
                "org.jspecify..",
                "org.apache.kafka..",
                "org.rocksdb..",
                "picocli..",
                "dev.arachne.cluster",
                "dev.arachne.url",
                "dev.arachne.runtime",
                "dev.arachne.store",
                "dev.arachne.ledger",
                "dev.arachne.frontier",
                "dev.arachne.options",
                "dev.arachne.audit",
                "dev.arachne.report",
                "dev.arachne.output",
                "dev.arachne.crawl",
                "dev.arachne.directory",
                "dev.arachne.dashboard",
                "dev.arachne.terminal",
                "dev.arachne.arguments",
                "dev.arachne.cli",
                "dev.arachne.index",
                "dev.arachne.server",
                "tools.jackson.."))
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.arachne.cluster"));
  }
}
