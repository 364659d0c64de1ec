/** `npm run demo`: the journey of a new user with a sample address book, on a stack of its own in memory, as a short table. */
import { openAsBlob } from "node:fs";
import { createClient } from "../../shared/client/client.ts";
import type { CommitResult, ParsedContact } from "../../shared/client/types.ts";
import { startStack } from "./stack/stack.ts";

const addressBook = new URL("../../test/fixtures/sample-address-book.vcf", import.meta.url);
const batchSize = 25;

const stack = await startStack({ port: 0, log: () => {} });
try {
  console.table(await journey(stack.baseUrl));
} finally {
  await stack.stop();
}

async function journey(baseUrl: string): Promise<{ step: string; request: string; status: number; outcome: string }[]> {
  const requests: { request: string; status: number }[] = [];
  const outcomes: { step: string; outcome: string }[] = [];
  const done = (step: string, outcome: string) => outcomes.push({ step, outcome });

  /** Notes each request. */
  const watched: typeof fetch = async (address, init) => {
    const answer = await fetch(address, init);
    const path = String(address)
      .slice(baseUrl.length)
      .replace(/[0-9a-f-]{36}/, "{id}");
    requests.push({ request: `${init?.method} ${path}`, status: answer.status });
    return answer;
  };
  const owner = createClient({ baseUrl, token: () => stack.tokenFor("alice@example.com"), fetch: watched });
  const key = await owner.createApiKey({ label: "demo", permission: "full" });
  done("create an API key", `key ${key.keyPrefix}`);

  const client = createClient({ baseUrl, token: key.secret, fetch: watched });
  const file = new File([await openAsBlob(addressBook)], "address-book.vcf");
  const parsed = await client.parseImport({ source: "vcard", file: [file] });
  if (!("contacts" in parsed)) throw new Error("the address book takes too long");
  const { validCount, totalCount, coverage } = parsed;
  const share = `${Math.round(coverage * 100)} % of values have a field`;
  done("parse an address book", `${validCount} of ${totalCount} cards are people, ${share}`);

  const valid = parsed.contacts.filter(({ isValid }) => isValid);
  const commit = (contacts: ParsedContact[]) => client.commitImportRows({ source: "vcard", contacts });
  for (let start = 0; start < valid.length; start += batchSize) {
    const answer = await commit(valid.slice(start, start + batchSize));
    done("commit a batch", `${countsOf(answer)}, txid ${answer.txid}`);
  }
  const again = await commit(valid.slice(0, batchSize));
  done("commit the first batch again", `${countsOf(again)}: nothing is there twice`);

  const { contacts, pagination } = await client.listContacts({ limit: 3 });
  done("list by name", `${pagination.totalCount} contacts: ${contacts.map(fullName).join(", ")}, …`);
  const id = contacts[0]?.id ?? "";
  const { contact } = await client.getContact({ id });
  const addresses = contact.emails.map(({ value }) => value).join(", ");
  done("read one", `${fullName(contact)}, ${addresses || "no e-mail address"}`);
  const { contact: kept } = await client.patchContact({ id, keepFrequencyDays: 30 });
  done("change a field", `keeps in touch every ${kept.keepFrequencyDays} days`);
  done("delete it", (await client.deleteContact({ id })).message);
  return outcomes.map(({ step, outcome }, at) => ({ step, request: "", status: 0, ...requests[at], outcome }));
}

function countsOf({ importedCount, updatedCount, skippedCount }: CommitResult): string {
  return `${importedCount} imported, ${updatedCount} updated, ${skippedCount} skipped`;
}

function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}
