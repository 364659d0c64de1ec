/** Changes of a contact that never overwrite what somebody else has changed meanwhile. */
import { signal } from "@preact/signals";
import { ApiError } from "../../../../shared/client/api-error.ts";
import type { ContactPatch } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { notify } from "../frame/notices.ts";
import { makeChange } from "../history/run-undo.ts";
import { fieldsInConflict, withoutFields } from "./contact-patch.ts";
import { type PersonRead, readPerson } from "./read-person.ts";

export interface Conflict {
  /** The fields that the change and somebody else have changed. */
  fields: readonly (keyof ContactPatch)[];
  theirs: ContactPatch;
  yours: ContactPatch;
  /** Takes the fields that stay as they are now. Undefined: nothing is saved. */
  answer: (kept: readonly string[] | undefined) => void;
}

/** What the dialog asks. */
export const conflict = signal<Conflict | undefined>(undefined);

/**
 * Writes fields of a contact. Where others have changed the same fields since `read`, the person chooses. Resolves to whether something
 * was written. Throws `precondition_failed` if they choose nothing.
 */
export async function saveContact(text: string, read: PersonRead, patch: ContactPatch): Promise<boolean> {
  const { id } = read.contact;
  let { contact: before, etag } = read;
  let rest = patch;
  while (Object.keys(rest).length > 0) {
    try {
      await makeChange(text, call("patchContact", { id, ...rest }, { ifMatch: etag }));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "precondition_failed")) throw error;
      const { contact: theirs, etag: latest } = (await readPerson(id)).body;
      const fields = fieldsInConflict(before, theirs, rest);
      const kept = fields.length > 0 ? await ask({ fields, theirs, yours: rest }) : [];
      if (!kept) throw error;
      rest = withoutFields(rest, kept);
      [before, etag] = [theirs, latest];
    }
  }
  notify({ text: "Nothing was changed." });
  return false;
}

async function ask(question: Omit<Conflict, "answer">): Promise<readonly string[] | undefined> {
  const { promise, resolve } = Promise.withResolvers<readonly string[] | undefined>();
  conflict.value = { ...question, answer: resolve };
  const kept = await promise;
  conflict.value = undefined;
  return kept;
}
