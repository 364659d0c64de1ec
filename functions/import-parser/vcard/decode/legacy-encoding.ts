/** Guesses which of two encodings the lines of a file have that names none, by letters that only one of them explains. */

/** The encodings that are guessed. The other one, for Western Europe, is the default. */
export type LegacyEncoding = "windows-1250" | "windows-1252";

/** Bytes of names in Windows-1250. The examples are the names as Windows-1252 shows them. */
const centralEuropean = anyOf(
  // Zdzis³aw, Gra¿yna, Pawe³, £ukasz, WA£ÊSA, ¯mijewski
  "[a-z][\xb9\xb3\xbf\xbe][a-z\xc0-\xff]|[a-z][aeo]\xb3(?![a-z\\d\xc0-\xff])|\xa3[aeouy\xb9\xea\xf3][a-z]|[a-z]\xa3\xca",
  // Zió³kowski, ¯ó³ty, Ró¿a
  "\xaf[a-z]|\xf3(?:\xb3|\xbf[a-z])",
  // WoŸniak, Leœniak, Œwider, Œlusarczyk (not the French Œnologie, BŒRSCH), and bytes that Windows-1252 does not define
  "[a-z\xf3]\x9f|[aeiouy\xf3][\x8c\x9c]|(?<![a-z])\x8c(?:[lmrw]|n(?!o))|[a-z][\x8d\x8f\x9d]|[\x8d\x8f\x9d][a-z]",
  // Czerwiñski (not the Breton Fañch), Ziêba, Szczêsny, Wêgrzyn, Dêbski (not the Portuguese Dêbora), Petroviæ
  "\xf1(?:[sktdgbwmz]|c(?!h))|i\xea[bcdgkz]|cz\xea|[dgjw]\xea[bdgkz](?!ora)|i\xe6(?![a-z\xc0-\xff])",
  // Kuèera, Kováè, Koneèný, Zdenìk, Rùžièka, Dvoøák, Jiøí, Ondøej, Bedøich, Pøemysl, Vaòková
  "\xe1\xe8|\xe8(?:[aeiou\xe1\xe9\xed\xf3\xfa]|n\xfd)|[bdfmnptv]\xec(?!ch|nh)[a-z]|[a-z]\xf9[bcdfhjklmnprstvz\x9e]",
  "[aeiouy\xe1\xe9\xed\xfd]\xf8(?!y)|\xf8[\xe1\xed]|d\xf8(?:ej|ich)|p\xf8em|[a\xe1]\xf2[a-z]",
  // Gyõri, Szûcs, Kõszegi, Lõrinc, Petõfi, Hegedûs
  "(?:gy|sz|ny|cs|zs)[\xf5\xfb]|[\xf5\xfb](?:sz|gy|ny|zs|rinc)|[aeiou\xe1\xe9\xed\xf3\xf6\xfa\xfc][a-z]{1,9}\xf5(?!e)|ed\xfbs",
);

/** Bytes of words in Windows-1252 that would be no words in Windows-1250. */
const western = anyOf(
  // voilà, Núñez, João, Simões, François, Naïve, Genève, Hermès
  "\xe0(?![bcdfghjklmnprstvz])|\xf1[aeiou\xe1\xe9\xed\xf3\xfa]|[\xe3\xf5][eo]|\xe7|[ao]\xef[ncsv]",
  "\xe8[bcdfglmnprstv]{1,2}e|\xe8s(?![a-z])",
  // Håkon, Kærgaard, Søren
  "\xe5|\xe6[rlnst]|[bdfghjklmnprstv]\xf8[bdfghjklmnprstv]",
);

function anyOf(...patterns: string[]): RegExp {
  return new RegExp(patterns.join("|"), "gi");
}

/** Collects the evidence of a whole file, whose texts have a character for each byte. */
export class EncodingEvidence {
  /** The number of letters that exist only in Windows-1250, minus the number that exist only in Windows-1252. */
  private letters = 0;
  private openLine = "";
  /** The open line continues a quoted-printable value. */
  private isQuoted = false;

  /** `isRaw` says whether the file up to here has a byte that is not UTF-8. */
  add(text: string, isRaw: boolean): void {
    const open = this.openLine + text;
    const lineStart = Math.max(open.lastIndexOf("\n"), open.lastIndexOf("\r")) + 1;
    // All other lines are UTF-8, and show nothing.
    if (isRaw || this.isQuoted || quotedPrintable.test(open)) {
      for (const line of open.slice(0, lineStart).split(/[\r\n]/)) this.addLine(line.slice(0, longestLine));
    }
    this.openLine = open.slice(lineStart, lineStart + longestLine);
  }

  encoding(): LegacyEncoding {
    this.addLine(this.openLine);
    this.openLine = "";
    return this.letters > 0 ? "windows-1250" : "windows-1252";
  }

  private addLine(line: string): void {
    if (line === "") return;
    const isQuoted = this.isQuoted || quotedPrintable.test(line);
    this.isQuoted = isQuoted && line.endsWith("=");
    const bytes = isQuoted ? line.replace(quotedByte, byteOf) : line;
    if (!beyondAscii.test(bytes)) return;
    const legacy = bytes.replace(utf8Character, " ");
    this.letters += (legacy.match(centralEuropean)?.length ?? 0) - (legacy.match(western)?.length ?? 0);
  }
}

/** Only the start of a line is read, so that the result does not depend on the chunks in which a long line comes. */
const longestLine = 2_000;
const quotedPrintable = /[;=]QUOTED-PRINTABLE/i;
const quotedByte = /=([\da-f]{2})/gi;
const byteOf = (_all: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16));
const beyondAscii = /[\x80-\xff]/;
const utf8Character = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
