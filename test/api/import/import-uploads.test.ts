import { createServer } from "node:http";
import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { closeServer, listenOnLoopback } from "../../../infra/local/server/loopback.ts";
import { importSources } from "../../../shared/import/row/parsed-contact.ts";
import {
  commitRows,
  endedImport,
  faultOf,
  filesOf,
  prepareUpload,
  readImport,
  sendUpload,
} from "../../support/import/import-calls.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const gigabyte = 1024 ** 3;
let token: string;
beforeAll(async () => {
  ({ token } = await freshAccount());
});

const numbers = Array.from({ length: 30 }, (_, index) => index);

describe("a file that goes straight to the storage", () => {
  it.each(importSources)("is parsed as any other: %s", async (source) => {
    const { token: own } = await freshAccount();
    const { name, content } = filesOf[source](numbers);
    const size = Buffer.byteLength(content);
    const started = Date.now();
    const prepared = await prepareUpload(own, source, { fileName: name, size });
    expect(prepared.upload).toMatchObject({ method: "POST", maxBytes: size });
    const expires = Date.parse(prepared.upload.expiresAt);
    expect(expires).toBeGreaterThan(started + 3_590_000);
    expect(expires).toBeLessThan(Date.now() + 3_610_000);
    expect(await readImport(own, source, prepared.importId)).toMatchObject({ status: "waiting", contacts: [] });

    expect((await sendUpload(prepared, content)).ok).toBe(true);
    const { status, contacts, rowsRead } = await endedImport(own, source, prepared.importId);
    expect([status, contacts.length, rowsRead]).toEqual(["parsed", 30, 30]);
    expect(await commitRows(own, source, contacts.slice(0, 25))).toMatchObject({ importedCount: 25 });
  });

  it("is bound to its size, to its key and to its account's prefix by the signature", async () => {
    const { content } = filesOf.vcard([1]);
    const prepared = await prepareUpload(token, "vcard", { fileName: "", size: Buffer.byteLength(content) });
    const { importId, upload } = prepared;
    expect(upload.fields.key).toMatch(new RegExp(`^uploads/[0-9a-f-]{36}/${importId}/0$`));
    expect((await sendUpload(prepared, `${content} `)).status).toBe(400);
    expect((await sendUpload(prepared, content.slice(1))).status).toBe(400);
    const elsewhere = { importId, upload: { ...upload, fields: { ...upload.fields, key: `rows/${importId}` } } };
    expect((await sendUpload(elsewhere, content)).status).toBe(403);
    expect(await readImport(token, "vcard", importId)).toMatchObject({ status: "waiting" });
    expect((await sendUpload(prepared, content)).ok).toBe(true);
    expect(await endedImport(token, "vcard", importId)).toMatchObject({ status: "parsed" });
  });

  it("that can't be read fails, and the import says why", async () => {
    const prepared = await prepareUpload(token, "network_a", { fileName: "x.csv", size: 5 });
    await sendUpload(prepared, "hello");
    expect(await endedImport(token, "network_a", prepared.importId)).toMatchObject({
      status: "failed",
      contacts: [],
      error: { code: "validation_error", details: [{ path: "body.files.0", message: expect.stringMatching(/./) }] },
    });
  });

  it("of network_b is read by the strategy that was asked for", async () => {
    const { content } = filesOf.network_b([1, 2, 3]);
    const size = Buffer.byteLength(content);
    const prepared = await prepareUpload(token, "network_b", {
      fileName: "followers_1.json",
      size,
      strategy: "following",
    });
    await sendUpload(prepared, content);
    expect(await endedImport(token, "network_b", prepared.importId)).toMatchObject({ status: "failed" });
  });

  it("may be sent by a web page", async () => {
    const site = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<title>Upload</title>");
    });
    const port = await listenOnLoopback(site, "The site of the test");
    const { content } = filesOf.vcard([1, 2]);
    const prepared = await prepareUpload(token, "vcard", { fileName: "book.vcf", size: Buffer.byteLength(content) });
    const args = ["--no-sandbox", "--disable-gpu"];
    const browser = await playwright.launch({ args, executablePath: await chromium.executablePath(), headless: true });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}`);
      const status = await page.evaluate(
        async ({ url, fields, text }) => {
          const form = new FormData();
          for (const [name, value] of Object.entries(fields)) form.append(name, value);
          form.append("file", new File([text], "book.vcf"));
          return (await fetch(url, { method: "POST", body: form })).status;
        },
        { url: prepared.upload.url, fields: prepared.upload.fields, text: content },
      );
      expect(status).toBe(204);
    } finally {
      await browser.close();
      await closeServer(site);
    }
    expect(await endedImport(token, "vcard", prepared.importId)).toMatchObject({ status: "parsed", totalCount: 2 });
  });
});

describe("an upload", () => {
  const post = (source: string, json: unknown) =>
    api(`/contacts/import/${source}/uploads`, { method: "POST", token, json });

  it("may have 5 GB, and what is larger is a 413", async () => {
    const { upload } = await prepareUpload(token, "vcard", { fileName: "a", size: 5 * gigabyte });
    expect(upload.maxBytes).toBe(5 * gigabyte);
    const fault = await faultOf(await post("vcard", { fileName: "a", size: 5 * gigabyte + 1 }));
    expect(fault).toMatchObject({ status: 413, code: "payload_too_large", message: expect.stringMatching(/5 GB/) });
  });

  it.each([
    ["nothing", "vcard", {}, ["body.fileName", "body.size"]],
    ["an empty file", "vcard", { fileName: "a", size: 0 }, ["body.size"]],
    ["an unknown strategy", "network_b", { fileName: "a", size: 1, strategy: "all" }, ["body.strategy"]],
    ["a strategy of another source", "vcard", { fileName: "a", size: 1, strategy: "followers" }, ["body.strategy"]],
    ["a source that is not there", "abacus", { fileName: "a", size: 1 }, ["params.source"]],
  ])("is refused for %s", async (_case, source, json, paths) => {
    const fault = await faultOf(await post(source, json));
    expect(fault).toMatchObject({ status: 400, code: "validation_error" });
    expect(fault.details?.map(({ path }) => path)).toEqual(paths);
  });
});
