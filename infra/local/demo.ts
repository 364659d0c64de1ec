/** `npm run demo`: the journey of a new user with a sample address book, on a stack of its own in memory, as a short table. */
import { readFile } from "node:fs/promises";
import { startStack } from "./stack/stack.ts";

const addressBook = new URL("../../test/fixtures/sample-address-book.vcf", import.meta.url);
const batchSize = 25;

interface Row {
  step: string;
  request: string;
  status: number;
  outcome: string;
}

interface Contact {
  id: string;
  firstName: string;
  lastName: string;
  emails: { value: string }[];
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

const stack = await startStack({ port: 0, log: () => {} });
try {
  console.table(await journey(stack.baseUrl));
} finally {
  await stack.stop();
}

async function journey(baseUrl: string): Promise<Row[]> {
  const rows: Row[] = [];
  let credential = await stack.tokenFor("alice@example.com");

  /** Sends a request and adds a row, with the text that `outcome` makes of the answer. */
  async function call<Body>(
    step: string,
    method: string,
    target: string,
    body: object | undefined,
    outcome: (answer: Body) => string,
  ): Promise<Body> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${baseUrl}${target}`, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body && !isForm && { "content-type": "application/json" }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${target} answered ${answer.status}: ${text}`);
    const parsed = JSON.parse(text) as Body;
    const request = `${method} ${target.replace(/[0-9a-f-]{36}/, "{id}")}`;
    rows.push({ step, request, status: answer.status, outcome: outcome(parsed) });
    return parsed;
  }

  const keyRequest = { label: "demo", permission: "full" };
  const key = await call<{ secret: string; keyPrefix: string }>(
    "create an API key",
    "POST",
    "/me/api-keys",
    keyRequest,
    ({ keyPrefix }) => `key ${keyPrefix}`,
  );
  credential = key.secret;

  const form = new FormData();
  form.set("file", new File([await readFile(addressBook)], "address-book.vcf", { type: "text/vcard" }));
  const parsed = await call<ParseResult>(
    "parse an address book",
    "POST",
    "/contacts/import/vcard/parse",
    form,
    ({ validCount, totalCount, coverage }) =>
      `${validCount} of ${totalCount} cards are people, ${Math.round(coverage * 100)} % of values have a field`,
  );

  const valid = parsed.contacts.filter(({ isValid }) => isValid);
  const commit = "/contacts/import/vcard/commit";
  for (let start = 0; start < valid.length; start += batchSize) {
    const contacts = valid.slice(start, start + batchSize);
    await call<CommitResult>(
      "commit a batch",
      "POST",
      commit,
      { contacts },
      ({ importedCount, updatedCount, skippedCount, txid }) =>
        `${importedCount} imported, ${updatedCount} updated, ${skippedCount} skipped, txid ${txid}`,
    );
  }
  await call<CommitResult>(
    "commit the first batch again",
    "POST",
    commit,
    { contacts: valid.slice(0, batchSize) },
    ({ importedCount, skippedCount }) => `${importedCount} imported, ${skippedCount} skipped: nothing is there twice`,
  );

  const page = await call<{ contacts: Contact[]; pagination: { totalCount: number } }>(
    "list by name",
    "GET",
    "/contacts?limit=3",
    undefined,
    ({ contacts, pagination }) => `${pagination.totalCount} contacts: ${contacts.map(fullName).join(", ")}, …`,
  );
  const path = `/contacts/${page.contacts[0]?.id}`;
  await call<{ contact: Contact }>("read one", "GET", path, undefined, ({ contact }) => {
    const addresses = contact.emails.map(({ value }) => value).join(", ");
    return `${fullName(contact)}, ${addresses || "no e-mail address"}`;
  });
  const keep = { keepFrequencyDays: 30 };
  await call("change a field", "PATCH", path, keep, () => "keeps in touch every 30 days");
  await call<{ message: string }>("delete it", "DELETE", path, undefined, ({ message }) => message);
  return rows;
}

function fullName({ firstName, lastName }: Contact): string {
  return `${firstName} ${lastName}`.trim();
}
