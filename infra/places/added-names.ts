/** Names of towns that count as their main ones, and that the package lacks or has only among many others. */

/** By the country and the main name of the town: the largest that is called so. */
const addedNames: Readonly<Record<string, readonly string[]>> = {
  // Lacking: newer, in simplified signs, in full, shortened.
  "IN Gurgaon": ["Gurugram"],
  "US New York City": ["纽约", "纽约市"],
  "DE Weiden": ["Weiden in der Oberpfalz"],
  "DE Frankfurt (Oder)": ["Frankfurt (O.)"],
  // Too short to count as anything but a main name, which it is in the second language of the town.
  "FI Turku": ["Åbo"],
  // What else a capital is called where only a main name counts, behind a quarter of it.
  "US Washington": ["Washington, D.C.", "Washington DC"],
  // Parts of a town and what lies around one, which the package does not have.
  "AR Buenos Aires": ["Capital Federal"],
  "FR Valbonne": ["Sophia Antipolis"],
  "GB Richmond": ["Richmond upon Thames"],
  "IE Dublin": ["County Dublin", "Co. Dublin"],
  "PT Lisbon": ["Área Metropolitana de Lisboa"],
  "US Los Angeles": ["Los Angeles County"],
  "US San Diego": ["San Diego County"],
  "ZA Johannesburg": ["Sandton"],
};

/**
 * By the row of their town. The rows begin with the largest town, and of several that are called so it is meant. Throws
 * when there is none any more.
 */
export function findAddedNames(rows: readonly { country: string; name: string }[]): Map<number, readonly string[]> {
  const wanted = new Map(Object.entries(addedNames));
  const found = new Map<number, readonly string[]>();
  for (const [index, { country, name }] of rows.entries()) {
    const key = `${country} ${name}`;
    const names = wanted.get(key);
    if (names && wanted.delete(key)) found.set(index, names);
  }
  if (wanted.size > 0) throw new Error(`no towns are called ${[...wanted.keys()].join(", ")}`);
  return found;
}
