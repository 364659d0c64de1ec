/** The words of the import page for numbers, times, states and errors. */
import { CallError, messageOf } from "./call-api.js";

const numbers = new Intl.NumberFormat("en");
const times = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const days = new Intl.DateTimeFormat("en", { dateStyle: "long" });

export const numberText = (number) => numbers.format(number);
export const timeText = (iso) => times.format(new Date(iso));
export const dayText = (iso) => days.format(new Date(iso));

/** "1 contact", "3,000 contacts". */
export function countText(count, noun) {
  return `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** "12 KB", "3.4 MB". */
export function bytesText(bytes) {
  const units = ["KB", "MB", "GB"];
  const unit = bytes < 1e6 ? 0 : bytes < 1e9 ? 1 : 2;
  const amount = bytes / 1000 ** (unit + 1);
  return `${unit === 0 ? Math.ceil(amount) : amount.toFixed(1)} ${units[unit]}`;
}

/** The kinds of files. The part after the colon is the strategy of network_b. */
export const fileKinds = {
  vcard: "Address book (vCard)",
  network_a: "Professional network (network_a)",
  "network_b:following_and_followers": "Photo network (network_b): following and followers",
  "network_b:following": "Photo network (network_b): only following",
  "network_b:followers": "Photo network (network_b): only followers",
  "network_b:mutual_following": "Photo network (network_b): only mutual following",
  "network_b:close_friends": "Photo network (network_b): only close friends",
};

export const sourceNames = { vcard: "Address book", network_a: "network_a", network_b: "network_b" };

export const statusNames = {
  running: "Running",
  done: "Done",
  undoing: "Being undone",
  undone: "Undone",
  failed: "Stopped early",
};

/** Why a row was not imported, or not all of it, by the code of its result. */
const reasons = {
  validation_error: "A value of the row is not valid.",
  limits_reached: "The lists of the contact had no room for all values of the row.",
  contact_limit_reached: "The account is full: it holds 100,000 contacts. Delete some, then import the file again.",
  storage_limit_reached: "The account has no storage left. Delete some contacts, then import the file again.",
  service_unavailable: "The service was busy. Import the file again: rows that are done are not taken twice.",
  unreadable: "The contact was imported without its picture, which can't be read.",
  gone: "The contact was imported without its picture, which is no longer stored.",
};

export function reasonOf(code) {
  return reasons[code] ?? `The row was refused (${code}).`;
}

/** What to do about an error, by its code. */
const remedies = {
  api_key_method_forbidden: "Use a key with full permission, or a session token.",
  import_not_found: "Files are kept for a day. Choose the file again.",
  receipt_not_found: "Receipts are kept for 30 days. See the list of earlier imports.",
  payload_too_large: "Choose one file at a time, or put the files into one ZIP archive.",
};

/** An error as `{what, remedy}`. Errors that are no `CallError` are faults of the page and are thrown again. */
export function problemOf(error) {
  if (error instanceof CallError && error.details?.length > 0) {
    return { what: [...new Set(error.details.map(({ message }) => message))].join(" ") };
  }
  const what = messageOf(error);
  const { status, code } = error;
  return { what, remedy: status === undefined ? "Check your connection, then try again." : remedies[code] };
}
