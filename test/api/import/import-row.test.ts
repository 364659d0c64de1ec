import { beforeAll, expect, it } from "vitest";
import type { Output } from "../../../shared/client/client.ts";
import type { ImportResult } from "../../../shared/client/types.ts";
import { parsedFields } from "../../../shared/contact/fields.ts";
import { createContact } from "../../support/contact/contact-api.ts";
import { commitRows, faultOf, parseFiles } from "../../support/import/import-calls.ts";
import { api, clientOf, freshAccount } from "../../support/process/stack.ts";

const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");

const { token } = await freshAccount();
let id: string;
let parsed: ImportResult;
beforeAll(async () => {
  const emails = [{ preferred: true, type: "work", value: "asa@fjord.example" }];
  id = (await createContact(token, { firstName: "Åsa", position: "Pilot", emails, notes: "A friend." })).contact.id;
  const content = [
    card(
      "FN:Åsa Lind",
      "N:Lind;Åsa;;;",
      "EMAIL:asa@fjord.example",
      "TEL:+46 70 123 45 67",
      "TITLE:Captain",
      "NICKNAME:Bo",
    ),
    card("FN:Jun Tanaka", "EMAIL:jun@fjord.example"),
  ].join("");
  parsed = await parseFiles(token, "vcard", [{ name: "book.vcf", content }]);
});

const pathOf = (tempId = "", importId = parsed.importId) => `/contacts/import/vcard/${importId}/rows/${tempId}`;

async function readRow(at: number): Promise<Output<"getImportRow">> {
  const row = { source: "vcard", importId: parsed.importId, tempId: parsed.contacts[at]?.tempId ?? "" } as const;
  const { body, headers } = await (await clientOf(token)).getImportRow(row).withResponse();
  expect(headers.get("x-txid")).toMatch(/^\d+$/);
  return body;
}

async function readFields(): Promise<unknown> {
  return (await (await clientOf(token)).getContact({ id, fields: parsedFields })).contact;
}

it("a row is answered beside its contact, before and after the commit that then writes just that", async () => {
  const { row, comparison } = await readRow(0);
  expect(row).toEqual(parsed.contacts[0]);
  expect(comparison?.contact).toEqual(await readFields());
  expect(comparison).toMatchObject({
    merged: { lastName: "Lind", position: "Pilot", nickname: "Bo", notes: "A friend." },
    differing: ["position"],
    limitsReached: false,
  });
  const { results } = await commitRows(token, "vcard", [row]);
  expect(results).toMatchObject([{ status: "updated", contactId: id, differing: comparison?.differing }]);
  expect(await readFields()).toEqual(comparison?.merged);
});

it("a row that matched no contact is answered alone", async () => {
  expect(await readRow(1)).toEqual({ row: parsed.contacts[1], comparison: null });
});

it("an unknown row or import is 404", async () => {
  const unknown = await api(pathOf("unknown"), { token });
  expect(await faultOf(unknown)).toMatchObject({ status: 404, code: "not_found" });
  const { token: other } = await freshAccount();
  const foreign = await api(pathOf(parsed.contacts[0]?.tempId), { token: other });
  expect(await faultOf(foreign)).toMatchObject({ status: 404, code: "import_not_found" });
});
