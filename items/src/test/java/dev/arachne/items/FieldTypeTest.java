package dev.arachne.items;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.url.CrawlUrl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldTypeTest {
  private static final PageDocument PAGE =
      PageDocument.parse(new byte[0], "text/html", CrawlUrl.of("http://films.example/top/?page=1"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          string             | any text                      | any text
          number             | 9.3                           | 9.3
          number             | (1994)                        | 1994
          number             | No. 12 of 250                 | 12
          number             | $1,299.00                     | 1299.00
          number             | 1 234 567                     | 1234567
          number             | 1'234                         | 1234
          number             | -5                            | -5
          number             | \u22125 °C                    | -5
          number             | +3                            | 3
          number             | A-5                           | 5
          number             | .5                            | 0.5
          number             | No.5                          | 5
          number             | ,5                            |
          number             | 2,5                           |
          number             | 1.2.3                         |
          number             | 12,34,567                     |
          number             | 1,2345                        |
          number             | none                          |
          number             | 0.00000000001                 | 0.00000000001
          number(,)          | 2,5                           | 2.5
          number(,)          | 1.234.567,89 €                | 1234567.89
          number(,)          | 9.3                           |
          date               | 2024-05-01                    | 2024-05-01
          date               | 2024-05-01T10:00              | 2024-05-01T10:00:00
          date               | 2024-05-01 10:00:30           | 2024-05-01T10:00:30
          date               | 2024-05-01T10:00:00+02:00     | 2024-05-01T10:00:00+02:00
          date               | Wed, 1 May 2024 10:00:00 GMT  | 2024-05-01T10:00:00Z
          date               | 2024-13-01                    |
          date               | yesterday                     |
          date(d MMMM yyyy)  | 1 May 2024                    | 2024-05-01
          date(MMM d, yyyy)  | May 1, 2024                   | 2024-05-01
          date(MMMM yyyy)    | May 2024                      | 2024-05
          date(d.M.yyyy H:mm) | 1.5.2024 9:05                | 2024-05-01T09:05:00
          url                | ?page=2                       | http://films.example/top/?page=2
          url                | /film/1#cast                  | http://films.example/film/1
          url                | HTTPS://Other.example         | https://other.example/
          url                | mailto:a@b.example            |
          url                | javascript:void(0)            |
          """)
  void aTextIsReadAsItsTypeOrHasNoValue(String type, String text, String value) throws Exception {
    String read = FieldType.parse(type).value(text, PAGE).map(ItemFormat::text).orElse(null);
    assertEquals(value, read);
  }
}
