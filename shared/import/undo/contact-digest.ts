/** A digest of what people see and change in a contact, by which an undo notices that nobody changed it. */
import { hash } from "node:crypto";
import { interactionState } from "../../contact/change/last-interaction.ts";
import { fieldNames } from "../../contact/fields.ts";
import type { ContactRecord } from "../../contact/record.ts";

/** Parts of an entry that the service sets. A client that sends back a list without ids changes them, and nothing else. */
const ofService = new Set(["id", "createdAt", "updatedAt"]);
/** 132 bits. */
const digestLength = 22;

/**
 * Empty values don't count, so that a field that is added to the service later doesn't change the digests of contacts. Of
 * `lastInteraction`, only a value that was set by hand counts.
 */
export function contactDigest(contact: ContactRecord): string {
  const { granularity, photoVersion } = contact;
  const lastInteraction = interactionState(contact).byHand;
  const values = { ...contact, lastInteraction, granularity, photoVersion };
  const names = [...fieldNames, "granularity", "photoVersion"] as const;
  const content = names.map((name) => [name, contentOf(values[name])] as const).filter(([, value]) => !isEmpty(value));
  return hash("sha256", JSON.stringify(content), "base64url").slice(0, digestLength);
}

/** A value in a form that is equal for entries that differ only in what the service sets, or in the order of their parts. */
export function contentOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(contentOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([name, part]) => !ofService.has(name) && part !== null)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
