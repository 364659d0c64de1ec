import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { ParsedContact } from "../../shared/imports/parsed-contact.ts";
import { api, freshAccount } from "../support/stack.ts";

interface ParseResult {
  importId: string;
  contacts: ParsedContact[];
  totalCount: number;
  validCount: number;
  invalidCount: number;
  duplicateCount: number;
  skippedCount: number;
  coverage: number;
  pagination: Record<string, unknown>;
}

interface CommitAnswer {
  importedCount: number;
  updatedCount: number;
  skippedCount: number;
  results: { tempId: string; status: string; contactId?: string; code?: string; details?: { path: string }[] }[];
  txid: string;
}

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

interface GivenFile {
  content: string | Uint8Array<ArrayBuffer>;
  name?: string;
  field?: string;
}

function form(...files: GivenFile[]): FormData {
  const data = new FormData();
  for (const { content, name = "book.vcf", field = "file" } of files) {
    data.append(field, new File([content], name, { type: "text/vcard" }));
  }
  return data;
}

function parse(token: string, body: FormData): Promise<Response> {
  return api(`${base}/parse`, { method: "POST", token, body });
}

/** A parse of a small file ends within the request. */
async function parsed(token: string, ...files: GivenFile[]): Promise<ParseResult> {
  const response = await parse(token, form(...files));
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body as ParseResult;
}

async function commit(token: string, contacts: unknown): Promise<CommitAnswer> {
  const response = await api(`${base}/commit`, { method: "POST", token, json: { contacts } });
  const body = (await response.json()) as CommitAnswer;
  expect(response.status, JSON.stringify(body)).toBe(200);
  expect(response.headers.get("x-txid")).toBe(body.txid);
  return body;
}

async function list(
  token: string,
): Promise<{ contacts: Record<string, unknown>[]; pagination: { totalCount: number } }> {
  return (await (await api("/contacts?limit=200", { token })).json()) as Awaited<ReturnType<typeof list>>;
}

async function errorOf(response: Response) {
  const { error } = (await response.json()) as {
    error: { code: string; details?: { path: string; message: string }[] };
  };
  return { status: response.status, code: error.code, details: error.details };
}

/** A body written by hand, for what no form would send. */
function raw(token: string, body: string, contentType = "multipart/form-data; boundary=BOUND"): Promise<Response> {
  return api(`${base}/parse`, { method: "POST", token, body, headers: { "content-type": contentType } });
}

const rawFile = (fileName: string, content: string) =>
  `--BOUND\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n${content}\r\n`;

