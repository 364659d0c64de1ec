/** Contacts as address books have them, of about 1.2 KB: invented people, the same for the same number. For measuring. */

export function realisticBody(n: number): Record<string, unknown> & { firstName: string } {
  const chance = randomOf(n);
  const pick = (list: readonly string[]) => list[Math.floor(chance() * list.length)] ?? "";
  const sometimes = (share: number, value: unknown) => (chance() < share ? value : null);
  const [firstName, lastName, company, city] = [pick(firstNames), pick(lastNames), pick(companies), pick(cities)];
  const handle = `${firstName}.${lastName}`
    .normalize("NFD")
    .replace(/[^A-Za-z.]/g, "")
    .toLowerCase();
  const domain = `${company.split(" ")[0]?.toLowerCase()}.example`;
  const [name = "", country = "", latitude, longitude] = city.split("|");
  const located = chance() < 0.6;
  return {
    firstName,
    lastName,
    headline: sometimes(0.8, `${pick(roles)} at ${company}`),
    position: sometimes(0.5, pick(roles)),
    location: sometimes(0.7, `${name}, ${country}`),
    ...(located && { latitude: Number(latitude) + chance() / 10, longitude: Number(longitude) + chance() / 10 }),
    emails: [
      { value: `${handle}@${domain}`, type: "work", preferred: true },
      ...(chance() < 0.4 ? [{ value: `${handle}${n}@mail.example`, type: "home" }] : []),
    ],
    phones: chance() < 0.8 ? [{ prefix: "+49", value: `151${String(10_000_000 + n).slice(-8)}`, type: "mobile" }] : [],
    addresses:
      chance() < 0.5
        ? [
            {
              type: "home",
              addressLine1: `${pick(streets)} ${1 + Math.floor(chance() * 90)}`,
              addressPostalCode: String(10_000 + Math.floor(chance() * 80_000)),
              addressCity: name,
              addressCountry: country,
              latitude: Number(latitude) + chance() / 10,
              longitude: Number(longitude) + chance() / 10,
            },
          ]
        : [],
    importantDates: chance() < 0.5 ? [{ type: "birthday", date: "1904-05-17", notifyDaysBefore: 7 }] : [],
    network_a: sometimes(0.5, handle.replace(".", "-")),
    network_b: sometimes(0.3, handle),
    website: sometimes(0.2, `https://${domain}`),
    notes: sometimes(0.7, Array.from({ length: 3 + Math.floor(chance() * 6) }, () => pick(remarks)).join(" ")),
    keepFrequencyDays: sometimes(0.3, 90),
    lastInteraction: sometimes(0.5, `2026-0${1 + Math.floor(chance() * 9)}-11T10:00:00Z`),
  };
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const firstNames = [
  "Anna",
  "Émile",
  "Bo",
  "Łukasz",
  "Maria",
  "Jürgen",
  "Zoë",
  "Øystein",
  "Priya",
  "Tomás",
  "Wei",
  "Nadia",
];
const lastNames = [
  "Lindqvist",
  "Okafor",
  "Müller",
  "Nowak",
  "García",
  "Haddad",
  "Tanaka",
  "O'Brien",
  "Ferreira",
  "Singh",
];
const companies = ["Northlight Optics", "Kestrel Logistics", "Harbour Analytics", "Fjord Energy", "Juniper Press"];
const roles = ["Product manager", "Senior software engineer", "Head of partnerships", "Architect", "Managing editor"];
const streets = ["Lindenstraße", "Rua das Flores", "High Street", "Kungsgatan", "Calle Mayor"];
const cities = [
  "Berlin|Germany|52.52|13.4",
  "Porto|Portugal|41.15|-8.61",
  "Leeds|United Kingdom|53.8|-1.55",
  "Uppsala|Sweden|59.86|17.64",
  "Valencia|Spain|39.47|-0.38",
];
const remarks = [
  "Met at the spring conference, knows half of the regional suppliers.",
  "Prefers a call to a mail.",
  "Has two children and a sailing boat.",
  "Introduced by Maria; looking for a co-author.",
  "Send the slides about cold storage.",
];
