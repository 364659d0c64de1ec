/** Cuts what people write as a place into the parts that commas and the like keep apart. */

export interface Segment {
  text: string;
  /** Where it begins and ends in the whole, in UTF-16 code units. */
  start: number;
  end: number;
}

/** A hyphen parts only where it stands between blanks: "São Paulo - SP", and "Aix-en-Provence" as one. */
const separator = /[,;\r\n|/•·、，（）()[\]]+|\s[-–—]\s/g;

/** Segments that are read at most, from either end. */
const maxSegments = 12;

/** In their order, none blank. Of very many only the last are kept, where the place stands. */
export function splitSegments(text: string): Segment[] {
  const ends = [...text.matchAll(separator)];
  const segments = [...ends.map(({ index }) => index), text.length].map((end, index) => {
    const before = ends[index - 1];
    return trimmed(text, before ? before.index + before[0].length : 0, end);
  });
  return segments.filter((segment) => segment.text !== "").slice(-maxSegments);
}

function trimmed(whole: string, from: number, to: number): Segment {
  const raw = whole.slice(from, to);
  const start = from + raw.length - raw.trimStart().length;
  const text = raw.trim();
  return { text, start, end: start + text.length };
}
