package dev.arachne.items;

import dev.arachne.url.CrawlUrl;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jsoup.nodes.Element;

/**
 * A form of a page: its target, and the values that it sends without input of a user, including
 * hidden fields (WHATWG HTML 4.10.21). Immutable; values are not shown by {@link #toString()}.
 */
public final class PageForm {
  private static final Set<String> UNSENT = Set.of("submit", "button", "image", "reset", "file");

  private final Optional<CrawlUrl> action;
  private final boolean isPost;
  private final List<Map.Entry<String, String>> fields;

  private PageForm(
      Optional<CrawlUrl> action, boolean isPost, List<Map.Entry<String, String>> fields) {
    this.action = action;
    this.isPost = isPost;
    this.fields = List.copyOf(fields);
  }

  /**
   * The first form of a page that has fields of all these names; empty without such a form.
   *
   * @param url of the page
   */
  public static Optional<PageForm> find(PageDocument page, CrawlUrl url, Set<String> names) {
    for (Element form : page.select("form")) {
      List<Element> controls = form.select("input[name], select[name], textarea[name]");
      boolean hasAll =
          names.stream()
              .allMatch(name -> controls.stream().anyMatch(it -> it.attr("name").equals(name)));
      if (hasAll) {
        String action = form.attr("action").strip();
        return Optional.of(
            new PageForm(
                action.isEmpty() ? Optional.of(url) : page.resolve(action),
                form.attr("method").equalsIgnoreCase("post"),
                fields(controls)));
      }
    }
    return Optional.empty();
  }

  private static List<Map.Entry<String, String>> fields(List<Element> controls) {
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    for (Element control : controls) {
      String type = control.attr("type").toLowerCase(Locale.ROOT);
      boolean isLeftOut =
          control.hasAttr("disabled")
              || UNSENT.contains(type)
              || ((type.equals("checkbox") || type.equals("radio")) && !control.hasAttr("checked"));
      if (!isLeftOut) {
        fields.add(Map.entry(control.attr("name"), value(control, type)));
      }
    }
    return fields;
  }

  private static String value(Element control, String type) {
    if (control.normalName().equals("select")) {
      Element chosen = control.selectFirst("option[selected]");
      chosen = chosen == null ? control.selectFirst("option") : chosen;
      if (chosen == null) {
        return "";
      }
      return chosen.hasAttr("value") ? chosen.attr("value") : chosen.text();
    }
    if (control.normalName().equals("textarea")) {
      return control.wholeText();
    }
    boolean isOn = (type.equals("checkbox") || type.equals("radio")) && !control.hasAttr("value");
    return isOn ? "on" : control.attr("value");
  }

  /** Its target; empty if a crawler does not fetch it. */
  public Optional<CrawlUrl> action() {
    return action;
  }

  /** Whether it is sent as the body of a POST, not in a URL. */
  public boolean isPost() {
    return isPost;
  }

  /**
   * The body of the request that sends it, as {@code application/x-www-form-urlencoded}.
   *
   * @param typed values in place of those that fields have
   */
  public byte[] body(Map<String, String> typed) {
    var body = new StringBuilder();
    Map<String, String> missing = new LinkedHashMap<>(typed);
    for (Map.Entry<String, String> field : fields) {
      String value = typed.getOrDefault(field.getKey(), field.getValue());
      missing.remove(field.getKey());
      append(body, field.getKey(), value);
    }
    missing.forEach((name, value) -> append(body, name, value)); // A box that was not ticked.
    return body.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static void append(StringBuilder body, String name, String value) {
    body.append(body.isEmpty() ? "" : "&")
        .append(URLEncoder.encode(name, StandardCharsets.UTF_8))
        .append('=')
        .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "form of " + fields.size() + " fields";
  }
}
