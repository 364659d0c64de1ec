import { describe, expect, it } from "vitest";
import { type SelectedField, selectedFields } from "../../../functions/share/selected-fields.ts";
import { shareMail } from "../../../functions/share/share-mail.ts";
import { sharedCard } from "../../../functions/share/shared-card.ts";
import type { FieldName } from "../../../shared/contact/fields.ts";
import { contactLimits as limits } from "../../../shared/contact/limits.ts";
import type { ContactRecord } from "../../../shared/contact/record.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { buildMessage } from "../../../shared/platform/mail/message.ts";
import { fullContact } from "../../support/contact/exported-contact.ts";
import { importText, onlyContact } from "../../support/files/vcard.ts";

const contact: ContactRecord = fullContact();
const everything = Object.keys(selectedFields) as SelectedField[];
const always: readonly string[] = ["name", "avatar", "headline"];

async function imported(selected: readonly SelectedField[]): Promise<ParsedContact> {
  return onlyContact(await importText(sharedCard(contact, selected, undefined)));
}

/** The fields of the row that have a value. */
function present(row: ParsedContact): string[] {
  const fields = new Set<FieldName>(Object.values(selectedFields).flat());
  const isBlank = (value: unknown) => value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return [...fields, "position", "timezone", "language", "latitude", "keepFrequencyDays", "lastInteraction", "groups"]
    .filter((field) => !isBlank(row[field as keyof ParsedContact]))
    .toSorted();
}

describe("the card of a shared contact", () => {
  it.each([[[]], [everything], ...everything.map((field) => [[field]])])(
    "with %j selected has exactly that",
    async (selected) => {
      const shown = [...always, ...selected].flatMap((field) => selectedFields[field as SelectedField]);
      expect(present(await imported(selected))).toEqual([...new Set<string>(shown)].toSorted());
    },
  );

  it("with nothing said has every field that can be selected", () => {
    expect(sharedCard(contact, undefined, undefined)).toBe(sharedCard(contact, everything, undefined));
  });

  it("gives an importer the same values", async () => {
    const row = await imported(everything);
    const { firstName, middleName, lastName, headline, location, website, notes } = contact;
    expect(row).toMatchObject({ isValid: true, firstName, middleName, lastName, headline, location, website, notes });
    const { network_a, network_b, network_c, network_d, network_e, emails, phones } = contact;
    expect(row).toMatchObject({ network_a, network_b, network_c, network_d, network_e, emails, phones });
    expect(row.addresses).toMatchObject(contact.addresses.map(({ addressFormatted }) => ({ addressFormatted })));
    const shared = contact.importantDates.map(({ type, date, note }) => ({ type, date, note, notifyDaysBefore: null }));
    expect(row.importantDates).toMatchObject(shared);
  });

  it("has the picture, whatever is selected", () => {
    const photo = { mediaType: "image/jpeg", bytes: Uint8Array.of(255, 216, 255) } as const;
    expect(sharedCard(contact, [], photo)).toContain("\r\nPHOTO;ENCODING=b;TYPE=JPEG:/9j/\r\n");
  });

  it("has nothing of the account but the id and the time of the contact", () => {
    const card = sharedCard(contact, everything, undefined);
    expect(card).not.toContain(contact.accountId);
    expect(card).not.toMatch(/CATEGORIES|X-NOTIFY|X-KEEP|X-LAST|^TZ|^GEO|^LANG/m);
  });

  it("and the longest message fit into a mail that SES takes, with the largest picture", async () => {
    const text = (max: number) => "😀".repeat(max);
    const largest: ContactRecord = {
      ...contact,
      ...{ firstName: text(limits.firstName), lastName: text(limits.lastName), middleName: text(limits.middleName) },
      ...{ headline: text(limits.headline), location: text(limits.location), notes: text(limits.notes) },
      emails: Array.from({ length: limits.emails }, (_, n) => {
        return { preferred: false, type: text(limits.valueType), value: `${n}${"a".repeat(240)}@x.example` };
      }),
      addresses: Array.from({ length: limits.addresses }, (_, n) => ({
        ...(contact.addresses[0] ?? expect.fail()),
        ...{ id: String(n), label: text(200), value: text(200), addressLine1: text(200), addressLine2: text(200) },
        ...{ addressCity: text(200), addressState: text(200), addressFormatted: text(limits.addressFormatted) },
      })),
      importantDates: Array.from({ length: limits.importantDates }, () => ({
        ...(contact.importantDates[0] ?? expect.fail()),
        note: text(limits.importantDateNote),
      })),
    };
    // The bucket refuses to read a larger variant.
    const photo = { mediaType: "image/jpeg", bytes: new Uint8Array(2_000_000) } as const;
    const message = `${text(1)}\n`.repeat(1_000);
    const names = { accountName: text(100), accountAddress: "ann@example.org", contactName: text(302) };
    const raw = await buildMessage({
      ...shareMail({ ...names, language: "de", headline: text(limits.headline), message }),
      from: { name: "Contacts", address: "no-reply@contacts.example" },
      to: { name: "", address: "ben@example.net" },
      date: new Date(0),
      id: "c1",
      attachment: { fileName: "a.vcf", contentType: "text/vcard", content: sharedCard(largest, everything, photo) },
    });
    expect(raw.byteLength).toBeLessThan(10_000_000);
  });
});
