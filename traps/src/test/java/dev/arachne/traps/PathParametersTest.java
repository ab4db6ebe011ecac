package dev.arachne.traps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PathParametersTest {
  private PathVariants variants = PathVariants.NONE;
  private PathParameters parameters = PathParameters.NONE;

  private void fetched(String query, long content) {
    var page = new PathVariants.Variant(query, content);
    parameters = parameters.with("/list", variants, page);
    variants = variants.with(page);
  }

  @Test
  void aParameterThatChangesNothingIsLearntFromPairsOfSeveralPages() {
    fetched("", 1);
    fetched("?sort=a", 1);
    fetched("?sort=b", 1);
    assertEquals(List.of(), parameters.idle("?sort=c"), "three pairs of one page");
    fetched("?kind=2", 2);
    fetched("?kind=2&sort=a", 2);
    assertEquals(List.of("sort"), parameters.idle("?kind=3&sort=c"));
    assertEquals("?kind=3", PathParameters.without("?kind=3&sort=c", List.of("sort")));
    String why = "sort changes nothing in 4 pairs such as /list and /list?sort=a";
    assertEquals(why, parameters.text(List.of("sort")));
    assertEquals(parameters, PathParameters.read(parameters.toBytes()));
    assertEquals(variants, PathVariants.read(variants.toBytes()));
  }

  @Test
  void onePairThatDiffersIsEnough() {
    for (int i = 0; i < 9; i++) {
      fetched("?page=" + i, i / 8); // Pages behind the last one are all empty.
      fetched("?kind=1&page=" + i, 2);
    }
    assertEquals(List.of(), parameters.idle("?kind=1&page=1"));
  }

  @Test
  void learntParametersAreTakenBack() {
    aParameterThatChangesNothingIsLearntFromPairsOfSeveralPages();
    PathParameters then = parameters.mattering(List.of("sort"), "/list", "/list?sort=z");
    assertEquals(List.of(), then.idle("?sort=c"));
    fetched("?kind=4&sort=z", 4);
    fetched("?kind=4", 5);
    assertEquals(List.of(), parameters.idle("?sort=c"));
  }

  @Test
  void keptRowsAreBounded() {
    for (int i = 0; i < 1_000; i++) {
      fetched("?p" + i + "=1", 1);
      fetched("?p" + i + "=2", 1);
    }
    assertEquals(PathVariants.MOST, variants.variants().size());
    assertTrue(parameters.parameters().size() <= PathParameters.MOST);
  }

  @Test
  void aTemplateIsBarrenOnceMuchOfItBroughtNothing() {
    TemplateYield its = TemplateYield.NONE;
    for (int i = 0; i < 100; i++) {
      its = its.fresh(false);
    }
    int barren = 0;
    for (; !its.isBarren(); barren++) {
      its = its.repeated("/a", "/b");
    }
    assertEquals(25, barren);
    assertEquals(false, its.led().isBarren());
    assertEquals(
        "/*, of which the last 25 of 125 pages brought nothing new: /a says what /b says",
        its.text("/*"));
    assertEquals(its.heldAs(7), TemplateYield.read(its.heldAs(7).toBytes()));
  }
}