describe("an address book", () => {
  it("is parsed, committed in batches, and read back", async () => {
    const { token } = await freshAccount();
    const result = await parsed(token, { content: cards(60) });
    expect(result).toMatchObject({
      totalCount: 60,
      validCount: 60,
      invalidCount: 0,
      duplicateCount: 0,
      skippedCount: 0,
      pagination: { hasMore: false, limit: 500, offset: 0, totalCount: 60 },
    });
    expect(result.coverage).toBeGreaterThan(0.9);
    expect((await list(token)).pagination.totalCount).toBe(0);

    for (let start = 0; start < 60; start += 25) {
      const batch = result.contacts.slice(start, start + 25);
      const answer = await commit(token, batch);
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

  it("parsed again is known, and committed again writes nothing", async () => {
    const { token } = await freshAccount();
    const first = await parsed(token, { content: cards(3) });
    const { results, txid } = await commit(token, first.contacts);
    const second = await parsed(token, { content: cards(3) });
    expect(second.duplicateCount).toBe(3);
    expect(second.contacts.map(({ duplicateOf }) => duplicateOf?.contactId)).toEqual(
      results.map(({ contactId }) => contactId),
    );
    expect(second.contacts.map(({ tempId }) => tempId)).toEqual(first.contacts.map(({ tempId }) => tempId));
    const again = await commit(token, second.contacts);
    expect(again).toMatchObject({ importedCount: 0, updatedCount: 0, skippedCount: 3, txid });
    expect(again.results.every(({ code }) => code === "already_imported")).toBe(true);
  });

  it("may come as several files under any names, whose rows follow each other", async () => {
    const { token } = await freshAccount();
    const result = await parsed(
      token,
      { content: cards(2, "first"), field: "a", name: "a.vcf" },
      { content: cards(1, "second"), field: "a", name: "a.vcf" },
      { content: cards(1, "third"), field: "__proto__", name: "b" },
    );
    expect(result.contacts.map(({ emails }) => emails[0]?.value)).toEqual([
      "first000@fjord.example",
      "first001@fjord.example",
      "second000@fjord.example",
      "third000@fjord.example",
    ]);
  });

  it("puts its people on the map, by the towns of their addresses", async () => {
    const { token } = await freshAccount();
    const card = (name: string, address: string) =>
      `BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lind;${name}\r\nADR;TYPE=HOME:${address}\r\nEND:VCARD\r\n`;
    const book = [
      card("Åsa", ";;Storgatan 1;Uppsala;;753 20;Sweden"),
      card("Rui", ";;Rua Nova 2;Porto;;4000;Portugal"),
      card("Nobody", ";;;Over the Rainbow;;;"),
    ];
    await commit(token, (await parsed(token, { content: book.join("") })).contacts);
    const north = "minLat=59&maxLat=60.5&minLon=17&maxLon=18.5";
    const pinned = async (route: string, bounds: string) => {
      const { pins } = (await (await api(`${route}?${bounds}`, { token })).json()) as { pins: { firstName: string }[] };
      return pins.map(({ firstName }) => firstName).toSorted();
    };
    expect(await pinned("/contacts/map-address-pins", north)).toEqual(["Åsa"]);
    expect(await pinned("/contacts/map-pins", north)).toEqual(["Åsa"]);
    expect(await pinned("/contacts/map-pins", "minLat=-90&maxLat=90&minLon=-180&maxLon=180")).toEqual(["Rui", "Åsa"]);
    const [rui] = (await list(token)).contacts.filter(({ firstName }) => firstName === "Rui");
    expect(rui).toMatchObject({ latitude: null, addresses: [{ granularity: "city", timezone: "Europe/Lisbon" }] });
  });

  it("is read page by page by its id", async () => {
    const { token } = await freshAccount();
    const { importId, contacts } = await parsed(token, { content: cards(30) });
    const response = await api(`${base}/${importId}?limit=10&offset=25`, { token });
    expect(response.status).toBe(200);
    const page = (await response.json()) as ParseResult & { status: string };
    expect(page).toMatchObject({ status: "parsed", rowsRead: 30, error: null, totalCount: 30 });
    expect(page.pagination).toMatchObject({ hasMore: false, limit: 10, offset: 25, totalCount: 30 });
    expect(page.contacts).toEqual(contacts.slice(25));
  });

  it("with one broken card gives the others, and the broken one costs no other at commit", async () => {
    const { token } = await freshAccount();
    const broken = "BEGIN:VCARD\r\nVERSION:3.0\r\nEND:VCARD\r\n";
    const result = await parsed(token, { content: cards(1, "a") + broken + cards(1, "b") });
    expect(result.validCount).toBe(2);
    const answer = await commit(token, result.contacts);
    expect(answer.importedCount).toBe(2);
  });

  it("as large as a request may be is parsed, with the first 500 rows in the answer", async () => {
    const { token } = await freshAccount();
    const many = Buffer.from(Array.from({ length: 30_000 }, (_, index) => cards(1, `p${index}x`)).join(""));
    const content = many.subarray(0, many.lastIndexOf("BEGIN:VCARD", 4 * 1024 * 1024));
    const response = await parse(token, form({ content }));
    expect([200, 202]).toContain(response.status);
    const { importId } = (await response.json()) as ParseResult;
    const page = async () =>
      (await (await api(`${base}/${importId}?limit=500`, { token })).json()) as ParseResult & { status: string };
    await expect.poll(async () => (await page()).status, { timeout: 60_000, interval: 200 }).toBe("parsed");
    const { contacts, totalCount, validCount } = await page();
    expect(contacts).toHaveLength(500);
    expect(totalCount).toBeGreaterThan(20_000);
    expect(validCount).toBe(totalCount);
  }, 90_000);
});

describe("what is sent back for commit", () => {
  it("may be the row as it was parsed, or only what is needed", async () => {
    const { token } = await freshAccount();
    const { results } = await commit(token, [{ tempId: "mine", firstName: "Åsa" }]);
    expect(results).toMatchObject([{ tempId: "mine", status: "imported" }]);
  });

  it("is validated row by row", async () => {
    const { token } = await freshAccount();
    const { results } = await commit(token, [
      { tempId: "a", firstName: "Åsa\u0007" },
      { tempId: "b", firstName: "Åsa\ud800" },
      { tempId: "c", firstName: "Åsa", emails: [{ value: "nonsense" }] },
      { tempId: "d", firstName: "Åsa", latitude: 60 },
      { tempId: "e", firstName: "Åsa" },
    ]);
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      "validation_error",
      "validation_error",
      "validation_error",
      "contact_location_incomplete",
      "imported",
    ]);
    expect(results.map(({ details }) => details?.map(({ path }) => path))).toEqual([
      ["body.contacts.0.firstName"],
      ["body.contacts.1.firstName"],
      ["body.contacts.2.emails.0.value"],
      ["body.contacts.3.longitude"],
      undefined,
    ]);
    expect((await list(token)).pagination.totalCount).toBe(1);
  });

  it.each([
    [
      "26 rows",
      { contacts: Array.from({ length: 26 }, (_, index) => ({ tempId: String(index), firstName: "Åsa" })) },
      "body.contacts",
    ],
    ["no rows", { contacts: [] }, "body.contacts"],
    ["nothing", {}, "body.contacts"],
    ["a row without tempId", { contacts: [{ firstName: "Åsa" }] }, "body.contacts.0.tempId"],
    [
      "a tempId of 65 characters",
      { contacts: [{ tempId: "x".repeat(65), firstName: "Åsa" }] },
      "body.contacts.0.tempId",
    ],
    [
      "an unknown field of a row",
      { contacts: [{ tempId: "a", firstName: "Åsa", shoeSize: 38 }] },
      "body.contacts.0.shoeSize",
    ],
    ["an unknown field", { contacts: [{ tempId: "a", firstName: "Åsa" }], force: true }, "body.force"],
    ["a row that is no object", { contacts: ["Åsa"] }, "body.contacts.0"],
  ])("is refused as a whole for %s", async (_case, json, path) => {
    const { token } = await freshAccount();
    const error = await errorOf(await api(`${base}/commit`, { method: "POST", token, json }));
    expect(error).toMatchObject({ status: 400, code: "validation_error", details: [{ path }] });
    expect((await list(token)).pagination.totalCount).toBe(0);
  });

  it("holds 25 rows with the longest notes; of more than 4 MB it is a 413 that says to send fewer", async () => {
    const { token } = await freshAccount();
    const commit = (length: number) => {
      const row = { firstName: "Åsa", notes: "名".repeat(length) };
      const contacts = Array.from({ length: 25 }, (_, index) => ({ ...row, tempId: String(index) }));
      return api(`${base}/commit`, { method: "POST", token, json: { contacts } });
    };
    expect(await (await commit(20_000)).json()).toMatchObject({ importedCount: 25 });
    const response = await commit(60_000);
    const { error } = (await response.json()) as { error: { message: string } };
    expect([response.status, error.message]).toEqual([413, "A JSON body may have 4 MB. Send fewer rows at once."]);
  });

  it("in parallel, ten times the same 25 rows, makes 25 contacts", async () => {
    const { token } = await freshAccount();
    const { contacts } = await parsed(token, { content: cards(25) });
    const answers = await Promise.all(Array.from({ length: 10 }, () => commit(token, contacts)));
    expect(answers.reduce((sum, { importedCount }) => sum + importedCount, 0)).toBe(25);
    expect((await list(token)).pagination.totalCount).toBe(25);
  });
});

describe("a bad upload", () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await freshAccount());
  });

  it.each([
    ["random bytes", form({ content: randomBytes(10_000) })],
    ["a picture", form({ content: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), name: "photo.png" })],
    ["a table", form({ content: "First Name,Last Name\r\nÅsa,Lind\r\n", name: "book.csv" })],
    ["blanks alone", form({ content: " \r\n \r\n" })],
    ["one good file and one bad", form({ content: cards(1) }, { content: "nothing" })],
  ])("of %s is told to be no vCard", async (_case, body) => {
    const error = await errorOf(await parse(token, body));
    expect(error).toMatchObject({ status: 400, code: "validation_error" });
    expect(error.details?.[0]?.path).toMatch(/^body\.files\.\d$/);
    expect(error.details?.[0]?.message).toMatch(/vCard|empty/);
  });

  it("that is an empty file is told so", async () => {
    const error = await errorOf(await parse(token, form({ content: "" })));
    expect(error).toMatchObject({
      code: "validation_error",
      details: [{ path: "body.files.0", message: "The file is empty." }],
    });
  });

  const textField = '--BOUND\r\nContent-Disposition: form-data; name="file"\r\n\r\nBEGIN:VCARD\r\n--BOUND--\r\n';
  it.each([
    ["without a file", textField, /A file is sent as a part with a file name/],
    ["without a part", "--BOUND--\r\n", /There is no file/],
    ["of 501 files", `${rawFile("a", "b").repeat(501)}--BOUND--\r\n`, /At most 500 files/],
    ["of 600 files", `${rawFile("a", "b").repeat(600)}--BOUND--\r\n`, /At most 500 files/],
    ["cut off inside a file", rawFile("a.vcf", "BEGIN:VCARD").slice(0, -6), /broken/],
    ["cut off inside a header", rawFile("a.vcf", "").slice(0, 30), /broken/],
    ["without its last boundary", rawFile("a.vcf", cards(1)), /broken/],
    ["with a part without a name", "--BOUND\r\nContent-Disposition: form-data\r\n\r\nx\r\n--BOUND--\r\n", /broken/],
    ["of noise", "noise", /broken/],
    ["without a body", "", /required/],
  ])("%s is refused", async (_case, body, message) => {
    const error = await errorOf(await raw(token, body));
    expect(error).toMatchObject({ status: 400, code: "validation_error" });
    expect(error.details?.[0]?.message).toMatch(message);
  });

  it.each([
    ["JSON", "{}", "application/json", 415],
    ["a bare vCard", cards(1), "text/vcard", 415],
    ["a form without boundary", "x", "multipart/form-data", 415],
  ])("of %s has the wrong media type", async (_case, body, contentType, status) => {
    expect((await raw(token, body, contentType)).status).toBe(status);
  });

  it.each(["../../../../etc/passwd", "..\\..\\boot.ini", `${"x".repeat(300)}.vcf`, "a%00b.vcf", "", ".", "日本.vcf"])(
    "with the file name %j is parsed all the same",
    async (fileName) => {
      const response = await raw(token, `${rawFile(fileName, cards(1))}--BOUND--\r\n`);
      expect(response.status).toBe(200);
      expect(((await response.json()) as ParseResult).totalCount).toBe(1);
    },
  );

  it("of more than four megabytes is a 413 that says what to do", async () => {
    const response = await parse(token, form({ content: new Uint8Array(4 * 1024 * 1024 + 1) }));
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect(response.status).toBe(413);
    expect(error.code).toBe("payload_too_large");
    expect(error.message).toMatch(/4 MB.*uploads/);
    const larger = await parse(token, form({ content: new Uint8Array(6 * 1024 * 1024) }));
    const refusal = (await larger.json()) as { error: { message: string } };
    expect([larger.status, refusal.error.message]).toEqual([413, expect.stringMatching(/4 MB.*\/uploads/)]);
  });

  it("with a misspelt field, or one that comes twice, is refused by its name", async () => {
    const refusalOf = async (...names: string[]) => {
      const body = form({ content: cards(1) });
      for (const name of names) body.append(name, "followers");
      return errorOf(await parse(token, body));
    };
    const unknown = { path: "body.stratgy", message: "Unknown field." };
    expect(await refusalOf("stratgy")).toMatchObject({ status: 400, details: [unknown] });
    const twice = { path: "body.strategy", message: "Given more than once." };
    expect(await refusalOf("strategy", "strategy")).toMatchObject({ status: 400, details: [twice] });
  });

  it("leaves no contact behind", async () => {
    expect((await list(token)).pagination.totalCount).toBe(0);
  });
});

