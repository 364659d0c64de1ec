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

export function isNowhere(key: string): boolean {
  return nowhere.has(key);
}

/** Whether a name without a region means no town. */
export function isEverydayWord(key: string): boolean {
  return everyday.has(key);
}
