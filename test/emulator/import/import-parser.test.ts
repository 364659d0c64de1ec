import { inspect } from "node:util";
import { v7 as newId } from "uuid";
import { beforeEach, describe, expect, it } from "vitest";
import type { RowReader } from "../../../functions/import-parser/files/import-file.ts";
import { ImportFileError } from "../../../functions/import-parser/files/import-file-error.ts";
import { receiveUpload } from "../../../functions/import-parser/operations.ts";
import type { ParserParts } from "../../../functions/import-parser/parse-files.ts";
import { readVcards } from "../../../functions/import-parser/vcard/read-vcards.ts";
import {
  getImport,
  type ImportRecord,
  newImport,
  noteArrival,
  putImport,
  takeLease,
} from "../../../shared/import/store/import.ts";
import { uploadKey } from "../../../shared/import/store/import-keys.ts";
import { readRowStates } from "../../../shared/import/store/row-states.ts";
import { readRows } from "../../../shared/import/store/rows.ts";
import type { JobLine, RequestLine } from "../../../shared/platform/log/request-log.ts";
import { lineReader, type MemoryFiles, memoryFiles, newAccount, readersOf } from "../../support/import/imports.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();
const accountId = await newAccount(store);

let files: MemoryFiles;
let reads: string[];
let lines: (RequestLine | JobLine)[];
let clock: number;
beforeEach(() => {
  files = memoryFiles();
  reads = [];
  lines = [];
  clock = Date.parse("2026-03-01T10:00:00.000Z");
});

/** A file of e-mail addresses, one a line. */
const readAddresses: RowReader = async function* (given, options) {
  const byLine = lineReader((text) => {
    reads.push(text);
    if (text === "noise") throw new ImportFileError("file_kind", "This is noise.");
    if (text === "trap") throw new RangeError("stack");
    if (text.startsWith("[")) JSON.parse(text);
  });
  for await (const row of byLine(given, options)) {
    const email = { value: row.nickname, type: "home", preference: null, property: "line", line: row.lines.first };
    yield { ...row, emails: [email] };
  }
};

function parts(other: Partial<ParserParts> = {}): ParserParts {
  return {
    store,
    files,
    readers: readersOf(readAddresses),
    now: () => new Date(clock),
    newId: () => newId(),
    log: (line) => lines.push(line),
    ...other,
  };
}

/** An import that waits for files of this content, which are in the bucket already. */
async function waitingImport(
  contents: readonly string[],
  given: Pick<ImportRecord, "source" | "strategy"> = { source: "vcard" },
): Promise<{ id: string; key: string }> {
  const id = newId();
  const described = contents.map((content, index) => {
    const start = contents.slice(0, index).join("").length;
    return { name: "secret name.vcf", size: content.length, start };
  });
  await putImport(store, newImport({ id, accountId, ...given, files: described }, new Date(clock)));
  const key = uploadKey({ accountId, importId: id });
  await files.put(key, contents.join(""), "text/vcard");
  return { id, key };
}

const minute = 60_000;
function receive(key: string, requestId = "one", other: Partial<ParserParts> = {}): Promise<void> {
  return receiveUpload(parts(other), key, { requestId, remainingTime: () => minute });
}

async function stateOf(id: string): Promise<ImportRecord | undefined> {
  return getImport(store, accountId, id, new Date(clock));
}

async function rowsOf(id: string): Promise<string[]> {
  const record = await stateOf(id);
  return record ? (await readRows(files, record, { offset: 0, limit: 500 })).map(({ firstName }) => firstName) : [];
}

