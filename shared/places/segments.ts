/** Cuts what people write as a place into the parts that commas and the like keep apart. */

export interface Segment {
  text: string;
  /** Where it begins and ends in the whole, in UTF-16 code units. */
  start: number;
  end: number;
  /** It is another place than the one before, to choose from ("London / Berlin"), rather than where that one lies. */
  isChoice: boolean;
}

/** A hyphen parts only where it stands between blanks: "São Paulo - SP", and "Aix-en-Provence" as one. */
const separator = /[,;\r\n|/•·、，（）()[\]→]+|\s[-–—]\s|\s(?:or|oder|ou)\s+(?=remote|hybrid|virtual|anywhere)/gi;
const choosing = /[|/•·→]|[a-z]/i;

/** Segments that are read at most, from either end. */
const maxSegments = 12;

/** In their order, none blank. Of very many only the last are kept, where the place stands. */
export function splitSegments(text: string): Segment[] {
  const segments: Segment[] = [];
  let [from, isChoice] = [0, false];
  for (const { index, 0: sign } of text.matchAll(separator)) {
    segments.push(segmentOf(text, from, index, isChoice));
    from = index + sign.length;
    isChoice = choosing.test(sign);
  }
  segments.push(segmentOf(text, from, text.length, isChoice));
  return segments.filter((segment) => segment.text !== "").slice(-maxSegments);
}

/** Without the blanks around it. */
export function segmentOf(whole: string, from: number, to: number, isChoice: boolean): Segment {
  const raw = whole.slice(from, to);
  const start = from + raw.length - raw.trimStart().length;
  const text = raw.trim();
  return { text, start, end: start + text.length, isChoice };
}
