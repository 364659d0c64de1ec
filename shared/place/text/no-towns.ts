/** Words that people write in locations and that seldom mean the town of that name. */

const words = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .trim()
      .replaceAll("\n", "|")
      .split(/\s*\|\s*/),
  );

/** Words without a place that a pin could mark. */
const nowhere = words(`
  black forest|city|east|eastern|new england|north|northern|south|southern|upstate new york|village|west|western
`);

/** Words that mean a town only with a region: "Street, Somerset". */
const everyday = words("google|harvard|police|street|university");

/** Large towns whose names are common words within a text. */
const wordsOfSentences = words("nice|orange|paradise|reading|split|bath|mobile");

export function isNowhere(key: string): boolean {
  return nowhere.has(key);
}

/** Whether a name without a region means no town. `isWithin`: it is among other words. */
export function isEverydayWord(key: string, isWithin: boolean): boolean {
  return everyday.has(key) || (isWithin && wordsOfSentences.has(key));
}
