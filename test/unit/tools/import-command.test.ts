/** What `npm run import` does without the API: its options, which files make an import, progress and reports. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import JSZip from "jszip";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { sentenceOf } from "../../../infra/operations/import/faults.ts";
import {
  ImportCommandError,
  type ImportOptions,
  readOptions,
  usage,
} from "../../../infra/operations/import/options.ts";
import { type PlannedImport, planImports } from "../../../infra/operations/import/plan.ts";
import { poll } from "../../../infra/operations/import/poll.ts";
import { createProgress } from "../../../infra/operations/import/progress.ts";
import { type ImportOutcome, issueTable, jsonOf, outcomeTable } from "../../../infra/operations/import/report.ts";
import { sendFiles } from "../../../infra/operations/import/send-files.ts";
import { connectionFailed } from "../../../shared/client/api-error.ts";
import type { Client } from "../../../shared/client/client.ts";
import { sourceNames } from "../../../shared/import/row/parsed-contact.ts";
import { importSources } from "../../../shared/import/sources.ts";

const receipt = "0198c0de-0000-7000-8000-000000000001";

describe("the options", () => {
  it("are the local API, the source that each file shows, and no group, when only the key is given", () => {
    expect(readOptions(["a.vcf", "b.vcf", "--key", "k"], {})).toEqual({
      ...{ baseUrl: "http://localhost:3000", token: "k", files: ["a.vcf", "b.vcf"], groups: [], isDryRun: false },
      ...{ source: undefined, strategy: undefined },
    });
  });

  it("may all be given, with several groups, and the key as a variable", () => {
    const options = [
      "--url",
      "https://api.example.com/",
      "--source",
      "network_b",
      "--strategy",
      "followers",
      "--dry-run",
    ];
    expect(
      readOptions(["a.zip", ...options, "--group", "One", "--group=Two"], { IMPORT_KEY: "k", PORT: "4000" }),
    ).toEqual({
      ...{ baseUrl: "https://api.example.com", token: "k", files: ["a.zip"], groups: ["One", "Two"], isDryRun: true },
      ...{ source: "network_b", strategy: "followers" },
    });
    const undo = ["--undo", receipt, "--key", "k"];
    expect(readOptions(undo, { PORT: "4000" })).toEqual({
      baseUrl: "http://localhost:4000",
      token: "k",
      undo: receipt,
    });
    expect(readOptions(["--help"], {})).toBe("help");
  });

  it.each([
    ["no file", ["--key", "k"], /^Which file\?/],
    ["no key", ["a.vcf"], /IMPORT_KEY/],
    ["a key with a line break", ["a.vcf", "--key", "k\n"], /^The key has a space/],
    ["an unknown option", ["a.vcf", "--key", "k", "--frobnicate"], /--frobnicate/],
    ["an option that is there twice", ["a.vcf", "--key", "k", "--key", "l"], /--key is there twice/],
    ["an address that is none", ["a.vcf", "--key", "k", "--url", "api.example.com"], /"api.example.com" is no address/],
    ["an unknown source", ["a.vcf", "--key", "k", "--source", "all"], `one of ${sourceNames.join(", ")}, not "all"`],
    ["an unknown strategy", ["a.vcf", "--key", "k", "--strategy", "all"], /--strategy must be one of following/],
    ["an undo of a file", ["a.vcf", "--key", "k", "--undo", receipt], /takes no file/],
    ["an undo of no receipt", ["--key", "k", "--undo", "book"], /"book" is no receipt/],
  ])("refuse %s", (_, args, message) => {
    expect(() => readOptions(args, {})).toThrow(ImportCommandError);
    expect(() => readOptions(args, {})).toThrow(message);
    expect(() => readOptions(args, {})).toThrow("npm run import -- --help");
  });
});

function fresh(): string {
  const folder = mkdtempSync(join(tmpdir(), "import-command-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function zipOf(...names: string[]): Promise<Uint8Array> {
  const zip = new JSZip();
  for (const name of names) zip.file(name, "x");
  return zip.generateAsync({ type: "uint8array" });
}

const planOf = async (paths: string[], options: Partial<ImportOptions> = {}) =>
  (await wholePlanOf(paths, options)).imports;
const wholePlanOf = (paths: string[], options: Partial<ImportOptions> = {}) => {
  const none = { baseUrl: "", token: "", groups: [], isDryRun: false, source: undefined, strategy: undefined };
  return planImports({ ...none, files: paths, ...options });
};

describe("the source of a file", () => {
  it.each(sourceNames)("%s is explained by the help, and named by the guide", (source) => {
    expect(usage).toContain(importSources[source].files);
    expect(readFileSync(new URL("../../../functions/docs/guides/imports.md", import.meta.url), "utf8")).toContain(
      `\`${source}\``,
    );
  });

  it.each([
    ["book.vcf", "", "vcard"],
    ["Connections.csv", "", "network_a"],
    ["followers_1.json", "", "network_b"],
    ["cards.zip", ["a/one.vcf", "a/two.vcf"], "vcard"],
    ["export.zip", ["Profile.csv", "Connections.csv"], "network_a"],
    ["export.zip", ["connections/followers_1.json", "inbox/card.vcf"], "network_b"],
    ["export.zip", ["followers_and_following/following.html"], "network_b"],
  ])("is found by %s", async (name, content, source) => {
    const path = join(fresh(), name);
    writeFileSync(path, typeof content === "string" ? content || "x" : await zipOf(...content));
    expect(await planOf([path])).toMatchObject([{ source }]);
  });

  it.each([
    ["pictures.zip", ["a.jpg"]],
    ["damaged.zip", "PK\u0003\u0004 and no directory"],
    ["cards.txt", "BEGIN:VCARD\r\n"],
  ])("is asked for where it can't be recognised: %s", async (name, content) => {
    const path = join(fresh(), name);
    writeFileSync(path, typeof content === "string" ? content : await zipOf(...content));
    await expect(planOf([path])).rejects.toThrow(`What ${path} holds can't be recognised: say --source vcard, or`);
    expect(await planOf([path], { source: "vcard" })).toMatchObject([{ source: "vcard" }]);
  });
});

describe("the files", () => {
  it("of one source make one import while they have 4 MB and are 500, and a larger one its own", async () => {
    const folder = fresh();
    const file = (name: string, size: number) => {
      const path = join(folder, name);
      writeFileSync(path, "");
      truncateSync(path, size);
      return path;
    };
    const mega = 1024 * 1024;
    const given = [file("a.vcf", mega), file("big.vcf", 5 * mega), file("c.csv", 10), file("b.vcf", 3 * mega)];
    const plan = await planOf([...given, file("d.vcf", 1)]);
    const shown = plan.map(({ source, files, size }) => [source, files.map(({ path }) => path.at(-5)), size]);
    expect(shown).toEqual([
      ["vcard", ["a", "b"], 4 * mega],
      ["vcard", ["g"], 5 * mega],
      ["network_a", ["c"], 10],
      ["vcard", ["d"], 1],
    ]);
    const many = Array.from({ length: 501 }, (_, index) => file(`${index}.vcf`, 1));
    expect((await planOf(many)).map(({ files }) => files.length)).toEqual([500, 1]);
  });

  it("are named when they can't be imported", async () => {
    const folder = fresh();
    const path = (name: string) => join(folder, name);
    mkdirSync(path("cards"));
    writeFileSync(path("empty.vcf"), "");
    writeFileSync(path("book.vcf"), "x");
    writeFileSync(path("huge.vcf"), "");
    writeFileSync(path("secret.vcf"), "x", { mode: 0 });
    truncateSync(path("huge.vcf"), 5 * 1024 ** 3 + 1);
    const cases: [string, RegExp, Partial<ImportOptions>?][] = [
      ["missing.vcf", /^There is no file .*missing.vcf\.$/],
      ["cards", /cards is a folder: name the files in it, as in .*cards\/\*\.vcf\.$/],
      ["empty.vcf", /empty.vcf is empty\.$/],
      ["huge.vcf", /more than 5 GB/],
      // Root reads every file.
      ...(process.getuid?.() === 0
        ? []
        : [["secret.vcf", /secret.vcf can't be read \(EACCES\)\.$/] as [string, RegExp]]),
      ["book.vcf", /^Only network_b has strategies, and .*book.vcf is a file of vcard\.$/, { strategy: "followers" }],
    ];
    for (const [name, message, options] of cases) {
      await expect(planOf([path(name)], options)).rejects.toThrow(ImportCommandError);
      await expect(planOf([path(name)], options)).rejects.toThrow(message);
    }
  });
});

it("files that can't be imported are skipped beside others, and refuse the import only if there are no others", async () => {
  const folder = fresh();
  const path = (name: string) => join(folder, name);
  for (const [name, text] of Object.entries({ "empty.vcf": "", "pic.png": "\x89PNG", "book.vcf": "x" }))
    writeFileSync(path(name), text);
  const messages = [`${path("empty.vcf")} is empty.`, expect.stringContaining("pic.png holds can't be recognised")];
  expect(await wholePlanOf(["empty.vcf", "pic.png", "book.vcf"].map(path))).toEqual({
    imports: [{ source: "vcard", files: [{ path: path("book.vcf"), size: 1 }], size: 1 }],
    unread: messages,
  });
  const refused = expect.stringMatching(/empty\.vcf is empty\.\nWhat .*pic\.png holds/);
  await expect(wholePlanOf([path("empty.vcf"), path("pic.png")])).rejects.toMatchObject({ message: refused });
});

it("a file that changes while it is sent is named as the cause, and not the address", () => {
  const cause = new TypeError("fetch failed", { cause: new DOMException("", "NotReadableError") });
  expect(sentenceOf(connectionFailed(cause), "https://api.example.com")).toMatch(/^The file was changed or removed/);
  const refused = new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) });
  expect(sentenceOf(connectionFailed(refused), "https://api.example.com")).toMatch(
    /^Nothing answers at .* \(ECONNREFUSED\)/,
  );
});

/** What progress shows of an upload and a commit. */
function shown(isTTY: boolean): string {
  const output = Object.assign(new PassThrough(), { isTTY, columns: 100 });
  const progress = createProgress(output);
  progress.begin({ name: "Uploading", total: 4_100_000, unit: "bytes" });
  for (const sent of [0, 100_000, 2_050_000, 4_100_000]) progress.update(sent);
  progress.begin({ name: "Importing", total: 3_000, unit: "rows" });
  for (const rows of [0, 1_500, 1_510, 3_000]) progress.update(rows);
  progress.end();
  return stripVTControlCharacters(String(output.read()));
}