describe("the arrival of a file", () => {
  it("is parsed, and its rows can be read", async () => {
    const { id, key } = await waitingImport(["ada@x.example\ngrace@x.example"]);
    expect(await stateOf(id)).toMatchObject({ status: "waiting", counts: null });
    await receive(key);
    expect(await stateOf(id)).toMatchObject({
      status: "parsed",
      rowsRead: 2,
      error: null,
      counts: { totalCount: 2, validCount: 2, invalidCount: 0, duplicateCount: 0, skippedCount: 0, coverage: 1 },
    });
    expect(await rowsOf(id)).toEqual(["ada@x.example", "grace@x.example"]);
    expect([...files.objects.keys()]).not.toContain(key);
  });

  it("reported by many concurrent and later events is parsed once", async () => {
    const { id, key } = await waitingImport(["ada@x.example"]);
    const events = Array.from({ length: 8 }, (_, index) => receive(key, `event${index}`));
    await Promise.all(events);
    const before = await stateOf(id);
    await receive(key, "again");
    expect(await stateOf(id)).toEqual(before);
    expect(await rowsOf(id)).toEqual(["ada@x.example"]);
    expect(reads).toEqual(["ada@x.example"]);
  });

  it("of an unknown import is ignored", async () => {
    const { id, key } = await waitingImport(["ada@x.example"]);
    await receive(key.replace(id, newId()));
    await receive(key.replace(accountId, newId()));
    await receive(`${key}/../../etc`);
    await receive(key.replace(/0$/, "7"));
    expect(await stateOf(id)).toMatchObject({ status: "waiting" });
    expect(reads).toEqual([]);
  });

  it("is read with the strategy of the import, or the default one", async () => {
    const seen: string[] = [];
    const reader: RowReader = (given, options) => {
      seen.push(options.strategy);
      return readAddresses(given, options);
    };
    for (const strategy of [{ strategy: "close_friends" }, {}] as const) {
      const { key } = await waitingImport(["ada@x.example"], { source: "network_b", ...strategy });
      await receive(key, "one", { readers: readersOf(reader) });
    }
    expect(seen).toEqual(["close_friends", "following_and_followers"]);
  });

  it("updates the number of read rows, and of the bytes that they had, every two seconds", async () => {
    const shown: [number, number | undefined][] = [];
    const { id, key } = await waitingImport(["a@x.example"]);
    const slow: RowReader = async function* (given, options) {
      for await (const row of readAddresses(given, options)) {
        for (let count = 0; count < 10; count++) {
          await given[0]?.noteRead?.(1);
          clock += 700;
          yield row;
          const { rowsRead = 0, bytesRead } = (await stateOf(id)) ?? {};
          if (rowsRead !== shown.at(-1)?.[0]) shown.push([rowsRead, bytesRead]);
        }
      }
    };
    await receive(key, "one", { readers: readersOf(slow) });
    expect(shown).toEqual([
      [0, undefined],
      [3, 3],
      [6, 6],
      [9, 9],
    ]);
    expect(await stateOf(id)).toMatchObject({ status: "parsed", rowsRead: 10, counts: { totalCount: 10 } });
  });

  it("writes a log line without names of files and people", async () => {
    const { key } = await waitingImport(["ada@x.example"]);
    await receive(key);
    expect(lines).toMatchObject([{ event: "import.parse", outcome: "parsed", rows: 1, files: 1, bytes: 13 }]);
    expect(JSON.stringify(lines)).not.toMatch(/secret|ada@/);
  });
});

describe("the states of the rows", () => {
  const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:4.0", ...lines, "END:VCARD", ""].join("\r\n");
  const unnamed = card("EMAIL:ada@x.example");
  const named = card("FN:Ada Byron", "EMAIL:ada@x.example");
  const cards = [unnamed, card("FN:Ben Okafor"), named, card("NOTE:nobody"), card("FN:Ben Okafor")].join("");

  async function parsedCards(): Promise<ImportRecord> {
    const { id, key } = await waitingImport([cards]);
    await receive(key, "one", { readers: readersOf(readVcards) });
    const record = await stateOf(id);
    if (!record) throw new Error("there is no import");
    return record;
  }

  it("tell by one read what a commit needs to choose rows", async () => {
    const record = await parsedCards();
    const rows = await readRows(files, record, { offset: 0, limit: 500 });
    expect(rows.map(({ duplicateInFile }) => duplicateInFile)).toEqual([
      rows[2]?.tempId,
      null,
      null,
      null,
      rows[1]?.tempId,
    ]);
    const keys: string[] = [];
    const watched = { ...files, read: (key: string, most: number) => files.read(keys[keys.push(key) - 1] ?? "", most) };
    for (let time = 0; time < 2; time++) {
      expect([...(await readRowStates(watched, record))]).toEqual([
        [rows[0]?.tempId, "valid"],
        [rows[1]?.tempId, "valid"],
        [rows[2]?.tempId, "valid"],
        [rows[3]?.tempId, "invalid"],
        [rows[4]?.tempId, "valid"],
      ]);
    }
    expect(keys).toHaveLength(1);
  });
});

describe("a file that can't be read", () => {
  it("fails the import, with the file and the reason", async () => {
    const { id, key } = await waitingImport(["noise"]);
    await receive(key);
    expect(await stateOf(id)).toMatchObject({
      status: "failed",
      error: { code: "validation_error", details: [{ path: "body.files.0", message: "This is noise." }] },
    });
    expect(await rowsOf(id)).toEqual([]);
  });

  it.each([
    ["reading", 20_000],
    ["comparing", 40_000],
  ])("in the time that remains for %s fails the import, with that reason", async (work, most) => {
    const { id, key } = await waitingImport(["ada@x.example\n".repeat(20)]);
    let left = most;
    const running = { requestId: "one", remainingTime: () => (left -= 1_000) };
    await receiveUpload(parts(), key, running);
    expect(await stateOf(id)).toMatchObject({
      status: "failed",
      error: {
        code: "validation_error",
        details: [{ path: "body.files.0", message: expect.stringMatching(RegExp(`^${work} .*too long`, "i")) }],
      },
    });
    expect(left).toBeGreaterThan(10_000);
    expect(await rowsOf(id)).toEqual([]);
  });

  it("because of a fault of the parser fails the import, and is logged once", async () => {
    const { id, key } = await waitingImport(["trap"]);
    await expect(receive(key)).rejects.toThrow("a parser failed");
    expect(lines).toMatchObject([{ event: "import.parserFault", level: "error", fault: { name: "RangeError" } }]);
    expect(await stateOf(id)).toMatchObject({ status: "failed", error: { code: "internal_server_error" } });
    await receive(key);
    expect(reads).toHaveLength(1);
  });

  it("leaves none of its content in the log or the thrown error", async () => {
    const { key } = await waitingImport(["[Zenobia\n    at Zenobia"]);
    const thrown = await receive(key).catch((error: unknown) => error);
    expect(inspect(thrown, { depth: null })).not.toContain("Zenobia");
    expect(thrown).not.toHaveProperty("cause");
    expect(JSON.stringify(lines)).not.toContain("Zenobia");
    const stack = expect.stringMatching(/^ {4}at JSON\.parse/);
    expect(lines).toMatchObject([{ fault: { name: "SyntaxError", message: "", stack } }]);
  });
});