describe("an import", () => {
  it("of another account, or of none, is a 404; an id that is none, a 400", async () => {
    const [mine, theirs] = [await freshAccount(), await freshAccount()];
    const { importId } = await parsed(theirs.token, { content: cards(1) });
    for (const id of [importId, randomUUID()]) {
      expect(await errorOf(await api(`${base}/${id}`, { token: mine.token }))).toMatchObject({
        status: 404,
        code: "import_not_found",
      });
    }
    expect(await errorOf(await api(`${base}/nonsense`, { token: mine.token }))).toMatchObject({
      status: 400,
      details: [{ path: "params.importId" }],
    });
  });

  it.each(["limit=0", "limit=501", "limit=x", "offset=-1", "page=2"])("is not read with ?%s", async (query) => {
    const { token } = await freshAccount();
    expect((await errorOf(await api(`${base}/${randomUUID()}?${query}`, { token }))).status).toBe(400);
  });

  it("of a source that is not there is refused", async () => {
    const { token } = await freshAccount();
    const response = await api("/contacts/import/abacus/commit", {
      method: "POST",
      token,
      json: { contacts: [{ tempId: "a" }] },
    });
    expect(await errorOf(response)).toMatchObject({ status: 400, details: [{ path: "params.source" }] });
  });

  it("is closed to keys that may only read, whatever the method, and open to full ones", async () => {
    const { token } = await freshAccount();
    const keyOf = async (permission: string) => {
      const response = await api("/me/api-keys", { method: "POST", token, json: { label: permission, permission } });
      return ((await response.json()) as { secret: string }).secret;
    };
    const [reading, full] = [await keyOf("read"), await keyOf("full")];
    const { importId } = await parsed(full, { content: cards(1) });
    const refused = await Promise.all([
      parse(reading, form({ content: cards(1) })),
      api(`${base}/${importId}`, { token: reading }),
      api(`${base}/commit`, { method: "POST", token: reading, json: {} }),
    ]);
    for (const response of refused) {
      expect(await errorOf(response)).toMatchObject({ status: 403, code: "api_key_method_forbidden" });
    }
    expect((await api(`${base}/${importId}`, { token: full })).status).toBe(200);
  });
});
