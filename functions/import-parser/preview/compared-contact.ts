/** The fields of a contact that a commit of rows compares. The preview of a file keeps only these. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { blankContact, blankFields, type ContactRecord } from "../../../shared/contact/record.ts";
import { type MergeTarget, missingFields, missingLocale } from "../../../shared/import/merge/merge.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";

export interface ComparedContact extends MergeTarget {
  id: string;
}

/** Addresses are left out, because they decide nothing and no issue is about them. */
const comparedFields = Object.keys({
  id: true,
  ...blankFields,
  granularity: true,
  createdByRow: true,
} satisfies Record<keyof ComparedContact, unknown>).filter((field) => field !== "addresses") as Exclude<
  keyof ComparedContact,
  "addresses"
>[];

const blank: ComparedContact = blankContact("", "", new Date(0));

/** The contact that a commit of this row would create. */
export function contactOfRow(id: string, row: ParsedContact, mark: string): ComparedContact {
  return { ...blankFields, ...row, id, addresses: [], granularity: null, createdByRow: mark };
}

/** The contact as a commit of the row would leave it. */
export function joinRow(contact: ComparedContact, row: ParsedContact): ComparedContact {
  const values = withoutAddresses(row);
  return Object.assign({ ...contact }, missingFields(contact, values), missingLocale(contact, values));
}

export function withoutAddresses(row: ParsedContact) {
  return { ...row, addresses: [] };
}

/** The length of a JSON text from which it is compressed. Notes can be long. */
const longText = 1_000;
/** The contacts that are kept unpacked, because the next row may be compared with them too. */
const maxUnpacked = 500;

/** Contacts as JSON, of which long ones are compressed, outside of the heap. So thousands take little memory. */
export class PackedContacts {
  readonly #packed = new Map<string, string | Uint8Array>();
  readonly #unpacked = new Map<string, ComparedContact>();
  /** The sum of the lengths of all packed contacts. */
  length = 0;

  has(id: string): boolean {
    return this.#packed.has(id);
  }

  set(contact: ComparedContact): void {
    const packed = pack(contact);
    this.length += packed.length - (this.#packed.get(contact.id)?.length ?? 0);
    this.#packed.set(contact.id, packed);
    this.#unpacked.delete(contact.id);
  }

  get(id: string): ComparedContact | undefined {
    const packed = this.#packed.get(id);
    if (packed === undefined) return undefined;
    const contact = this.#unpacked.get(id) ?? unpack(packed);
    if (this.#unpacked.size >= maxUnpacked) this.#unpacked.clear();
    this.#unpacked.set(id, contact);
    return contact;
  }

  clear(): void {
    this.#packed.clear();
    this.#unpacked.clear();
    this.length = 0;
  }
}

/** The result has no reference to the text of a file. */
function pack(contact: ComparedContact): string | Uint8Array {
  const filled: Record<string, unknown> = {};
  for (const field of comparedFields) {
    const value = contact[field];
    if (value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)) filled[field] = value;
  }
  const text = JSON.stringify(filled);
  // A copy of the right size, because zlib returns a part of a larger buffer.
  return text.length < longText ? text : new Uint8Array(deflateRawSync(text));
}

function unpack(packed: string | Uint8Array): ComparedContact {
  const text = typeof packed === "string" ? packed : inflateRawSync(packed).toString();
  return { ...blank, ...(JSON.parse(text) as Partial<ContactRecord>) };
}
