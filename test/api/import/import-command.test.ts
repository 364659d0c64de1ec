/** `npm run import` as a program, against the local stack: what it writes where, and its exit codes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createProxy } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { listenOnLoopback, loopbackAddress } from "../../../infra/local/server/loopback.ts";
import { chooseFreePort } from "../../../infra/local/stack/data-folder.ts";
import { createClient } from "../../../shared/client/client.ts";
import { writeCards } from "../../support/files/large-files.ts";
import { filesOf } from "../../support/import/import-calls.ts";
import { freshAccount, localStack } from "../../support/process/stack.ts";
import { isFull, tries } from "../../support/seed.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = "infra/operations/import/import.ts";

let baseUrl: string;
beforeAll(async () => {
  ({ baseUrl } = await localStack());
});

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

/** The command with these arguments, its output in pipes. */
function start(args: readonly string[], environment: Record<string, string> = {}) {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...environment };
  const child = spawn(process.execPath, [program, ...args], { cwd: root, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]).then(
    ([[code], output, errors]): Ended => ({ code: code as number | null, output, errors }),
  );
  return { child, ended };
}

/** As a person has it: with a key from the environment. */
async function run(token: string, ...args: string[]): Promise<Ended> {
  const ended = await start([...args, "--url", baseUrl], { IMPORT_KEY: token }).ended;
  expect(ended.output + ended.errors).not.toContain(token);
  return ended;
}

function fresh(name: string, content?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "import-command-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  if (content !== undefined) writeFileSync(path, content);
  return path;
}

const cards = (from: number, count: number) => filesOf.vcard(Array.from({ length: count }, (_, n) => from + n)).content;
const nobody = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\r\nNOTE:Nobody\r\nEND:VCARD\r\n";

async function person() {
  const { token } = await freshAccount();
  const client = createClient({ baseUrl, token });
  const count = async () => (await client.listContacts({ limit: 1 })).pagination.totalCount;
  return { token, client, count };
}

describe.each([tries(300, 3_000)])("a file of %i cards", (size) => {
  // A commit keeps both processors busy, which other tests use as well.
  it("is imported with its progress in lines and one object", async () => {
    const { token, client, count } = await person();
    const path = fresh("book.vcf", cards(0, size));
    const { code, output, errors } = await run(token, path, "--group", "Sailing");
    const grouped = size.toLocaleString("en");
    expect(errors).toMatch(
      new RegExp(
        `^Uploading: .*\\n(?:.*\\n)*Reading: 100 %.*\\n(?:.*\\n)*Importing: 100 %, ${grouped} of ${grouped} rows\\n`,
      ),
    );
    const outcome = JSON.parse(output) as { receiptId: string };
    const counts = { total: size, imported: size, updated: 0, skipped: 0, failed: 0 };
    const [importId, receiptId, durationMs] = [expect.any(String), expect.any(String), expect.any(Number)];
    expect([code, outcome]).toEqual([0, { importId, receiptId, ...counts, durationMs }]);
    expect(await count()).toBe(size);
    expect((await client.listGroups()).groups).toMatchObject([{ label: "Sailing", contactCount: size }]);
  });
});

it("imports nothing twice, and undoes an import except for what was changed since, which it names", async () => {
  const { token, client, count } = await person();
  const path = fresh("book.vcf", cards(0, 30));
  const { receiptId } = JSON.parse((await run(token, path)).output) as { receiptId: string };
  const again = await run(token, path);
  expect([again.code, JSON.parse(again.output)]).toMatchObject([0, { total: 30, imported: 0, skipped: 30, failed: 0 }]);

  const { contacts } = await client.listContacts({ limit: 1 });
  await client.patchContact({ id: contacts[0]?.id ?? "", notes: "A friend" });
  const { code, output, errors } = await run(token, "--undo", receiptId);
  expect([code, JSON.parse(output)]).toMatchObject([0, { receiptId, status: "undone", removed: 29, kept: 1 }]);
  const name = `${contacts[0]?.firstName} ${contacts[0]?.lastName}`.trim();
  expect(errors).toContain(`Left as they are: 1\n  ${name}: changed since\n`);
  expect(await count()).toBe(1);
});

it.runIf(isFull)(
  "gives the counts of the receipt, in which rows that are not valid have failed, and a person's further rows add values",
  async () => {
    const { token, client } = await person();
    const [first = ""] = cards(0, 1).split("END:VCARD");
    const twin = `${first}EMAIL:twin@x.example\r\nEND:VCARD\r\n`;
    const { code, output, errors } = await run(token, fresh("book.vcf", cards(0, 3) + nobody + twin + twin));
    const { importId, receiptId, durationMs, ...counts } = JSON.parse(output) as Record<string, unknown>;
    expect([code, counts]).toEqual([1, { total: 6, imported: 3, updated: 1, skipped: 1, failed: 1 }]);
    const { receipt, results } = await client.getImportReceipt({ id: String(receiptId) });
    expect(receipt).toMatchObject({ importId, ...counts });
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      ...[...Array(3).fill("imported"), "validation_error", "updated", "already_imported"],
    ]);
    const { contacts } = await client.listContacts({ search: "twin@x.example" });
    expect(contacts.map(({ emails }) => emails.map(({ value }) => value))).toEqual([
      ["p0@x.example", "twin@x.example"],
    ]);
    expect(errors).not.toContain("left out");
    expect(errors).toMatch(/book\.vcf: 1 of 6 rows failed\n {2}line \d+: Nothing .* names somebody/);
    expect(durationMs).toBeGreaterThan(0);
  },
);

