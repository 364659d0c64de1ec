import { describe, expect, it } from "vitest";
import { finds, findsName } from "../../support/search/search-finds.ts";

/** Names with their spellings in Latin letters: of passports, English, German and scientific texts, and their owners. */
const russian: [string, ...string[]][] = [
  ["Пушкин", "Pushkin", "Puschkin", "Puškin"],
  ["Юрий", "Yuri", "Yury", "Yuriy", "Iurii", "Juri", "Jurij", "Youri"],
  ["Чайковский", "Chaikovskii", "Tchaikovsky", "Tschaikowski", "Chaykovskiy", "Čajkovskij"],
  ["Фёдор", "Fyodor", "Fedor", "Fjodor"],
  ["Горбачёв", "Gorbachev", "Gorbachyov", "Gorbatschow", "Gorbačëv"],
  ["Хрущёв", "Khrushchev", "Chruschtschow", "Hruščëv", "Khrushchyov"],
  ["Достоевский", "Dostoevsky", "Dostoyevsky", "Dostojewski", "Dostoevskij"],
  ["Евгений", "Evgeny", "Yevgeny", "Evgenii", "Jewgeni", "Evgenij"],
  ["Сергей", "Sergey", "Sergei", "Sergej"],
  ["Юлия", "Yulia", "Iuliia", "Julia", "Yuliya"],
  ["Татьяна", "Tatiana", "Tatyana", "Tatjana"],
  ["Чехов", "Chekhov", "Tschechow", "Čechov"],
  ["Жуков", "Zhukov", "Žukov", "Schukow"],
  ["Цветаева", "Tsvetaeva", "Tsvetayeva", "Zwetajewa", "Cvetaeva"],
  ["Щербаков", "Shcherbakov", "Schtscherbakow", "Ščerbakov"],
  ["Ельцин", "Yeltsin", "Eltsin", "Jelzin", "Elcin"],
  ["Рахманинов", "Rachmaninoff", "Rakhmaninov", "Rachmaninow"],
  ["Подъячев", "Podyachev", "Podieiachev"],
  ["Римский-Корсаков", "Rimsky-Korsakov", "Rimski-Korsakow"],
];

const otherCyrillic: [string, ...string[]][] = [
  ["Зеленський", "Zelensky", "Zelenskyy", "Zelenskyi", "Selenskyj"],
  ["Сергій", "Serhii", "Serhiy", "Sergiy"],
  ["Григорій", "Hryhorii", "Hryhoriy", "Grigoriy"],
  ["Євген", "Yevhen", "Evhen", "Jewhen"],
  ["Хмельницький", "Khmelnytskyi", "Khmelnytsky", "Chmelnyzkyj"],
  ["Лук'яненко", "Lukianenko", "Lukyanenko"],
  ["Лукашэнка", "Lukashenka", "Lukashenko", "Łukašenka"],
  ["Димитър", "Dimitar", "Dimităr"],
  ["Първанов", "Parvanov"],
  ["Щерев", "Shterev", "Šterev"],
  ["Ђоковић", "Đoković", "Djokovic", "Djoković"],
  ["Љубица", "Ljubica"],
  ["Његош", "Njegoš", "Njegos"],
  ["Џевад", "Dževad", "Dzhevad"],
  ["Ѓорѓи", "Gorgi", "Gjorgji"],
  ["Ќосев", "Kosev", "Kjosev"],
];

const greek: [string, ...string[]][] = [
  ["Παπαδόπουλος", "Papadopoulos", "Papadopulos"],
  ["Γιώργος", "Giorgos", "Yiorgos", "Yorgos", "Jorgos"],
  ["Γιάννης", "Giannis", "Yiannis", "Yannis", "Jannis"],
  ["Χρήστος", "Christos", "Hristos", "Xristos", "Khristos"],
  ["Ευάγγελος", "Evangelos", "Evaggelos"],
  ["Αικατερίνη", "Aikaterini", "Ekaterini", "Aikaterini"],
  ["Ειρήνη", "Eirini", "Irini"],
  ["Παναγιώτης", "Panagiotis", "Panayiotis", "Panayotis"],
  ["Βασίλης", "Vasilis", "Vassilis", "Wasilis"],
  ["Ξένια", "Xenia", "Ksenia"],
  ["Ντίνος", "Dinos", "Ntinos"],
  ["Μπάμπης", "Bampis", "Bambis", "Babis"],
  ["Γκίκας", "Gkikas", "Gikas"],
  ["Αγγελική", "Angeliki", "Aggeliki"],
  ["Ψαρράς", "Psarras"],
];

