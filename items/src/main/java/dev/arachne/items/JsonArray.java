package dev.arachne.items;

import java.util.List;

/** Records as one array of JSON, an object a line. */
record JsonArray() implements ItemFormat {
  private static final JsonLines LINES = new JsonLines();

  @Override
  public ItemForm form() {
    return ItemForm.JSON;
  }

  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public String head() {
    return "[\n";
  }

  @Override
  public String separator() {
    return ",\n";
  }

  @Override
  public String line(Item item) {
    return LINES.line(item).stripTrailing();
  }

  @Override
  public String tail() {
    return "\n]\n";
  }
}
