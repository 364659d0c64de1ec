/** Entity tags (RFC 9110, 8.8.3) of a version of a resource in one of its variants: `"<version>.<variant>"`. */
import { createHash } from "node:crypto";

/** `variant` is what the answer depends on besides the resource. */
export function entityTag(version: number, variant: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(variant)).digest("base64url").slice(0, 8);
  return `"${version}.${digest}"`;
}

/** If-None-Match (RFC 9110, 13.1.2): weak comparison of the whole tag. */
export function noneMatches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return true;
  if (header.trim() === "*") return false;
  return !listedTags(header).includes(opaque(tag));
}

/**
 * If-Match (RFC 9110, 13.1.1), by version alone: the variant in which a resource was read does not matter for changing
 * it.
 */
export function versionMatches(header: string | undefined, version: number): boolean {
  if (header === undefined || header.trim() === "*") return true;
  return listedTags(header).some((tag) => tag.split(".")[0] === String(version));
}

/** The opaque parts. A weak mark is passed over: proxies that compress put it on strong tags. */
function listedTags(header: string): string[] {
  return header.split(",").map((tag) => opaque(tag.trim()));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "").replace(/^"|"$/g, "");
}
