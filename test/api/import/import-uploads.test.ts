import { describe, expect, it } from "vitest";
import { sendFile } from "../../../shared/client/send-file.ts";
import type { Import } from "../../../shared/client/types.ts";
import { sourceNames } from "../../../shared/import/row/parsed-contact.ts";
import { commitRows, endedImport, faultOf, filesOf, sendUpload } from "../../support/import/import-calls.ts";
import { api, clientOf, freshAccount } from "../../support/process/stack.ts";

const gigabyte = 1024 ** 3;
const { token } = await freshAccount();

const numbers = Array.from({ length: 30 }, (_, index) => index);

describe("a file that is sent straight to the storage", () => {
  it.each(sourceNames)("is parsed like any other: %s", async (source) => {
    const { token: own } = await freshAccount();
    const { name, content } = filesOf[source](numbers);
    const size = Buffer.byteLength(content);
    const client = await clientOf(own);
    const { importId, upload } = await client.prepareImportUpload({ source, fileName: name, size });
    expect(upload).toMatchObject({ method: "POST", maxBytes: size });
    const unread = { status: "waiting", contacts: [], rowsRead: 0, bytesRead: 0, bytesTotal: size, totalCount: null };
    expect(await client.getImport({ source, importId })).toMatchObject(unread);

    const sent: number[] = [];
    await sendFile(upload, new File([content], name), { onProgress: (bytes) => sent.push(bytes) });
    expect(sent.at(-1)).toBe(size);
    const { contacts, ...ended } = await endedImport(own, source, importId);
    expect(ended).toMatchObject({ status: "parsed", totalCount: 30, rowsRead: 30, bytesRead: size, bytesTotal: size });
    expect(await commitRows(own, source, contacts.slice(0, 25))).toMatchObject({ importedCount: 25 });
  });

  it("shows a progress that never shrinks and ends at the size of the file", async () => {
    const { token: own } = await freshAccount();
    const { name, content } = filesOf.vcard(Array.from({ length: 20_000 }, (_, index) => index));
    const size = Buffer.byteLength(content);
    const client = await clientOf(own);
    const { importId, upload } = await client.prepareImportUpload({ source: "vcard", fileName: name, size });
    await sendFile(upload, new File([content], name));
    const seen: Import[] = [];
    const hasEnded = async () => {
      const state = await client.getImport({ source: "vcard", importId });
      seen.push(state);
      return state.status === "parsed";
    };
    await expect.poll(hasEnded, { interval: 100 }).toBe(true);
    const progress = seen.map(({ bytesRead }) => bytesRead);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
    expect(progress.at(-1)).toBe(size);
    for (const { status, totalCount } of seen) expect(totalCount).toBe(status === "parsed" ? 20_000 : null);
  });

  it("is bound to its size, to its key and to its account's prefix by the signature", async () => {
    const { content } = filesOf.vcard([1]);
    const client = await clientOf(token);
    const prepared = await client.prepareImportUpload({
      source: "vcard",
      fileName: "",
      size: Buffer.byteLength(content),
    });
    const { importId, upload } = prepared;
    expect(upload.fields.key).toMatch(new RegExp(`^uploads/[0-9a-f-]{36}/${importId}/0$`));
    expect((await sendUpload(prepared, `${content} `)).status).toBe(400);
    expect((await sendUpload(prepared, content.slice(1))).status).toBe(400);
    const elsewhere = { upload: { ...upload, fields: { ...upload.fields, key: `rows/${importId}` } } };
    expect((await sendUpload(elsewhere, content)).status).toBe(403);
    expect(await client.getImport({ source: "vcard", importId })).toMatchObject({ status: "waiting" });
    expect((await sendUpload(prepared, content)).ok).toBe(true);
    expect(await endedImport(token, "vcard", importId)).toMatchObject({ status: "parsed" });
  });
});

describe("an upload", () => {
  const post = (source: string, json: unknown) =>
    api(`/contacts/import/${source}/uploads`, { method: "POST", token, json });

  it("may have 5 GB, and with more is a 413", async () => {
    const client = await clientOf(token);
    const { upload } = await client.prepareImportUpload({ source: "vcard", fileName: "a", size: 5 * gigabyte });
    expect(upload.maxBytes).toBe(5 * gigabyte);
    const fault = await faultOf(await post("vcard", { fileName: "a", size: 5 * gigabyte + 1 }));
    expect(fault).toMatchObject({ status: 413, code: "payload_too_large", message: expect.stringMatching(/5 GB/) });
  });

  it.each([
    ["nothing", "vcard", {}, ["body.fileName", "body.size"]],
    ["an empty file", "vcard", { fileName: "a", size: 0 }, ["body.size"]],
    ["an unknown strategy", "network_b", { fileName: "a", size: 1, strategy: "all" }, ["body.strategy"]],
    ["a strategy of another source", "vcard", { fileName: "a", size: 1, strategy: "followers" }, ["body.strategy"]],
    ["an unknown source", "abacus", { fileName: "a", size: 1 }, ["params.source"]],
  ])("is refused for %s", async (_case, source, json, paths) => {
    const fault = await faultOf(await post(source, json));
    expect(fault).toMatchObject({ status: 400, code: "validation_error" });
    expect(fault.details?.map(({ path }) => path)).toEqual(paths);
  });
});
