package dev.arachne.content;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageLanguageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en|All human beings are born free and equal in dignity and rights. They are endowed with reason
          de|Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen
          fr|Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison
          es|Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón
          pt|Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros
          it|Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono dotati di ragione e di coscienza
          nl|Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn begiftigd met verstand en geweten
          sv|Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete
          pl|Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem oraz
          cs|Všichni lidé se rodí svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají
          tr|Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve bir
          id|Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama. Mereka dikaruniai akal dan hati
          vi|Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được
          ru|Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и
          uk|Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і
          ar|يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل على من
          he|כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם
          el|Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια
          ja|すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である
          zh|人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待
          ko|모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다
          th|มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ
          hi|सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है
          ''|0x12 0x13 xyzzy qwertz plugh foobar 12345
          """)
  void aSentenceIsEnough(String language, String text) {
    assertEquals(language, PageLanguage.of(text));
  }
}