describe("progress", () => {
  it("is a bar for each stage on a terminal", () => {
    const text = shown(true);
    expect(text).toContain(`Uploading ${"█".repeat(15)}${"░".repeat(15)} 50 %  2.1 of 4.1 MB\n`);
    expect(text).toContain(`Uploading ${"█".repeat(30)} 100 %  4.1 of 4.1 MB\n`);
    expect(text).toContain(`Importing ${"█".repeat(30)} 100 %  3,000 of 3,000 rows\n`);
  });

  it("is a line for each tenth that is reached elsewhere", () => {
    expect(shown(false).split("\n")).toEqual([
      ...["Uploading: 0 %, 0 of 4.1 MB", "Uploading: 50 %, 2.1 of 4.1 MB", "Uploading: 100 %, 4.1 of 4.1 MB"],
      ...["Importing: 0 %, 0 of 3,000 rows", "Importing: 50 %, 1,500 of 3,000 rows"],
      ...["Importing: 100 %, 3,000 of 3,000 rows", ""],
    ]);
  });
});

it("a file whose connection breaks is sent again, by an upload of its own", async () => {
  const path = join(fresh(), "book.vcf");
  writeFileSync(path, "cards");
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    sent.push(url);
    if (sent.length < 3) throw new TypeError("fetch failed");
    return new Response(null, { status: 204 });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
  onTestFinished(() => void vi.useRealTimers());
  let uploads = 0;
  const client = {
    prepareImportUpload: async () => ({
      importId: `i${++uploads}`,
      upload: { url: `https://s3.example.com/${uploads}`, fields: {} },
    }),
    getImport: async () => ({ status: "parsed", bytesRead: 5, error: null, contacts: [] }),
  } as unknown as Client;
  const planned: PlannedImport = { source: "vcard", files: [{ path, size: 5 }], size: 5 };
  const parsed = await sendFiles(client, planned, undefined, createProgress(new PassThrough()));
  expect(parsed.importId).toBe("i3");
  expect(sent).toEqual([1, 2, 3].map((upload) => `https://s3.example.com/${upload}`));
});