const names = [...russian, ...otherCyrillic, ...greek];
const pairs = names.flatMap(([name, ...spellings]) => spellings.map((spelling) => [name, spelling] as const));

describe("names in Cyrillic and Greek letters", () => {
  it.each(pairs)("%s is found by %s, and vice versa", (name, spelling) => {
    expect(findsName(name, spelling)).toBe(true);
    expect(findsName(spelling, name)).toBe(true);
  });

  it.each(names)("%s is found by the first letters of %s, from the third on", (name, spelling = "") => {
    for (let length = 3; length < spelling.length; length++) {
      expect([spelling.slice(0, length), findsName(name, spelling.slice(0, length))]).toEqual([
        expect.anything(),
        true,
      ]);
    }
  });

  it("are not found by other names", () => {
    const different = [
      ...["Пушкин", "Чайковский", "Хрущёв", "Щербаков", "Юрий", "Жуков", "Зеленський", "Първанов", "Љубица"],
      ...["Παπαδόπουλος", "Γιώργος", "Χρήστος", "Ειρήνη", "Ξένια", "Βασίλης", "Ντίνος"],
    ];
    const wrong = names
      .filter(([name]) => different.includes(name))
      .flatMap(([name, ...spellings]) => spellings.map((spelling) => [name, spelling] as const))
      .flatMap(([name, spelling]) =>
        different.filter((other) => other !== name).map((other) => [other, spelling] as const),
      )
      .filter(([name, spelling]) => findsName(name, spelling) || findsName(spelling, name));
    expect(wrong).toEqual([]);
  });

  it.each([
    ["Пушкин", "Putin"],
    ["Чехов", "Čapek"],
    ["Лев", "Leo"],
    ["Анна", "Ana"],
    ["Саша", "Natasha"],
    ["Γιώργος", "George"],
    ["Νίκος", "Mikis"],
  ])("%s is not found by %s", (name, spelling) => {
    expect(findsName(name, spelling)).toBe(false);
  });
});

describe("the other script in other fields", () => {
  it.each([
    [{ headline: "Главный архитектор" }, "arkhitektor"],
    [{ location: "Москва, Россия" }, "Moskva"],
    [{ location: "Αθήνα, Ελλάδα" }, "athina"],
    [{ position: "Архитектор" }, "architektor"],
    [{ notes: "Хочет купить лодку" }, "lodku"],
    [{ addresses: [{ type: "home", addressLine1: "Ленинский проспект 5" }] }, "leninsky prospekt"],
    [{ location: "Sankt-Peterburg" }, "Петербург"],
    [{ addresses: [{ type: "home", addressCity: "Moskwa" }] }, "москва"],
    [{ headline: "Direktor, Moskva" }, "москва"],
    [{ headline: "Arkhitektonas" }, "αρχιτέκτονας"],
  ])("%j is found by %s", (fields, search) => {
    expect(finds(fields, search)).toBe(true);
  });

  it.each([
    [{ location: "Москва" }, "Moskwo"],
    [{ headline: "Archutekt" }, "архитект"],
    [{ notes: "Хочет купить лодку" }, "lodka"],
    [{ emails: [{ value: "pushkin@example.org" }] }, "пушкин"],
    [{ network_b: "pushkin" }, "пушкин"],
  ])("allows no edit, and e-mail addresses and handles are literal: %j is not found by %s", (fields, search) => {
    expect(finds(fields, search)).toBe(false);
  });
});

describe("words of one script", () => {
  it.each([
    ["Schell", "sell"],
    ["Chen", "ten"],
    ["Yana", "iana"],
    ["Филипп", "пилипп"],
    ["Νίκος", "нікос"],
  ])("are not compared by their spellings in another script: %s is not found by %s", (name, search) => {
    expect(findsName(name, search.slice(0, 3))).toBe(false);
  });
});
