/** Corrects names that the lists or the populations interpret wrongly. Names are keys unless a comment says otherwise. */
import type { Kind } from "../../shared/place/gazetteer/gazetteer-format.ts";

/** Names that mean another place than the largest town with the name, and the country of that place. */
const countriesByName: Readonly<Record<string, string>> = {
  baki: "AZ",
  cadiz: "ES",
  leon: "MX",
  mansoura: "EG",
  matamoros: "MX",
  mexico: "MX",
  munster: "DE",
  newcastle: "GB",
  odessa: "UA",
  queenstown: "NZ",
  "st andrews": "GB",
};

/** Names of the lists that do not mean the place of this kind. Each is the country of the place and the key. */
const wrongNames = {
  /** Komani since 2016. */
  town: ["ZA queenstown"],
  /** The name means the town, which lies in another region. */
  region: ["BM hamilton"],
  /**
   * In some language these are names of countries, but for most people they mean a town: a large one elsewhere ("Salvador",
   * which is El Salvador in French), or one of the country itself ("Tunis").
   */
  country:
    "BR brasilia|GD granada|GP guadalupe|IM man|LC santa luzia|MF san martin|MO macau|NF norfolk|SV salvador|TN tunis".split(
      "|",
    ),
} satisfies Record<string, readonly string[]>;

/** Whether a key means the place of this kind in the country. */
export function isNameOf(kind: keyof typeof wrongNames, key: string, country: string): boolean {
  return !wrongNames[kind].includes(`${country} ${key}`);
}

/** Whether a name of a town is its main name or an alias; undefined if the lists decide. */
export function kindByHand(key: string, country: string): Kind | undefined {
  const chosen = countriesByName[key];
  if (chosen === undefined) return undefined;
  return chosen === country ? "town" : "alias";
}

/**
 * Names that count as main names of towns. The lists lack them, or have them only among many others. The key is the
 * country and the main name of the largest town with that name.
 */
const addedNames: Readonly<Record<string, readonly string[]>> = {
  // Newer, in simplified characters, in full, and shortened names.
  "IN Gurgaon": ["Gurugram"],
  "US New York City": ["纽约", "纽约市"],
  "DE Weiden": ["Weiden in der Oberpfalz", "Weiden i.d. OPf."],
  "DE Frankfurt (Oder)": ["Frankfurt (O.)"],
  // The name in the second language of the town, which is too short for an alias.
  "FI Turku": ["Åbo"],
  // After a quarter of the capital, only a main name counts.
  "US Washington": ["Washington, D.C.", "Washington DC"],
  // Parts of towns, and areas around towns.
  "AR Buenos Aires": ["Capital Federal"],
  "CO Bogotá": ["Bogotá D.C."],
  "FR Valbonne": ["Sophia Antipolis"],
  "GB Richmond": ["Richmond upon Thames"],
  "IE Dublin": ["County Dublin", "Co. Dublin"],
  "PT Lisbon": ["Área Metropolitana de Lisboa"],
  "US Los Angeles": ["Los Angeles County"],
  "US San Diego": ["San Diego County"],
  "ZA Johannesburg": ["Sandton"],
};

/** The added names by the index of their town. The rows are in descending order of population. Throws when a town is missing. */
export function findAddedNames(rows: readonly { country: string; name: string }[]): Map<number, readonly string[]> {
  const missing = new Map(Object.entries(addedNames));
  const found = new Map<number, readonly string[]>();
  for (const [index, { country, name }] of rows.entries()) {
    const key = `${country} ${name}`;
    const names = missing.get(key);
    if (names && missing.delete(key)) found.set(index, names);
  }
  if (missing.size > 0) throw new Error(`no towns are called ${[...missing.keys()].join(", ")}`);
  return found;
}