it.each([[], ...(isFull ? [["--dry-run"]] : [])])(
  "names a file that was skipped beside another one: %j",
  async (...options) => {
    const { token } = await person();
    const damaged = fresh("damaged.zip", "PK\u0003\u0004 and no directory");
    const given = [damaged, fresh("book.vcf", cards(0, 3)), "--source", "vcard"];
    const { code, output, errors } = await run(token, ...given, ...options);
    expect([code, JSON.parse(output)]).toMatchObject([1, { total: 3 }]);
    expect(errors).toMatch(/^The file "damaged\.zip" was skipped\. The archive is damaged/m);
  },
);

/** With a terminal of its own, whose text it returns without colours. `script` belongs to util-linux. */
async function runOnTerminal(token: string, ...args: string[]): Promise<{ code: number | null; screen: string }> {
  const command = [process.execPath, program, ...args, "--url", baseUrl].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qec", `stty cols 100 rows 30; ${command}`, "/dev/null"], {
    cwd: root,
    env: { ...process.env, IMPORT_KEY: token },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [[code], screen] = await Promise.all([once(child, "close"), text(child.stdout)]);
  return { code: code as number | null, screen: stripVTControlCharacters(screen) };
}

describe.runIf(process.platform === "linux")("on a terminal", () => {
  it("shows a bar for each stage and a table, and says how to undo", async () => {
    const { token } = await person();
    const { code, screen } = await runOnTerminal(token, fresh("book.vcf", cards(0, 30) + nobody));
    expect(code).toBe(1);
    for (const stage of ["Uploading", "Reading  ", "Importing"])
      expect(screen).toContain(`${stage} ${"█".repeat(30)} 100 %`);
    expect(screen).toMatch(/book\.vcf: 1 of 31 rows failed\s+line 151: Nothing .* names somebody/);
    expect(screen).toMatch(/│ files +│ rows │ imported │ updated │ skipped │ failed │ seconds │/);
    expect(screen).toMatch(/│ 'book\.vcf' │ 31 +│ 30 +│ 0 +│ 0 +│ 1 +│/);
    expect(screen).toMatch(/Undo it within 30 days: npm run import -- --undo [0-9a-f-]{36}/);
  });

  it("shows before, with --dry-run, what the file holds and what would be lost", async () => {
    const { token, count } = await person();
    const damaged = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ida Holt\r\nEMAIL:nothing\r\nEND:VCARD\r\n";
    const { code, screen } = await runOnTerminal(token, fresh("book.vcf", cards(0, 3) + damaged), "--dry-run");
    expect([code, await count()]).toEqual([0, 0]);
    expect(screen).toMatch(/│ 'warning' │ 'email invalid' +│ 1 +│ '.*nothing.*' +│/);
  });
});

