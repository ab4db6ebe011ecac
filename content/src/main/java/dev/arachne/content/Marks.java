package dev.arachne.content;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Element;

/**
 * The hints of an element's class and id about its content, by words that are common on pages.
 * Immutable.
 *
 * @param isBody whether they mark the text of the page
 * @param isContent whether they have a word that is typical of content
 * @param isBoilerplate whether they have a word that is typical of boilerplate around the content
 * @param isWidget whether they mark a widget that is embedded in the content but does not belong to
 *     it
 */
record Marks(boolean isBody, boolean isContent, boolean isBoilerplate, boolean isWidget) {
  static final Marks NONE = new Marks(false, false, false, false);

  /** Characters of a class or an id that are read. */
  private static final int LIMIT = 200;

  private static final String[] BODIES = {
    "-article-body-",
    "-articlebody-",
    "-article-content-",
    "-articlecontent-",
    "-article-text-",
    "-articletext-",
    "-story-body-",
    "-storybody-",
    "-story-content-",
    "-story-text-",
    "-storytext-",
    "-entry-content-",
    "-post-content-",
    "-postcontent-",
    "-post-body-",
    "-postbody-",
    "-post-entry-",
    "-post-text-",
    "-blog-content-",
    "-news-text-",
    "-news-body-",
    "-body-copy-",
    "-bodycopy-",
    "-article-copy-",
    "-content-body-",
    "-body-content-",
    "-article-main-",
    "-text-content-",
    "-single-content-",
    "-story-article-",
    "-body-text-"
  };

  private static final Set<String> CONTENT =
      Set.of(
          "article", "body", "content", "entry", "hentry", "main", "page", "post", "text", "blog",
          "story", "column", "prose", "copy");

  private static final Set<String> BOILERPLATE =
      Set.of(
          "ad",
          "ads",
          "advert",
          "advertisement",
          "adsense",
          "adslot",
          "agegate",
          "banner",
          "breadcrumb",
          "breadcrumbs",
          "combx",
          "comment",
          "comments",
          "community",
          "disqus",
          "extra",
          "footer",
          "gdpr",
          "header",
          "legends",
          "menu",
          "related",
          "remark",
          "replies",
          "rss",
          "shoutbox",
          "sidebar",
          "skyscraper",
          "social",
          "sponsor",
          "sponsored",
          "supplemental",
          "pagination",
          "pager",
          "popup",
          "cookie",
          "cookies",
          "consent",
          "nav",
          "navbar",
          "navigation",
          "masthead",
          "toolbar",
          "topbar",
          "subnav",
          "modal",
          "overlay",
          "foot",
          "hidden",
          "sitemap",
          "login",
          "signin",
          "register");

  private static final Set<String> WIDGETS =
      Set.of(
          "share",
          "sharing",
          "sharebar",
          "sharedaddy",
          "sharetools",
          "addthis",
          "addtoany",
          "outbrain",
          "taboola",
          "disqus",
          "newsletter",
          "subscribe",
          "subscription",
          "signup",
          "related",
          "recommended",
          "recommendations",
          "recommendation",
          "promo",
          "promotion",
          "trending",
          "popular",
          "sponsored",
          "advertisement",
          "advert",
          "ad",
          "ads",
          "adsense",
          "breadcrumb",
          "breadcrumbs",
          "tags",
          "taglist",
          "author",
          "byline",
          "bio",
          "dateline",
          "readmore",
          "recirc",
          "paywall",
          "tooltip",
          "widget",
          "caption",
          "credit",
          "rating",
          "jp-relatedposts",
          "comments",
          "respond",
          "toc",
          "pagination",
          "disclosure",
          "metadata",
          "meta",
          "print",
          "poll",
          "follow",
          "cta",
          "teaser",
          "moreon",
          "timestamp",
          "copyright");

  /** The marks of the classes that were seen on a page. */
  static final class Reader {
    private final Map<String, Marks> seen = new HashMap<>();

    Marks of(Element element) {
      if (element.attributesSize() == 0) {
        return NONE;
      }
      String name = element.className();
      String id = element.id();
      Marks marks =
          name.isEmpty() && id.isEmpty()
              ? NONE
              : seen.computeIfAbsent(start(name) + " " + start(id), Marks::read);
      return element.attr("itemprop").equalsIgnoreCase("articleBody")
          ? new Marks(true, true, false, false)
          : marks;
    }

    private static String start(String name) {
      return name.length() > LIMIT ? name.substring(0, LIMIT) : name;
    }
  }

  private static Marks read(String names) {
    String words = words(names);
    boolean body = false;
    for (String phrase : BODIES) {
      body |= words.contains(phrase);
    }
    boolean content = false;
    boolean boilerplate = false;
    boolean widget = false;
    int from = 1;
    while (from < words.length()) {
      int to = words.indexOf('-', from);
      String word = words.substring(from, to);
      content |= CONTENT.contains(word);
      boilerplate |= BOILERPLATE.contains(word);
      widget |= WIDGETS.contains(word);
      from = to + 1;
    }
    return new Marks(body, content, boilerplate, widget);
  }

  /** The words of a name in lower case, a hyphen before and behind each. */
  private static String words(String names) {
    var words = new StringBuilder(names.length() + 8).append('-');
    char last = '-';
    for (int i = 0; i < names.length(); i++) {
      char c = names.charAt(i);
      if (!Character.isLetterOrDigit(c)) {
        hyphen(words);
      } else {
        if (Character.isUpperCase(c) && Character.isLowerCase(last)) {
          hyphen(words);
        }
        words.append(Character.toLowerCase(c));
      }
      last = c;
    }
    hyphen(words);
    return words.toString();
  }

  private static void hyphen(StringBuilder words) {
    if (words.charAt(words.length() - 1) != '-') {
      words.append('-');
    }
  }
}
