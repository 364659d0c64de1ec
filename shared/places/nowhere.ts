/** What people write as a place and is none that a pin could mark, though some village may bear the name. */

const words = wordSet(`
  remote home office google online internet here there everywhere anywhere nowhere various multiple unknown other na
  none all world worldwide global earth mars moon way europe asia africa america emea apac latam dach benelux nordics eu
  city town village suburb downtown centre center north south east west central northern southern eastern western the
`);

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
  "on site",
  "on the road",
  "here and there",
  "digital nomad",
  "n a",
  "new england",
  "upstate new york",
  "lake district",
  "east coast",
  "west coast",
  "black forest",
  "bodensee",
];

const nowhere: ReadonlySet<string> = new Set([...words, ...phrases]);

export function isNowhere(key: string): boolean {
  return nowhere.has(key);
}

/** Towns as well, but only for those who say besides where: "Hope, Arkansas". */
const everydayWords = wordSet(`
  university universitat college harvard school church hospital police bank hope eden utopia junior jupiter lead head
  peace love camp headquarters street broadway uptown midtown mountain altstadt neustadt zentrum zuhause dom дом дома мир
`);

/** Large towns, but in the middle of a text rather words of a language. */
const wordsOfSentences = wordSet("nice reading bath mobile split orange paradise man deal");

/** Whether a name alone says too little; `isWithin`: among other words. */
export function isEverydayWord(key: string, isWithin: boolean): boolean {
  return everydayWords.has(key) || (isWithin && wordsOfSentences.has(key));
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}
