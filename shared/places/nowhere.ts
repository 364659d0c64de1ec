/** What people write as a place and is none that a pin could mark, though some village may bear the name. */

const words = `
  remote home office google online internet here there everywhere anywhere nowhere various multiple unknown other na
  none all world worldwide global earth mars moon way europe asia africa america emea apac latam dach benelux nordics eu
  city town village suburb downtown centre center north south east west central the
`;

const phrases = [
  "north america",
  "south america",
  "latin america",
  "middle east",
  "european union",
  "the moon",
  "milky way",
  "planet earth",
  "the world",
  "the internet",
  "work from home",
  "on the road",
  "here and there",
  "digital nomad",
  "n a",
];

const nowhere: ReadonlySet<string> = new Set([...words.trim().split(/\s+/), ...phrases]);

export function isNowhere(key: string): boolean {
  return nowhere.has(key);
}
