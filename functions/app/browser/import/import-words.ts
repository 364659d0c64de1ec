/** The words of the import for numbers, times, states and reasons. */
import type { ImportReceipt, Source } from "../../../../shared/client/types.ts";

export const timeText = (iso: string) => new Date(iso).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
export const dayText = (iso: string) => new Date(iso).toLocaleDateString([], { dateStyle: "long" });

/** "12 KB", "3.4 MB". */
export function bytesText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

export const sourceNames: Readonly<Record<Source, string>> = {
  vcard: "Address book",
  network_a: "network_a",
  network_b: "network_b",
};

export const statusNames: Readonly<Record<ImportReceipt["status"], string>> = {
  running: "Running",
  done: "Done",
  undoing: "Being undone",
  undone: "Undone",
  failed: "Stopped early",
};

/** Why a row was not imported, or not all of it, by the code of its result. */
const reasons: Readonly<Record<string, string>> = {
  validation_error: "A value of the row is not valid.",
  limits_reached: "The lists of the contact had no room for all values of the row.",
  contact_limit_reached: "The account is full: it holds 100,000 contacts. Delete some, then import the file again.",
  storage_limit_reached: "The account has no storage left. Delete some contacts, then import the file again.",
  service_unavailable: "The service was busy. Import the file again: rows that are done are not taken twice.",
  unreadable: "The contact was imported without its picture, which can't be read.",
  gone: "The contact was imported without its picture, which is no longer stored.",
};

export function reasonOf(code: string): string {
  return reasons[code] ?? `The row was refused (${code}).`;
}