describe("waiting for the server", () => {
  /** Polls answers of which the last one is repeated, and tells how much is done and at which second it asked. */
  async function waited(answers: readonly number[], patience?: number) {
    let [time, calls] = [0, 0];
    const pause = async (milliseconds: number) => {
      time += milliseconds;
    };
    const read = async () => answers[Math.min(calls++, answers.length - 1)] ?? 0;
    const last = await poll(
      read,
      (done) => done,
      (done) => done === 100,
      patience,
      { now: () => time, pause },
    );
    return { last, calls, time };
  }

  it("asks again after a tenth of a second, and then every second", async () => {
    const { last, calls, time } = await waited([...Array.from({ length: 30 }, () => 0), 100], 60_000);
    expect([last, calls]).toEqual([100, 31]);
    expect(time / calls).toBeLessThan(1_000);
  });

  it("ends when nothing is done any more for longer than its patience", async () => {
    await expect(waited([0, 1, 1], 60_000)).rejects.toThrow(ImportCommandError);
    expect(await waited([...Array.from({ length: 200 }, (_, second) => second % 99), 100], 2_000)).toMatchObject({
      last: 100,
    });
  });
});

describe("the report", () => {
  const one: ImportOutcome = {
    ...{ importId: "i", receiptId: "r", total: 10, imported: 5, updated: 2, skipped: 2, failed: 1, durationMs: 1_234 },
  };

  it("is the object of the import, or the sums of several with each one's", () => {
    expect(jsonOf([one])).toEqual(one);
    expect(jsonOf([one, { ...one, imported: 0 }])).toEqual({
      ...{ importId: null, receiptId: null, total: 20, imported: 5, updated: 4, skipped: 4, failed: 2 },
      ...{ durationMs: 2_468, imports: [one, { ...one, imported: 0 }] },
    });
  });

  it("has a row for each import, and one for all", () => {
    const row = { rows: 10, imported: 5, updated: 2, skipped: 2, failed: 1, seconds: 1.2 };
    expect(outcomeTable([{ files: "a.vcf", outcome: one }])).toEqual([{ files: "a.vcf", ...row }]);
    const two = outcomeTable(["a.vcf", "b.vcf"].map((files) => ({ files, outcome: one })));
    expect(two.at(-1)).toMatchObject({ files: "all", rows: 20, seconds: 2.5 });
  });

  it("names issues in words, the severest first", () => {
    const issue = { rows: 1, example: "x".repeat(70) };
    const table = issueTable([
      { ...issue, code: "value_cut", severity: "warning" },
      { ...issue, code: "type_left_out", severity: "info", rows: 9 },
      { ...issue, code: "email_invalid", severity: "warning", rows: 2 },
      { ...issue, code: "name_missing", severity: "error" },
    ]);
    expect(table.map((row) => row.issue)).toEqual(["name missing", "email invalid", "value cut", "type left out"]);
    expect(table[0]?.example).toHaveLength(60);
  });
});
