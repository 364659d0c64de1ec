/** Western and northern Europe and the countries that speak its languages. Invented people of common names. */
import { type Culture, cities, combine, phrases, words } from "./culture.ts";

export const westernCultures: readonly Culture[] = [
  {
    share: 14,
    given: words(
      `James Mary John Emma Oliver Olivia William Amelia Noah Charlotte Jack Isla Henry Grace Thomas Sophie George Ava
      Daniel Lucy Samuel Ruth Peter Alice Edward Hannah Simon Megan Owen Fiona Callum Niamh Rhys Siobhán Eoin Aoife Seán
      Gwen Lachlan Poppy Mason Harper Wyatt Brooke Tyrone Keisha Darnell Imani Jo Mary-Jane Billie-Jo`,
    ),
    family: [
      ...words("Smith Jones O'Brien Taylor MacDonald Evans Walsh St.John D'Arcy Fitzgerald Llewellyn O'Súilleabháin"),
      ...combine(
        "Ash Black Brad Hart Win Wood Nor Has Lang Whit Stan Kings Thorn Mill Red Fair",
        "ton ley field wood man well ford worth by croft",
      ),
    ],
    cities: [
      ...cities("United Kingdom", "London 51.51 -0.13|Leeds 53.80 -1.55|Edinburgh 55.95 -3.19|Cardiff 51.48 -3.18"),
      ...cities(
        "United States",
        "New York 40.71 -74.01|San Francisco 37.77 -122.42|Chicago 41.88 -87.63|Austin 30.27 -97.74",
      ),
      ...cities("Australia", "Sydney -33.87 151.21|Perth -31.95 115.86"),
      ...cities("Ireland", "Dublin 53.35 -6.26|Galway 53.27 -9.06"),
      ...cities("Canada", "Toronto 43.65 -79.38|Vancouver 49.28 -123.12"),
    ],
    streets: phrases("High Street|Church Lane|Mill Road|Elm Avenue|Station Road|Harbour View"),
    house: "# STREET",
    phone: { prefix: "+1", pattern: "(4##) 555-01##" },
    roles: phrases("Deputy headteacher|Solicitor|District nurse"),
    language: "en",
  },
  {
    share: 8,
    given: words(
      `Anna Lukas Marie Jürgen Sophie Jörg Lena Björn Käthe Matthias Änne Günther Friederike Jonas Katharina Sören
      Wolfgang Luise Moritz Hildegard Felix Antje Karl-Heinz Annegret Uwe Bärbel Tobias Jasmin Heiko`,
    ),
    family: [
      ...words("Müller Schmidt Weiß Groß Jäger Krüger Schäfer Lößnitz Voß Preuß Häußler"),
      ...combine(
        "Berg Feld Stein Wald Bach Rosen Linden Hof Eichen Kirch Brück Grün Mühl Röder",
        "mann ner hauer meister bauer thal hagen",
      ),
    ],
    cities: [
      ...cities("Deutschland", "Berlin 52.52 13.40|München 48.14 11.58|Köln 50.94 6.96|Görlitz 51.15 14.99"),
      ...cities("Österreich", "Wien 48.21 16.37|Graz 47.07 15.44"),
      ...cities("Schweiz", "Zürich 47.38 8.54|Bern 46.95 7.45"),
    ],
    streets: phrases("Lindenstraße|Am Mühlbach|Schillerplatz|Große Gasse|Bahnhofstraße"),
    house: "STREET #",
    phone: { prefix: "+49", pattern: "151 ########" },
    roles: phrases("Geschäftsführerin|Steuerberater|Leiterin Einkauf|Bühnenbildner"),
    language: "de",
  },
  {
    share: 6,
    given: words(
      `Marie Jean Émile Chloé Léa François Zoé Jérôme Hélène Benoît Anaïs Loïc Maëlle Gaëtan Cécile Côme Noëlle Thibault
      Agnès Jean-Loup Anne-Sophie Inès Raphaël Solène Ondine Aurélien`,
    ),
    family: [
      ...words("Martin Lefèvre Désiré L'Écuyer Nguyễn-Roux Bélanger Côté Saint-Étienne"),
      ...combine(
        "Beau Mont Clair Roche Val Font Bois Cham Du Grand Petit",
        "champ vert mont pré lieu court marais ville",
      ),
    ],
    cities: [
      ...cities("France", "Paris 48.86 2.35|Lyon 45.76 4.84|Besançon 47.24 6.02|Nîmes 43.84 4.36"),
      ...cities("Belgique", "Liège 50.63 5.57"),
      ...cities("Canada", "Montréal 45.50 -73.57|Québec 46.81 -71.21"),
      ...cities("Sénégal", "Dakar 14.72 -17.47"),
    ],
    streets: phrases("rue de l'Église|avenue Victor-Hugo|place de la République|chemin des Prés"),
    house: "# STREET",
    phone: { prefix: "+33", pattern: "6 ## ## ## ##" },
    roles: phrases("Chargée d'études|Ingénieur qualité|Maître d'œuvre|Rédactrice en chef"),
    language: "fr",
  },
  {
    share: 7,
    given: words(
      `María José Lucía Ángel Sofía Andrés Begoña Iñaki Íñigo Jesús Raúl Nuño Inés Belén Rocío Óscar Martín Ximena Fermín
      Concepción Araceli Nicolás Yésica Guadalupe Joaquín Amaia Itziar Núria`,
    ),
    family: [
      ...words("García Ibáñez Muñoz Peña Núñez Echeverría Puig-Serrat Castaño Agüero Zubizarreta"),
      ...combine("Gon Fern Rodr Mart Lóp Alv Ramír Velázq Gut Dom Sánch Hern", "ález ández íguez ínez era ado"),
    ],
    cities: [
      ...cities("España", "Madrid 40.42 -3.70|València 39.47 -0.38|A Coruña 43.36 -8.41|Cádiz 36.53 -6.29"),
      ...cities("México", "Ciudad de México 19.43 -99.13|Mérida 20.97 -89.62"),
      ...cities("Argentina", "Córdoba -31.42 -64.18|Buenos Aires -34.60 -58.38"),
      ...cities("Colombia", "Bogotá 4.71 -74.07|Medellín 6.24 -75.58"),
      ...cities("Perú", "Lima -12.05 -77.04"),
    ],
    streets: phrases("Calle Mayor|Avenida de la Constitución|Plaza España|Paseo del Río"),
    house: "STREET #",
    phone: { prefix: "+34", pattern: "6## ## ## ##" },
    roles: phrases("Jefa de producción|Diseñador gráfico|Médica de familia|Compañía propia"),
    language: "es",
  },
  {
    share: 5,
    given: words(
      `Maria João Ana Antônio Conceição Luís Inês Tomás Cátia Gonçalo Assunção Íris Caetano Márcia Sebastião Thaís
      Estêvão Letícia Vinícius Lurdes Zé`,
    ),
    family: [
      ...words("Silva Gonçalves Magalhães Brandão Falcão Guimarães Araújo"),
      ...combine("Fer Oliv Mor Per Nog Tei Vi Silv Cerqu Band", "reira eira ais ães ões uço inho"),
    ],
    cities: [
      ...cities("Portugal", "Porto 41.15 -8.61|Évora 38.57 -7.91|Covilhã 40.28 -7.50"),
      ...cities("Brasil", "São Paulo -23.55 -46.63|Brasília -15.79 -47.88|Belém -1.46 -48.50"),
      ...cities("Angola", "Luanda -8.84 13.23"),
    ],
    streets: phrases("Rua das Flores|Avenida da Liberdade|Travessa do Açougue"),
    house: "STREET, #",
    phone: { prefix: "+351", pattern: "91# ### ###" },
    roles: phrases("Gestora de operações|Técnico de som|Tradução e revisão"),
    language: "pt",
  },
  {
    share: 5,
    given: words(
      `Giulia Marco Nicolò Francesca Andrea Chiara Niccolò Beatrice Mariapia Gianluca Ornella Calogero Donatella Cosimo
      Mariù Elia Aurora Tiziano`,
    ),
    family: [
      ...words("Rossi Dell'Acqua D'Amicò De Luca Lo Prestì Cantù"),
      ...combine("Berto Capu Mont Gall Santo Ferr Mari Pell", "lini etti anò ucci aro egrini ovese"),
    ],
    cities: cities(
      "Italia",
      "Roma 41.90 12.50|Forlì 44.22 12.04|Torino 45.07 7.69|Palermo 38.12 13.36|Cefalù 38.04 14.02",
    ),
    streets: phrases("via Garibaldi|piazza della Libertà|corso Umberto"),
    house: "STREET #",
    phone: { prefix: "+39", pattern: "347 #######" },
    roles: phrases("Responsabile qualità|Avvocata|Maestro di sci"),
    language: "it",
  },
  {
    share: 3,
    given: words("Sanne Daan Daniël Loïs Renée Jeroen Maaike Thijs Zoë Ruben Noé Fenna Wouter Chloë Pim"),
    family: [
      ...phrases("de Vries|van den Berg|'t Hooft|van 't Hoff|ter Beek|in 't Veld"),
      ...combine("Vis Bak Hei Wester Ooster Kuip Brou", "ser ker jden veld huis wer"),
    ],
    cities: [
      ...cities("Nederland", "Utrecht 52.09 5.12|'s-Hertogenbosch 51.70 5.30|Groningen 53.22 6.57"),
      ...cities("België", "Gent 51.05 3.72"),
    ],
    streets: phrases("Prinsengracht|Oude Kerkstraat|Molenweg"),
    house: "STREET #",
    phone: { prefix: "+31", pattern: "6 ########" },
    roles: phrases("Huisarts|Beleidsmedewerker|Scheepsbouwer"),
    language: "nl",
  },
  {
    share: 3,
    given: words(
      "Anna Göran Åsa Björn Märta Örjan Linnéa Håkan Sölve Ebba Åke Jörgen Elin Malin Gösta Signe Rasmus Tove Ingrid Lars-Åke",
    ),
    family: [
      ...words("Åkesson Sjögren Öberg Ek Lindqvist"),
      ...combine("Lind Berg Sjö Ek Ny Hög Sand Björk Åker Gran Fors", "ström gren qvist holm berg lund dahl"),
    ],
    cities: cities("Sverige", "Göteborg 57.71 11.97|Malmö 55.60 13.00|Uppsala 59.86 17.64|Östersund 63.18 14.64"),
    streets: phrases("Kungsgatan|Björkvägen|Södra Förstadsgatan"),
    house: "STREET #",
    phone: { prefix: "+46", pattern: "70-### ## ##" },
    roles: phrases("Överläkare|Inköpschef|Trädgårdsmästare"),
    language: "sv",
  },
  {
    share: 3,
    given: words(
      "Øystein Søren Åse Kåre Bjørn Mette Jørgen Ragnhild Håvard Sigrún Þór Guðrún Ólafur Birna Ægir Ída Kjærsti Åge Solveig",
    ),
    family: [
      ...words("Sørensen Bjørnstad Ødegård Pálsson Guðmundsdóttir Þorvaldsson Ísfeld"),
      ...combine("Ander Niel Ras Ole Hå Tho Ras Kjær", "sen stad mussen gård sby land vik"),
    ],
    cities: [
      ...cities("Norge", "Tromsø 69.65 18.96|Bodø 67.28 14.40|Oslo 59.91 10.75"),
      ...cities("Danmark", "København 55.68 12.57|Århus 56.16 10.20"),
      ...cities("Ísland", "Reykjavík 64.15 -21.94|Ísafjörður 66.07 -23.13"),
    ],
    streets: phrases("Storgata|Nørregade|Laugavegur|Møllevej"),
    house: "STREET #",
    phone: { prefix: "+47", pattern: "91 ## ## ##" },
    roles: phrases("Daglig leder|Sjølærer|Hönnuður"),
    language: "nb",
  },
];
