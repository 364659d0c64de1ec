/** XML in the answers of the emulators. */

/** One element for every name, with its text. */
export function xmlElements(content: Readonly<Record<string, string>>): string {
  return Object.entries(content)
    .map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`)
    .join("");
}

/** Keys of objects may have control characters, which S3 writes as character references. */
function escapeXml(text: string): string {
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
