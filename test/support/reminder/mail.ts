/** For tests of mails: hostile names, and a small reader of HTML. */
import fc from "fast-check";

const hostilePieces = [
  "<img src=x onerror=alert(1)>",
  "</style><script>alert(1)</script>",
  "&amp;",
  "&#60;",
  "\r\nBcc: thief@example.com\r\n\r\n",
  "\n.\n",
  "\u202e",
  "\u2066",
  "\u2028",
  "\u0000",
  "\ud800",
  "=?utf-8?Q?=41?=",
  "=41=\n",
  "--_NmP-",
  '"',
  "\\",
  ",",
  "<a@b.example>",
  "$&",
  "דוד",
  "محمد",
  "李小龍",
  "Žofie",
  "👩‍👩‍👧",
  "e\u0301",
  " ",
];

/** Up to 100 UTF-16 code units. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...hostilePieces), fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 10 })
  .map((pieces) => pieces.join("").slice(0, 100));

interface ReadHtml {
  /** Names of opening tags, in their order. */
  tags: string[];
  attributes: [string, string][];
  /** Texts between tags. */
  texts: string[];
  /** Texts within `bdi`. */
  isolated: string[];
}

/** Reads HTML without comments; references are numeric or one of the five of XML. */
export function readHtml(html: string): ReadHtml {
  const tags: string[] = [];
  const attributes: [string, string][] = [];
  const texts: string[] = [];
  const isolated: string[] = [];
  for (const [, tag = "", inner = ""] of html.matchAll(/<([^>"]*(?:"[^"]*"[^>"]*)*)>([^<]*)/g)) {
    const name = /^[a-z0-9]+/.exec(tag)?.[0];
    const text = unescapeHtml(inner);
    texts.push(text);
    if (name === undefined) continue;
    tags.push(name);
    if (name === "bdi") isolated.push(text);
    for (const [, key = "", value = ""] of tag.matchAll(/([a-z-]+)="([^"]*)"/g))
      attributes.push([key, unescapeHtml(value)]);
  }
  return { tags, attributes, texts, isolated };
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeHtml(text: string): string {
  return text.replace(/&(?:#(\d+)|([a-z]+));/g, (whole, code?: string, name = "") =>
    code === undefined ? (named[name] ?? whole) : String.fromCodePoint(Number(code)),
  );
}
