package dev.arachne.items;

import java.util.List;
import java.util.Map;

/**
 * Records as XML: an element {@code item} for each, with an element for each field. An element of a
 * list is a {@code value}. Characters that XML does not have become U+FFFD.
 */
record Xml() implements ItemFormat {
  @Override
  public ItemForm form() {
    return ItemForm.XML;
  }

  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public String head() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<items>\n";
  }

  @Override
  public String line(Item item) {
    var line = new StringBuilder();
    write(line, "item", item.values());
    return line.append('\n').toString();
  }

  @Override
  public String tail() {
    return "</items>\n";
  }

  private static void write(StringBuilder xml, String name, Object value) {
    String element = name(name);
    xml.append('<').append(element).append('>');
    switch (value) {
      case List<?> list -> list.forEach(each -> write(xml, "value", each));
      case Map<?, ?> object ->
          object.forEach((member, each) -> write(xml, String.valueOf(member), each));
      default -> escape(xml, ItemFormat.text(value));
    }
    xml.append("</").append(element).append('>');
  }

  /** A name that XML allows; the members of JSON have any. */
  private static String name(String name) {
    String allowed = name.replaceAll("[^\\p{L}\\p{Nd}_.-]", "_");
    return allowed.matches("[\\p{L}_].*") ? allowed : "_" + allowed;
  }

  private static void escape(StringBuilder xml, String text) {
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '<' -> xml.append("&lt;");
            case '>' -> xml.append("&gt;");
            case '&' -> xml.append("&amp;");
            default -> {
              if (JsonLines.isHarmless(c)) {
                xml.appendCodePoint(c);
              } else if (c == '\t' || isCharacter(c)) {
                xml.append("&#").append(c).append(';');
              } else {
                xml.append('\uFFFD');
              }
            }
          }
        });
  }

  /** Whether XML 1.0 has it (2.2). */
  private static boolean isCharacter(int c) {
    return c == '\r' || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
  }
}
