package org.example;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The members' area of a site that asks for a password. */
class MembersAreaTest {
  private static final String ADA = "Basic YWRhOmxvdmVsYWNl";

  private static Reply reply(TestRequest request) {
    if (request.target().equals("/robots.txt")) {
      return status(404);
    }
    return request.header("Authorization").orElse("").equals(ADA)
        ? html("<a href=/a><a href='/b;session=17'><a href='/b;session=18'><a href=/logout>")
        : status(401);
  }

  @Test
  void membersSeeEveryPageOnceAndStayLoggedIn() throws Exception {
    Set<String> pages = new TreeSet<>();
    SimulatedWeb web = SimulatedWeb.of(1).site("club.example", MembersAreaTest::reply);
    web.run(
        MembersArea.crawl(
                "http://club.example/", "ada", "lovelace", page -> pages.add(page.url().path()))
            ::runOnLoop);
    assertEquals(Set.of("/", "/a", "/b"), pages);
    assertEquals(
        List.of("/robots.txt", "/", "/a", "/b", "/sitemap.xml"), web.targets("club.example"));
  }

  @Test
  void othersSeeNothing() throws Exception {
    Set<String> pages = new TreeSet<>();
    SimulatedWeb web = SimulatedWeb.of(1).site("club.example", MembersAreaTest::reply);
    web.run(
        MembersArea.crawl("http://club.example/", "ada", "byron", page -> pages.add("a page"))
            ::runOnLoop);
    assertEquals(Set.of(), pages);
  }
}
