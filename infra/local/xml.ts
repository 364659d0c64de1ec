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
