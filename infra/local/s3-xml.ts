/** The little XML that S3's answers and requests need. */

const namespace = "http://s3.amazonaws.com/doc/2006-03-01/";

/** An element's content: text, elements, or nothing (then the element is left out). */
export type XmlContent = string | number | boolean | undefined | XmlElements | readonly XmlElements[];
export interface XmlElements {
  [name: string]: XmlContent;
}

/** A document of S3's namespace; an array of contents repeats its element. */
export function xmlDocument(root: string, content: XmlElements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">${writeElements(content)}</${root}>`;
}

function writeElements(elements: XmlElements): string {
  return Object.entries(elements)
    .flatMap(([name, content]) =>
      isList(content) ? content.map((one) => [name, one] as const) : [[name, content] as const],
    )
    .map(([name, content]) => {
      if (content === undefined) return "";
      const inner = typeof content === "object" ? writeElements(content as XmlElements) : escapeXml(String(content));
      return `<${name}>${inner}</${name}>`;
    })
    .join("");
}

function isList(content: XmlContent): content is readonly XmlElements[] {
  return Array.isArray(content);
}

/** Control characters, which keys may have, travel as references, as S3 writes them. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"'\p{Cc}]/gu, (character) => {
    const named = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" }[character];
    return named ?? `&#x${character.charCodeAt(0).toString(16)};`;
  });
}

/** The contents of every element of this name, which has no attributes and does not nest in itself. */
export function readElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, "g"))].map(([, content = ""]) => content);
}

/** The text of the first element of this name. */
export function readText(xml: string, name: string): string | undefined {
  const [content] = readElements(xml, name);
  return content === undefined ? undefined : unescapeXml(content);
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return named[name] ?? whole;
  });
}