describe("elsewhere", () => {
  it.runIf(isFull)("sends a file straight from the disk, however large it is", async () => {
    const path = fresh("book.vcf");
    writeCards(path, 3_000, 19_000);
    expect(statSync(path).size).toBeGreaterThan(50_000_000);
    const { token } = await person();
    const { code, output, errors } = await run(token, path);
    expect([code, JSON.parse(output)]).toMatchObject([0, { imported: 3_000, failed: 0 }]);
    expect(errors).toMatch(/^Uploading: 0 %.*\nUploading: 10 %, [\d.]+ of [\d.]+ MB\n/);
  });

  it.runIf(isFull)("imports files of several sources one after the other, and gives their sums", async () => {
    const { token, count } = await person();
    const connections = fresh("Connections.csv", filesOf.network_a([1, 2]).content);
    const { code, output } = await run(token, fresh("a.vcf", cards(10, 3)), connections, fresh("b.vcf", cards(20, 2)));
    const both = { importId: null, receiptId: null, total: 7, imported: 7, failed: 0 };
    expect([code, JSON.parse(output)]).toMatchObject([0, { ...both, imports: [{ total: 5 }, { total: 2 }] }]);
    expect(await count()).toBe(7);
  });

  it("writes nothing with --dry-run, and says what would fail", async () => {
    const { token, count } = await person();
    const { code, output } = await run(token, fresh("book.vcf", cards(0, 3) + nobody), "--dry-run");
    const issues = [{ code: "name_missing", severity: "error", rows: 1, example: expect.any(String) }];
    expect([code, JSON.parse(output)]).toMatchObject([1, { total: 4, valid: 3, invalid: 1, duplicates: 0, issues }]);
    expect(await count()).toBe(0);
  });

  it.runIf(isFull)("sends a request again whose connection breaks, and imports nothing twice", async () => {
    const { token } = await person();
    const { hostname, port } = new URL(baseUrl);
    let pieces = 0;
    const proxy = createProxy((socket) => {
      const target = connect(Number(port), hostname);
      const end = () => [socket, target].map((each) => each.destroy());
      socket.on("data", (piece) => {
        pieces += 1;
        const isLost = pieces % 4 === 0;
        target.write(piece, () => isLost && end());
      });
      for (const each of [socket, target]) each.on("error", end).on("close", end);
      target.pipe(socket);
    });
    onTestFinished(() => void proxy.close());
    await once(proxy.listen(0, loopbackAddress), "listening");
    const url = `http://${loopbackAddress}:${(proxy.address() as AddressInfo).port}`;
    const { ended } = start([fresh("a.vcf", cards(0, 20)), fresh("b.vcf", cards(20, 10)), "--url", url], {
      IMPORT_KEY: token,
    });
    const { code, output } = await ended;
    expect([code, JSON.parse(output)]).toMatchObject([0, { total: 30, imported: 30, failed: 0 }]);
    expect(pieces).toBeGreaterThan(4);
  });

  it("leaves the commit to the server when Ctrl-C stops it, and says so", async () => {
    const { token, client } = await person();
    const { child, ended } = start([fresh("book.vcf", cards(0, 300)), "--url", baseUrl], { IMPORT_KEY: token });
    child.stderr.on("data", (line) => String(line).includes("Importing: 0 %") && child.kill("SIGINT"));
    const { code, output, errors } = await ended;
    expect([code, output]).toEqual([130, ""]);
    const [, id = ""] = /^The import continues on the server\..*\n.*--undo ([0-9a-f-]{36})/m.exec(errors) ?? [];
    const status = async () => (await client.getImportReceipt({ id, limit: 1 })).receipt;
    await expect.poll(status, { timeout: 50_000 }).toMatchObject({ status: "done", imported: 300 });
  });
});

describe("a command that is refused ends with code 2 and a sentence", () => {
  const book = () => fresh("book.vcf", cards(0, 1));
  const refused = async (token: string, ...args: string[]) => {
    const { code, output, errors } = await run(token, ...args);
    expect([code, output]).toEqual([2, ""]);
    expect(errors).not.toMatch(/^ +at /m);
    return errors;
  };

  it("for a file that is not there, empty, or none of its kind", async () => {
    const { token, count } = await person();
    expect(await refused(token, "/nowhere.vcf")).toBe("There is no file /nowhere.vcf.\n");
    expect(await refused(token, fresh("empty.vcf", ""))).toMatch(/empty\.vcf is empty\.\n$/);
    const damaged = fresh("damaged.zip", "PK\u0003\u0004 and no directory");
    expect(await refused(token, damaged, "--source", "vcard")).toMatch(/damaged\.zip: .*archive/);
    expect(await refused(token, book(), fresh("page.csv", "<!doctype html><html></html>"))).toMatch(
      /page\.csv: .*page/,
    );
    expect(await count()).toBe(0);
  });

  it.runIf(isFull)("for a key that is wrong, deleted, or may only read", async () => {
    const { client } = await person();
    const { secret } = await client.createApiKey({ label: "reader", permission: "read" });
    expect(await refused(secret ?? "", book())).toMatch(
      /^The key may only read\. An import needs a key with full permission/,
    );
    expect(await refused(`${secret?.slice(0, -1)}0`, book())).toMatch(
      /^The key is not valid\. Check that it was copied whole/,
    );
    expect(await refused("nonsense", book())).toMatch(/^The key is neither an API key nor a session token/);
  });

  it.runIf(isFull)("for an address where nothing answers, or something else", async () => {
    const other = createServer((_, response) => response.end("<html>A shop</html>"));
    onTestFinished(() => void other.close());
    const port = await listenOnLoopback(other, "The other program");
    const at = (url: string) => start([book(), "--url", url, "--key", "k"]).ended;
    const something = `http://127.0.0.1:${port}`;
    expect(await at(something)).toMatchObject({
      code: 2,
      errors: expect.stringMatching(`^What answers at ${something} is not`),
    });
    const nothing = `http://127.0.0.1:${await chooseFreePort()}`;
    const remedy = `^Nothing answers at ${nothing} \\(ECONNREFUSED\\)\\. Start the service with npm start`;
    expect(await at(nothing)).toMatchObject({ code: 2, errors: expect.stringMatching(remedy) });
    const missing = /^There is no host nowhere\.invalid/;
    expect(await at("http://nowhere.invalid")).toMatchObject({ code: 2, errors: expect.stringMatching(missing) });
  });

  it("for a receipt that the account has not, and for wrong use", async () => {
    const { token } = await person();
    const receipt = "0198c0de-0000-7000-8000-000000000001";
    expect(await refused(token, "--undo", receipt)).toMatch(/^This account has no such receipt\./);
    expect(await refused(token)).toMatch(/^Which file\?\nHow to use it: npm run import -- --help\n$/);
  });
});
