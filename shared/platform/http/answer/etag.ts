/** Entity tags (RFC 9110, section 8.8.3) of the form `"<version>.<variant>"`. */
import { createHash } from "node:crypto";

/** `variant` has the values on which the answer depends besides the resource. */
export function entityTag(version: number, variant: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(variant)).digest("base64url").slice(0, 8);
  return `"${version}.${digest}"`;
}

/** If-None-Match (RFC 9110, section 13.1.2). */
export function noneMatches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return true;
  if (header.trim() === "*") return false;
  return !listedTags(header).includes(opaque(tag));
}

/** If-Match (RFC 9110, section 13.1.1). A change does not depend on the variant that was read. */
export function versionMatches(header: string | undefined, version: number): boolean {
  if (header === undefined || header.trim() === "*") return true;
  return listedTags(header).some((tag) => tag.split(".")[0] === String(version));
}

/** The tags without quotes and weak marks, which compressing proxies add. */
function listedTags(header: string): string[] {
  return header.split(",").map((tag) => opaque(tag.trim()));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "").replace(/^"|"$/g, "");
}
