/** The little XML that the answers of the emulators need. */

/** Elements with their texts, one after the other. */
export function xmlElements(content: Readonly<Record<string, string>>): string {
  return Object.entries(content)
    .map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`)
    .join("");
}

/** Control characters, which keys of objects may have, travel as references, as S3 writes them. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"'\p{Cc}]/gu, (character) => {
    const named = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" }[character];
    return named ?? `&#x${character.charCodeAt(0).toString(16)};`;
  });
}

/** The text of an element's content. */
export function unescapeXml(content: string): string {
  const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return content.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, name) =>
    hex || decimal ? String.fromCodePoint(Number(hex ? `0x${hex}` : decimal)) : (named[name] ?? all),
  );
}
