/** Eastern and northern Europe, Africa, Turkey and south-east Asia, as far as they write with Latin letters. */
import { type Culture, cities, combine, phrases, words } from "./culture.ts";

export const easternCultures: readonly Culture[] = [
  {
    share: 4,
    given: words(
      `Anna Łukasz Małgorzata Paweł Agnieszka Michał Zofia Wojciech Stanisław Bożena Grażyna Sławomir Jędrzej Świętosława
      Żaneta Kazimierz Halina Zdzisław Róża`,
    ),
    family: [
      ...words("Nowak Wójcik Żak Łęcki Gżegżółka Dąb Ćwiąkalski"),
      ...combine("Kowal Wiśniew Lewandow Zieliń Jabłoń Krzyż Mały Dąbrow Szczęs Gór", "ski ska czyk ewicz nik owna"),
    ],
    cities: cities("Polska", "Łódź 51.76 19.46|Kraków 50.06 19.94|Wrocław 51.11 17.04|Gdańsk 54.35 18.65"),
    streets: phrases("ulica Świętego Jana|aleja Niepodległości|ulica Źródlana"),
    house: "STREET #",
    phone: { prefix: "+48", pattern: "601 ### ###" },
    roles: phrases("Główna księgowa|Kierownik działu|Położna"),
    language: "pl",
  },
  {
    share: 3,
    given: words(
      "Jiří Kateřina Tomáš Eliška Ondřej Šárka Zdeněk Růžena Matěj Ľubomír Žofia Ľudmila Peter Zuzana Bořivoj Dušan Věra",
    ),
    family: [
      ...words("Dvořák Říha Šťastný Žižka Kučera Hrnčiar Ďurica"),
      ...combine("Novo Svobo Proch Kolá Pospí Mare Hor Jele Šim", "tný dová ázka šil ček áková ník"),
    ],
    cities: [
      ...cities("Česko", "Praha 50.08 14.44|Plzeň 49.74 13.37|Ústí nad Labem 50.66 14.03"),
      ...cities("Slovensko", "Košice 48.72 21.26|Žilina 49.22 18.74"),
    ],
    streets: phrases("Náměstí Míru|Dlouhá třída|Hviezdoslavova"),
    house: "STREET #",
    phone: { prefix: "+420", pattern: "602 ### ###" },
    roles: phrases("Vedoucí účetní|Projektový manažer|Učiteľka"),
    language: "cs",
  },
  {
    share: 3,
    given: words(
      "Zoltán Erzsébet Győző Ágnes Gergő Fülöp Örs Réka Ștefan Ioana Răzvan Smaranda Mărioara Cătălin Ilinca Dragoș Ödön Tünde",
    ),
    family: [
      ...words("Nagy Kőrösi Szűcs Öllős Popescu Țuțea Brâncuși Ștefănescu"),
      ...combine("Kis Ném Fehér Rádu Ion Mihăi Bárd Csok", "faludi vári escu ényi ulea osi"),
    ],
    cities: [
      ...cities("Magyarország", "Győr 47.69 17.64|Pécs 46.07 18.23|Székesfehérvár 47.19 18.41"),
      ...cities("România", "București 44.43 26.10|Târgu Mureș 46.54 24.56|Iași 47.16 27.58"),
    ],
    streets: phrases("Petőfi utca|Strada Mihai Eminescu|Fő tér"),
    house: "STREET #",
    phone: { prefix: "+36", pattern: "30 ### ####" },
    roles: phrases("Ügyvezető|Șefă de secție|Könyvelő"),
    language: "hu",
  },
  {
    share: 2,
    given: words(
      "Aino Väinö Päivi Jyrki Sirje Ülle Õnne Jüri Kärt Žydrūnas Eglė Jānis Līga Ģirts Kārlis Rūta Vytautė Aušra Ēriks",
    ),
    family: [
      ...words("Hämäläinen Mäki Äijälä Kõiv Õunapuu Bērziņš Šķēle Žukauskas"),
      ...combine("Vir Kor Nie Lai Kal Ozo Pet", "tanen honen minen liņš ulis rauskas"),
    ],
    cities: [
      ...cities("Suomi", "Jyväskylä 62.24 25.75|Hämeenlinna 60.99 24.46"),
      ...cities("Eesti", "Tõrva 58.00 25.93|Tallinn 59.44 24.75"),
      ...cities("Latvija", "Rīga 56.95 24.11|Jūrmala 56.97 23.77"),
      ...cities("Lietuva", "Šiauliai 55.93 23.31"),
    ],
    streets: phrases("Mäkitie|Brīvības iela|Pärnu maantee"),
    house: "STREET #",
    phone: { prefix: "+358", pattern: "40 #######" },
    roles: phrases("Myyntipäällikkö|Galvenā grāmatvede|Õpetaja"),
    language: "fi",
  },
  {
    share: 2,
    given: words(
      "Đorđe Željko Ćiril Mojca Tomaž Šime Nikša Živa Ljubica Đurđica Krešimir Špela Njegoš Arbër Çiljeta Flutura Ëngjëll",
    ),
    family: [
      ...words("Đurić Žižek Čop Hoxhaj Çela"),
      ...combine("Petr Jovan Nikol Kral Mark Stan Vuk", "ović ić jević ičar ojević"),
    ],
    cities: [
      ...cities("Hrvatska", "Šibenik 43.73 15.90|Požega 45.34 17.69"),
      ...cities("Slovenija", "Škofja Loka 46.17 14.31"),
      ...cities("Shqipëri", "Shkodër 42.07 19.51"),
    ],
    streets: phrases("Ulica kneza Branimira|Čopova ulica|Rruga e Durrësit"),
    house: "STREET #",
    phone: { prefix: "+385", pattern: "91 ### ####" },
    roles: phrases("Voditeljica prodaje|Građevinski inženjer|Mësuese"),
    language: "hr",
  },
  {
    share: 3,
    given: words(
      "Mehmet Ayşe Işıl İbrahim Çağla Gökçe Özgür Şükrü Ümit Müjde Hüseyin Yağmur Oğuz Nazlı İnci Güneş Tuğçe Əli Gülşən",
    ),
    family: [
      ...words("Yılmaz Öztürk Çelik Şahin Işık İnönü Kılıç Əliyev"),
      ...combine("Kara Ak Demir Gül Yıl Tay Er", "oğlu taş kaya dağ çay süren"),
    ],
    cities: [
      ...cities("Türkiye", "İstanbul 41.01 28.98|İzmir 38.42 27.14|Eskişehir 39.78 30.52|Iğdır 39.92 44.05"),
      ...cities("Azərbaycan", "Bakı 40.41 49.87"),
    ],
    streets: phrases("Atatürk Caddesi|Çınar Sokak|İnönü Bulvarı"),
    house: "STREET No. #",
    phone: { prefix: "+90", pattern: "532 ### ## ##" },
    roles: phrases("Satış müdürü|Öğretim görevlisi|Yazılımcı"),
    language: "tr",
  },
  {
    share: 3,
    given: combine(
      "Thị Văn Hữu Quốc Ngọc Minh Đức Thanh",
      "Ánh Bảo Cường Dũng Đạt Hạnh Hương Khải Lộc Mỹ Nghĩa Phượng Quỳnh Tuyết",
    ).map((name) => name.replace(/(?<=.)(?=\p{Lu})/u, " ")),
    family: words("Nguyễn Trần Lê Phạm Huỳnh Hoàng Phan Vũ Đặng Bùi Đỗ Hồ Ngô Dương Lý Đào Đinh Lưu Tống Tạ"),
    cities: cities("Việt Nam", "Hà Nội 21.03 105.85|Đà Nẵng 16.05 108.20|Cần Thơ 10.03 105.78|Huế 16.46 107.59"),
    streets: phrases("đường Lê Lợi|phố Hàng Bạc|đường Trần Hưng Đạo"),
    house: "# STREET",
    phone: { prefix: "+84", pattern: "90 ### ## ##" },
    roles: phrases("Trưởng phòng kinh doanh|Kỹ sư phần mềm|Bác sĩ"),
    language: "vi",
  },
  {
    share: 3,
    given: words(
      `Adébáyọ̀ Chidi Ngọzi Olúwaṣeun Kofi Ṣadé Temitọpẹ Amara Kwabena Ìfẹ́olúwa Wanjirũ Mũthoni Akua Thandiwe Sipho
      Nomvula Ọlá Ebele Chukwuemeka Zanele`,
    ),
    family: [
      ...words("Okafor Adéyẹmí Ọládipọ̀ Mensah Nkosi Dlamini Kĩmani"),
      ...combine("Oko Ade Ogu Nwa Obi Ene Aki", "nkwo wale nleye chukwu oma ntọla"),
    ],
    cities: [
      ...cities("Nigeria", "Lagos 6.52 3.38|Ìbàdàn 7.38 3.95|Enugu 6.44 7.50"),
      ...cities("Ghana", "Accra 5.60 -0.19|Kumasi 6.69 -1.62"),
      ...cities("Kenya", "Nairobi -1.29 36.82"),
      ...cities("South Africa", "Durban -29.86 31.02|Cape Town -33.92 18.42"),
    ],
    streets: phrases("Broad Street|Ring Road|Awolowo Road|Long Street"),
    house: "# STREET",
    phone: { prefix: "+234", pattern: "803 ### ####" },
    roles: phrases("Oníṣòwò|Community organiser|Afrobeat producer"),
    language: "en",
  },
  {
    share: 2,
    given: words(
      "Siti Budi Wayan Ketut Dewi Agus Ratna Made Putri Joko Nyoman Adi Ayu Bambang Jun-jun Ma.Luz Niño Isagani",
    ),
    family: [
      ...words("Wijaya Santoso Dela Cruz Peñaflor Dimaculangan"),
      ...combine("Sura Wibi Kusu Hadi Pra Suhar", "baya sono madi ningrat tama jo"),
    ],
    cities: [
      ...cities("Indonesia", "Jakarta -6.21 106.85|Yogyakarta -7.80 110.36"),
      ...cities("Philippines", "Manila 14.60 120.98|Parañaque 14.48 121.02"),
      ...cities("Malaysia", "Kuala Lumpur 3.14 101.69"),
    ],
    streets: phrases("Jalan Sudirman|Jalan Merdeka|Rizal Avenue"),
    house: "STREET #",
    phone: { prefix: "+62", pattern: "812-####-####" },
    roles: phrases("Manajer pemasaran|Guru|Arsitek lanskap"),
    language: "id",
  },
];
