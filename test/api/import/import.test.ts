import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { ImportResult } from "../../../shared/client/types.ts";
import { commitRows, faultOf, parseFiles, postParse } from "../../support/import/import-calls.ts";
import { api, clientOf, freshAccount } from "../../support/process/stack.ts";

const base = "/contacts/import/vcard";

function cards(count: number, prefix = "person"): string {
  return Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(3, "0");
    return [
      "BEGIN:VCARD",
      "VERSION:3.0",
      `N:Lind;Åsa ${prefix}${number};;;`,
      `FN:Åsa ${prefix}${number} Lind`,
      `EMAIL;TYPE=WORK:${prefix}${number}@fjord.example`,
      `TEL;TYPE=CELL:+46 70 123 4${number}`,
      "CATEGORIES:Sailing",
      "END:VCARD",
      "",
    ].join("\r\n");
  }).join("");
}

/** Files with any names, in fields of any names. */
function form(...files: { content: string | Uint8Array<ArrayBuffer>; name?: string; field?: string }[]): FormData {
  const data = new FormData();
  for (const { content, name = "book.vcf", field = "file" } of files) {
    data.append(field, new File([content], name, { type: "text/vcard" }));
  }
  return data;
}

const parsed = (token: string, content: string) => parseFiles(token, "vcard", [{ name: "book.vcf", content }]);
const list = async (token: string) => (await clientOf(token)).listContacts({ limit: 200 });

/** A body written by hand, for what no form would send. */
function raw(token: string, body: string): Promise<Response> {
  const headers = { "content-type": "multipart/form-data; boundary=BOUND" };
  return api(`${base}/parse`, { method: "POST", token, body, headers });
}

const rawFile = (fileName: string, content: string) =>
  `--BOUND\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n${content}\r\n`;

describe("an address book", () => {
  it("is parsed, committed in batches, and read back", async () => {
    const { token } = await freshAccount();
    const result = await parsed(token, cards(60));
    expect(result).toMatchObject({
      totalCount: 60,
      validCount: 60,
      invalidCount: 0,
      duplicateCount: 0,
      skippedCount: 0,
      coverage: 1,
      pagination: { hasMore: false, limit: 500, offset: 0, totalCount: 60 },
    });
    expect((await list(token)).pagination.totalCount).toBe(0);

    for (let start = 0; start < 60; start += 25) {
      const batch = result.contacts.slice(start, start + 25);
      const answer = await commitRows(token, "vcard", batch);
      expect(answer).toMatchObject({ importedCount: batch.length, updatedCount: 0, skippedCount: 0 });
      expect(answer.results.map(({ tempId }) => tempId)).toEqual(batch.map(({ tempId }) => tempId));
    }
    const { contacts, pagination } = await list(token);
    expect(pagination.totalCount).toBe(60);
    expect(contacts[7]).toMatchObject({
      firstName: "Åsa person007",
      lastName: "Lind",
      emails: [{ value: "person007@fjord.example", type: "work" }],
      phones: [{ prefix: "+46", value: "701234007" }],
    });
  });

  it("may be several files with any names, whose rows are read page by page", async () => {
    const { token } = await freshAccount();
    const files = [
      { content: cards(2, "first"), field: "a", name: "a.vcf" },
      { content: cards(1, "second"), field: "a", name: "a.vcf" },
      { content: cards(1, "third"), field: "__proto__", name: "b" },
    ];
    const answer = await postParse(token, "vcard", form(...files));
    expect(answer.status).toBe(200);
    const { importId, contacts } = (await answer.json()) as ImportResult;
    expect(contacts.map(({ emails }) => emails[0]?.value)).toEqual([
      "first000@fjord.example",
      "first001@fjord.example",
      "second000@fjord.example",
      "third000@fjord.example",
    ]);
    const page = await (await clientOf(token)).getImport({ source: "vcard", importId, limit: 2, offset: 1 });
    expect(page).toMatchObject({ status: "parsed", rowsRead: 4, error: null, totalCount: 4 });
    expect(page).toMatchObject({ pagination: { hasMore: true, limit: 2, offset: 1, totalCount: 4 } });
    expect(page.contacts).toEqual(contacts.slice(1, 3));
  });

  it("shows its people on the map, in the towns of their addresses", async () => {
    const { token } = await freshAccount();
    const card = (name: string, address: string) =>
      `BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lind;${name}\r\nADR;TYPE=HOME:${address}\r\nEND:VCARD\r\n`;
    const book = [
      card("Åsa", ";;Storgatan 1;Uppsala;;753 20;Sweden"),
      card("Rui", ";;Rua Nova 2;Porto;;4000;Portugal"),
      card("Nobody", ";;;Over the Rainbow;;;"),
    ];
    await commitRows(token, "vcard", (await parsed(token, book.join(""))).contacts);
    const north = { minLat: 59, maxLat: 60.5, minLon: 17, maxLon: 18.5 };
    const client = await clientOf(token);
    const namesOf = ({ pins }: { pins: { firstName: string }[] }) => pins.map(({ firstName }) => firstName).toSorted();
    expect(namesOf(await client.listMapAddressPins(north))).toEqual(["Åsa"]);
    expect(namesOf(await client.listMapPins(north))).toEqual(["Åsa"]);
    const earth = { minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 };
    expect(namesOf(await client.listMapPins(earth))).toEqual(["Rui", "Åsa"]);
    const [rui] = (await list(token)).contacts.filter(({ firstName }) => firstName === "Rui");
    expect(rui).toMatchObject({ latitude: null, addresses: [{ granularity: "city", timezone: "Europe/Lisbon" }] });
  });

  it("of the maximum size of a request is parsed, with the first 500 rows in the answer", async () => {
    const { token } = await freshAccount();
    const note = `NOTE:${"Rain. ".repeat(1_120)}\r\nEND:VCARD`;
    const content = Array.from({ length: 600 }, (_, n) => cards(1, `p${n}x`).replace("END:VCARD", note)).join("");
    expect(content.length).toBeGreaterThan(4_000_000);
    const response = await postParse(token, "vcard", form({ content }));
    expect([200, 202]).toContain(response.status);
    const { importId } = (await response.json()) as { importId: string };
    const client = await clientOf(token);
    const page = () => client.getImport({ source: "vcard", importId, limit: 500 });
    await expect.poll(async () => (await page()).status, { timeout: 60_000, interval: 200 }).toBe("parsed");
    const { contacts, totalCount, validCount } = await page();
    expect(contacts).toHaveLength(500);
    expect([totalCount, validCount]).toEqual([600, 600]);
  });
});

