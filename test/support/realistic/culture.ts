/** How the people of a part of the world are called, where they live and how they are rung up. */

export interface Culture {
  /** How many of all people, relative to the other cultures. */
  share: number;
  /** The most common first. */
  given: readonly string[];
  /** The most common first. */
  family: readonly string[];
  cities: readonly City[];
  streets: readonly string[];
  /** What a house of these streets is called: `#` stands for its number. */
  house: string;
  phone: {
    /** `+` and the country calling code. */
    prefix: string;
    /** The national number, as people write it; `#` stands for a digit. */
    pattern: string;
  };
  /** Ways to say what someone does, in the language of the culture; English ones are mixed in. */
  roles: readonly string[];
  /** BCP 47. */
  language: string;
}

export interface City {
  name: string;
  country: string;
  latitude: number;
  longitude: number;
}

/** Words that a space parts. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Phrases that a bar parts. */
export function phrases(text: string): string[] {
  return text.split("|").map((phrase) => phrase.trim());
}

/** Every start with every end, mixed so that neighbours share neither. */
export function combine(starts: string, ends: string): string[] {
  const [heads, tails] = [words(starts), words(ends)];
  return Array.from({ length: heads.length * tails.length }, (_, index) => {
    const [column, row] = [index % heads.length, Math.floor(index / heads.length)];
    return `${heads[column]}${tails[(column + row) % tails.length]}`;
  });
}

/** Cities of one country, each `name latitude longitude`, parted by bars. */
export function cities(country: string, list: string): City[] {
  return phrases(list).map((line) => {
    const parts = line.split(" ");
    const [longitude, latitude] = [Number(parts.pop()), Number(parts.pop())];
    return { name: parts.join(" "), country, latitude, longitude };
  });
}
