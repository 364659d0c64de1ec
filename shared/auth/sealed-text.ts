/**
 * Texts that are stored or sent out encrypted, and that only the service can read (AES-256-GCM). Each purpose has a key of its
 * own, which follows from the pepper, so that a text that was sealed for one purpose can't be used for another one.
 */
import { createCipheriv, createDecipheriv, createHmac } from "node:crypto";
import type { RandomBytes } from "./api-key-text.ts";
import type { Pepper, PepperVersion, ReadPepper } from "./pepper.ts";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

export interface Seal {
  /** Chooses the key. */
  purpose: string;
  /** What the text belongs to. With another subject it can't be opened. */
  subject: string;
}

export async function sealText(
  text: string,
  { purpose, subject }: Seal,
  { readPepper, randomBytes }: { readPepper: ReadPepper; randomBytes: RandomBytes },
): Promise<string> {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(await readPepper(), purpose), iv).setAAD(Buffer.from(subject));
  const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString("base64url");
}

/**
 * The text, and which accepted pepper it was sealed with. Undefined if none opens it. Throws `service_unavailable` when the
 * pepper can't be read.
 */
export async function openText(
  sealed: string,
  seal: Seal,
  pepper: Pepper,
): Promise<{ text: string; version: PepperVersion } | undefined> {
  let text: string | undefined;
  const version = await pepper.find((candidate) => {
    const opened = openWith(sealed, seal, candidate);
    text ??= opened;
    return opened !== undefined;
  });
  return version === undefined || text === undefined ? undefined : { text, version };
}

function openWith(sealed: string, { purpose, subject }: Seal, pepper: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < ivBytes + tagBytes) return undefined;
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
  const decipher = createDecipheriv(algorithm, keyOf(pepper, purpose), iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(subject)).setAuthTag(tag);
  const content = decipher.update(bytes.subarray(ivBytes + tagBytes));
  try {
    return Buffer.concat([content, decipher.final()]).toString("utf8");
  } catch {
    // The tag does not belong to this key.
    return undefined;
  }
}

function keyOf(pepper: string, purpose: string): Buffer {
  return createHmac("sha256", pepper).update(purpose).digest();
}

export interface SealerParts {
  pepper: Pepper;
  randomBytes: RandomBytes;
  now: () => Date;
}

/** Seals values until a time in seconds since the epoch, which is part of the sealed text, because a browser can keep a cookie for longer. */
export function createSealer<Value>(purpose: string, { pepper, randomBytes, now }: SealerParts) {
  const seal = { purpose, subject: "" };
  return {
    seal: (value: Value, endsAt: number): Promise<string> =>
      sealText(JSON.stringify({ value, endsAt }), seal, { readPepper: pepper.current, randomBytes }),

    /** Undefined for a text that has ended or was not sealed for this purpose. */
    async open(sealed: string): Promise<{ value: Value; endsAt: number } | undefined> {
      const opened = await openText(sealed, seal, pepper);
      if (!opened) return undefined;
      const content = JSON.parse(opened.text) as { value: Value; endsAt: number };
      return content.endsAt * 1000 > now().getTime() ? content : undefined;
    },
  };
}
