/**
 * An object of the account bucket with what the deletion of an account still needs from it. The note is written before the account is
 * closed, so that no closed account is forgotten, and again after that, which starts the worker. It is removed when everything
 * else is deleted.
 */
import type { AccountHead } from "./account.ts";
import type { AccountFiles } from "./account-files.ts";
import { type ClosingLocation, closingKey } from "./account-keys.ts";

/** The recipient of the last mail. */
export type ClosingNote = Pick<AccountHead, "email" | "name" | "language">;

/** Far more than a note has. */
const maxBytes = 10_000;

export async function putClosingNote(
  files: Pick<AccountFiles, "put">,
  at: ClosingLocation,
  { email, name, language }: ClosingNote,
): Promise<void> {
  await files.put(closingKey(at), Buffer.from(JSON.stringify({ email, name, language } satisfies ClosingNote)));
}

/** Undefined if the deletion is done. */
export async function readClosingNote(
  files: Pick<AccountFiles, "read">,
  at: ClosingLocation,
): Promise<ClosingNote | undefined> {
  const content = await files.read(closingKey(at), maxBytes);
  // Only `putClosingNote` writes there.
  return content && (JSON.parse(new TextDecoder().decode(content)) as ClosingNote);
}