describe("a commit", () => {
  const commit = (token: string, json: unknown, source = "vcard") =>
    api(`/contacts/import/${source}/commit`, { method: "POST", token, json });

  const row = { tempId: "a", firstName: "Åsa" };
  it.each([
    ["26 rows", "vcard", { contacts: Array.from({ length: 26 }, () => row) }, "body.contacts"],
    ["no rows", "vcard", { contacts: [] }, "body.contacts"],
    ["a row without tempId", "vcard", { contacts: [{ firstName: "Åsa" }] }, "body.contacts.0.tempId"],
    ["an unknown field of a row", "vcard", { contacts: [{ ...row, shoeSize: 38 }] }, "body.contacts.0.shoeSize"],
    ["an unknown source", "abacus", { contacts: [row] }, "params.source"],
  ])("is refused as a whole for %s", async (_case, source, json, path) => {
    const { token } = await freshAccount();
    const fault = await faultOf(await commit(token, json, source));
    expect(fault).toMatchObject({ status: 400, code: "validation_error", details: [{ path }] });
    expect((await list(token)).pagination.totalCount).toBe(0);
  });

  it("may have 25 rows with the longest notes, and with more than 4 MB is a 413 that says to send fewer", async () => {
    const { token } = await freshAccount();
    const rows = (length: number) =>
      Array.from({ length: 25 }, (_, index) => ({ ...row, tempId: String(index), notes: "名".repeat(length) }));
    expect(await commitRows(token, "vcard", rows(20_000))).toMatchObject({ importedCount: 25 });
    const message = "A JSON body may have 4 MB. Send fewer rows at once.";
    expect(await faultOf(await commit(token, { contacts: rows(60_000) }))).toMatchObject({ status: 413, message });
  });
});

describe("a bad upload", () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await freshAccount());
  });

  it.each([
    ["a table", form({ content: "First Name,Last Name\r\nÅsa,Lind\r\n", name: "book.csv" })],
    ["two bad files", form({ content: "nothing" }, { content: "nothing" })],
    ["an empty file", form({ content: "" })],
  ])("of %s is refused with a reason", async (_case, body) => {
    const fault = await faultOf(await postParse(token, "vcard", body));
    expect(fault).toMatchObject({ status: 400, code: "validation_error" });
    expect(fault.details?.[0]?.path).toMatch(/^body\.files\.\d$/);
    expect(fault.details?.[0]?.message).toMatch(/vCard|empty/);
  });

  it.each([
    ["without a part", "--BOUND--\r\n", /There is no file/],
    ["of 501 files", `${rawFile("a", "b").repeat(501)}--BOUND--\r\n`, /At most 500 files/],
    ["cut off inside a file", rawFile("a.vcf", "BEGIN:VCARD").slice(0, -6), /broken/],
  ])("%s is refused", async (_case, body, message) => {
    const fault = await faultOf(await raw(token, body));
    expect(fault).toMatchObject({ status: 400, code: "validation_error" });
    expect(fault.details?.[0]?.message).toMatch(message);
  });

  it("of more than 4 MB is a 413 that says what to do", async () => {
    const content = new Uint8Array(4 * 1024 * 1024 + 1);
    const fault = await faultOf(await postParse(token, "vcard", form({ content })));
    expect(fault).toMatchObject({ status: 413, code: "payload_too_large" });
    expect(fault.message).toMatch(/4 MB.*uploads/);
  });
});

describe("an import", () => {
  it("of another account, or unknown, is a 404, and a malformed id a 400", async () => {
    const [mine, theirs] = [await freshAccount(), await freshAccount()];
    const { importId } = await parsed(theirs.token, cards(1));
    const read = async (path: string) => faultOf(await api(`${base}/${path}`, { token: mine.token }));
    for (const id of [importId, randomUUID()]) {
      expect(await read(id)).toMatchObject({ status: 404, code: "import_not_found" });
    }
    expect(await read("nonsense")).toMatchObject({ status: 400, details: [{ path: "params.importId" }] });
    for (const query of ["limit=0", "limit=501", "offset=-1", "page=2"]) {
      expect(await read(`${randomUUID()}?${query}`)).toMatchObject({ status: 400 });
    }
  });
});
