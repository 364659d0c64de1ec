/** Secrets in addresses: bytes in base64url that begin with the sixteen of an account's id. */
import { parse, validate } from "uuid";

/** Of an account id. */
export const idBytes = 16;

export function bytesOfId(accountId: string): Uint8Array {
  return parse(accountId);
}

/** Undefined when these bytes are no UUID. */
export function idOfBytes(bytes: Uint8Array): string | undefined {
  const digits = Buffer.from(bytes.subarray(0, idBytes)).toString("hex");
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return validate(id) ? id : undefined;
}

/** So many bytes, or undefined: what is written in another way than we write it is none of ours. */
export function readBytes(text: string, size: number): Buffer | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text) || text.length !== Math.ceil((size * 4) / 3)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  return bytes.length === size && bytes.toString("base64url") === text ? bytes : undefined;
}
