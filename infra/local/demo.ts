/**
 * `npm run demo`: the journey of a new user on a sample address book, against a stack of its own in memory, told as a short table.
 */
import { readFile } from "node:fs/promises";
import { startStack } from "./stack.ts";

const addressBook = new URL("../../test/fixtures/sample-address-book.vcf", import.meta.url);
const batchSize = 25;

interface Step {
  step: string;
  request: string;
  status: string;
  outcome: string;
}

const stack = await startStack({ port: 0, log: () => {} });
try {
  print(await journey(stack.baseUrl, await stack.tokenFor("alice@example.com")));
} finally {
  await stack.stop();
}

async function journey(baseUrl: string, sessionToken: string): Promise<Step[]> {
  const steps: Step[] = [];
  let credential = sessionToken;

  const keyRequest = { label: "demo", permission: "full" };
  const key = await call<{ secret: string; keyPrefix: string }>(
    "create an API key",
    "POST",
    "/me/api-keys",
    keyRequest,
  );
  credential = key.secret;
  told(`key ${key.keyPrefix}`);

  const file = new File([await readFile(addressBook)], "address-book.vcf", { type: "text/vcard" });
  const form = new FormData();
  form.set("file", file);
  const parsed = await call<ParseResult>("parse an address book", "POST", "/contacts/import/vcard/parse", form);
  told(
    `${parsed.validCount} of ${parsed.totalCount} cards are people, ${Math.round(parsed.coverage * 100)} % of values found a place`,
  );

  const valid = parsed.contacts.filter(({ isValid }) => isValid);
  for (let start = 0; start < valid.length; start += batchSize) {
    const contacts = valid.slice(start, start + batchSize);
    const result = await call<CommitResult>("commit a batch", "POST", "/contacts/import/vcard/commit", { contacts });
    told(
      `${result.importedCount} imported, ${result.updatedCount} updated, ${result.skippedCount} skipped, txid ${result.txid}`,
    );
  }

  const first = await call<CommitResult>("commit the first batch again", "POST", "/contacts/import/vcard/commit", {
    contacts: valid.slice(0, batchSize),
  });
  told(`${first.importedCount} imported, ${first.skippedCount} skipped: nothing is there twice`);

  const page = await call<ContactPage>("list by name", "GET", "/contacts?limit=3");
  told(`${page.pagination.totalCount} contacts: ${page.contacts.map(fullName).join(", ")}, …`);

  const [someone] = page.contacts;
  if (!someone) throw new Error("the list is empty");
  const path = `/contacts/${someone.id}`;
  const read = await call<{ contact: Contact }>("read one", "GET", path);
  told(`${fullName(read.contact)}, ${read.contact.emails.map(({ value }) => value).join(", ") || "no e-mail address"}`);

  await call("change a field", "PATCH", path, { keepFrequencyDays: 30 });
  told("keeps in touch every 30 days");

  const deleted = await call<{ message: string }>("delete it", "DELETE", path);
  told(deleted.message);
  return steps;

  async function call<Body>(step: string, method: string, target: string, body?: object): Promise<Body> {
    const multipart = body instanceof FormData;
    const answer = await fetch(`${baseUrl}${target}`, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body && !multipart && { "content-type": "application/json" }),
      },
      ...(body && { body: multipart ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${target} answered ${answer.status}: ${text}`);
    const request = `${method} ${target.replace(/[0-9a-f-]{36}/, "{id}")}`;
    steps.push({ step, request, status: String(answer.status), outcome: "" });
    return JSON.parse(text) as Body;
  }

  function told(what: string): void {
    const last = steps.at(-1);
    if (last) last.outcome = what;
  }
}

/** Columns as wide as their widest cell. */
function print(steps: readonly Step[]): void {
  const columns = ["step", "request", "status", "outcome"] as const;
  const header: Step = { step: "STEP", request: "REQUEST", status: "", outcome: "OUTCOME" };
  const rows = [header, ...steps];
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    console.log(
      columns
        .map((column, index) => row[column].padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

function fullName({ firstName, lastName }: Contact): string {
  return `${firstName} ${lastName}`.trim();
}

interface Contact {
  id: string;
  firstName: string;
  lastName: string;
  emails: { value: string }[];
}

interface ContactPage {
  contacts: Contact[];
  pagination: { totalCount: number };
}

interface ParseResult {
  contacts: { isValid: boolean }[];
  totalCount: number;
  validCount: number;
  coverage: number;
}

interface CommitResult {
  importedCount: number;
  updatedCount: number;
  skippedCount: number;
  txid: string;
}
