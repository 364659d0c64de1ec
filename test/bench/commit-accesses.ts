/** What committing rows of an import costs when the account knows none of the people. Their results are in its receipt. */

import { accountHeadToItem, getAccountHead } from "../../shared/account/store/account.ts";
import { getContacts } from "../../shared/contact/store/contact-list.ts";
import type { ParsedContact } from "../../shared/import/row/parsed-contact.ts";
import { getImport, newImport, putImport } from "../../shared/import/store/import.ts";
import { commitRows } from "../../shared/import-commit/commit.ts";
import { readCommitRow } from "../../shared/import-commit/commit-row.ts";
import { clientReceipt } from "../../shared/import-commit/receipt-writer.ts";
import { mainTable } from "../../shared/platform/dynamodb/definition.ts";
import { type ContactIndexes, createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { historyUnits, transactionUnits } from "../support/capacity/write-units.ts";
import { realisticBody } from "../support/contact/realistic-contact.ts";
import { parsedContact } from "../support/import/imports.ts";
import { benchTime, createIds, findPlace } from "./account.ts";
import type { AccountFigures, Figures } from "./figures.ts";
import { contactChanges } from "./floor.ts";
import { measure, type World } from "./world.ts";

/** The most rows of a request. */
const rowCount = 25;
/** Commits over which the mean is computed; their transactions differ in number. */
const runs = 8;
/** The number of the first person who is in no account. */
const firstNew = 2_000_000;

export const commitTimeName = "processor time of a commit of 25";

const now = () => new Date(benchTime);

/**
 * Commits in a process that has the search index in memory, and in processes that have read nothing. The contacts are deleted
 * again, so that the other accesses are measured on the same account.
 */
export async function measureCommits(world: World): Promise<AccountFigures> {
  const { account, bare, counted } = world;
  const newId = createIds(`commits of ${account.accountId}`, benchTime);
  const newIndexes = () => createContactIndexes({ ...counted, now, log: () => {}, maxUnstoredShare: 1 });
  const importId = newId();
  const files = [{ name: "address-book.vcf", size: 1 }];
  await putImport(bare.store, newImport({ id: importId, accountId: account.accountId, source: "vcard", files }, now()));
  const created: string[] = [];
  let [processorTime, commits] = [Number.POSITIVE_INFINITY, 0];

  async function commit(indexes: ContactIndexes): Promise<string[]> {
    const number = firstNew + commits++ * rowCount;
    const rows = Array.from({ length: rowCount }, (_, index) => readCommitRow(newPerson(number + index), now()));
    const before = process.cpuUsage();
    const parts = { store: counted.store, indexes, now, newId, findPlace };
    const known = await getImport(counted.store, account.accountId, importId, now());
    const receipt = known && clientReceipt(counted.store, known, newId);
    const { results } = await commitRows(parts, account.accountId, "vcard", rows, () => receipt);
    const { user, system } = process.cpuUsage(before);
    processorTime = Math.min(processorTime, (user + system) / 1_000);
    const ids = results.flatMap(({ status, contactId }) => (status === "imported" && contactId ? contactId : []));
    if (ids.length !== rowCount) throw new Error(`${ids.length} of ${rowCount} rows were imported`);
    created.push(...ids);
    return ids;
  }

  const measureIn = (indexesOf: () => ContactIndexes): Promise<Figures> =>
    measure(world, {
      runs,
      prepare: async () => {
        const indexes = indexesOf();
        return () => commit(indexes);
      },
      floorOf: async (ids) => {
        const head = accountHeadToItem(await getAccountHead(bare.store, account.accountId));
        const contacts = await getContacts(bare.store, account.accountId, ids);
        const changes = contacts.flatMap((contact) => contactChanges(bare.store, undefined, contact));
        const units = transactionUnits(mainTable, [{ before: head, after: { ...head, txid: 0 } }, ...changes]);
        return { readUnits: 1, writeUnits: units + ids.length * historyUnits };
      },
    });

  const warm = newIndexes();
  await commit(warm);
  const figures = {
    "commit of 25 new people, index in memory": await measureIn(() => warm),
    "commit of 25 new people, index not in memory": await measureIn(newIndexes),
  };
  world.times[commitTimeName] = Math.round(processorTime);
  await world.startProcess(bare).deleteContacts({ ids: created });
  return figures;
}

/** A row with as many values as others have, but which nobody in the accounts has. */
export function newPerson(number: number) {
  const { emails = [], network_a, network_b, network_c, ...fields } = realisticBody(number) as Partial<ParsedContact>;
  return parsedContact({
    ...fields,
    tempId: `row${number}`,
    emails: emails.map((email) => ({ ...email, value: `${number}.${email.value}` })),
    ...(network_a && { network_a: `https://www.linkedin.com/in/new-${number}` }),
    ...(network_b && { network_b: `new${number}` }),
    ...(network_c && { network_c: `new${number}` }),
    website: null,
  });
}