describe("a fault of the platform", () => {
  it("is thrown, shows no partial result, and the next attempt succeeds", async () => {
    const { id, key } = await waitingImport(["ada@x.example"]);
    const failing = { ...files, put: () => Promise.reject(new Error("storage")) };
    await expect(receive(key, "one", { files: failing })).rejects.toThrow("the platform failed");
    expect(lines).toMatchObject([{ event: "import.platformFault", requestId: "one", fault: { message: "storage" } }]);
    expect(await stateOf(id)).toMatchObject({ status: "parsing", rows: null, counts: null });
    await receive(key, "two");
    expect(await rowsOf(id)).toEqual(["ada@x.example"]);
  });

  it("leaves a lease, which the retry of the same event takes at once, and other events take after its end", async () => {
    const crashed = async () => {
      const { id, key } = await waitingImport(["ada@x.example"]);
      const record = await stateOf(id);
      if (!record) throw new Error("there is no import");
      expect(await takeLease(store, record, { holder: "dead", now: clock, until: clock + minute })).toBeDefined();
      return { id, key };
    };
    const [first, second] = [await crashed(), await crashed()];
    await receive(first.key, "other");
    expect(await stateOf(first.id)).toMatchObject({ status: "parsing" });
    await receive(first.key, "dead");
    expect(await stateOf(first.id)).toMatchObject({ status: "parsed" });
    clock += minute;
    await receive(second.key, "other");
    expect(await stateOf(second.id)).toMatchObject({ status: "parsed" });
  });

  it("ends as a failed import when no event is tried again", async () => {
    const { id } = await waitingImport(["ada@x.example"]);
    const record = await stateOf(id);
    if (record) await takeLease(store, record, { holder: "dead", now: clock, until: clock + minute });
    clock += 10 * minute;
    expect(await stateOf(id)).toMatchObject({ status: "parsing" });
    clock += 2 * minute;
    expect(await stateOf(id)).toMatchObject({ status: "failed", error: { code: "service_unavailable" } });
  });

  it("before the parse ends as a failed import, which a late event still parses", async () => {
    const { id, key } = await waitingImport(["ada@x.example"]);
    clock += 5 * 60 * minute;
    expect(await stateOf(id)).toMatchObject({ status: "waiting" });
    await noteArrival(store, accountId, id, new Date(clock));
    clock += 2 * 60 * minute;
    expect(await stateOf(id)).toMatchObject({ status: "waiting" });
    clock += minute;
    expect(await stateOf(id)).toMatchObject({ status: "failed", error: { code: "service_unavailable" } });
    await receive(key);
    expect(await rowsOf(id)).toEqual(["ada@x.example"]);
  });

  it("does not let a parse without its lease overwrite the rows of the next one", async () => {
    const { id, key } = await waitingImport(["ada@x.example"]);
    const slow: MemoryFiles = {
      ...files,
      put: async (written, content, type) => {
        clock += 2 * minute;
        await receive(key, "successor");
        await files.put(written, content, type);
      },
    };
    await receive(key, "slow", { files: slow });
    const record = await stateOf(id);
    expect(record).toMatchObject({ status: "parsed", leaseHolder: "successor" });
    expect(await rowsOf(id)).toEqual(["ada@x.example"]);
  });
});

it("a parse that has lost its lease stops reading", async () => {
  const { id, key } = await waitingImport(["ada@x.example"]);
  let yielded = 0;
  const slow: RowReader = async function* (given, options) {
    for await (const row of readAddresses(given, options)) {
      for (; yielded < 1000; yielded++) {
        clock += minute;
        if (yielded === 1) await receive(key, "successor");
        yield row;
      }
    }
  };
  await receive(key, "slow", { readers: readersOf(slow) });
  expect(yielded).toBeLessThan(5);
  expect(lines).toMatchObject([{ outcome: "parsed" }, { outcome: "overtaken" }]);
  expect(await stateOf(id)).toMatchObject({ status: "parsed", leaseHolder: "successor" });
  expect(await rowsOf(id)).toEqual(["ada@x.example"]);
});
