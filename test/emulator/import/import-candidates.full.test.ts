/** The contacts that a commit compares its rows with, found in the search index and by the lookups of the table. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { getAccountHead } from "../../../shared/account/store/account.ts";
import { type Aliases, contactsWithLookups, loadAliases } from "../../../shared/contact/store/aliases.ts";
import { findManyContactIds, type LookupResult } from "../../../shared/contact/store/lookups.ts";
import { importLookups } from "../../../shared/import/identity/lookup-index.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { readAccount } from "../../../shared/import-commit/commit-account.ts";
import { readCommitRow } from "../../../shared/import-commit/commit-row.ts";
import type { ContactIndexes } from "../../../shared/search/contact-indexes.ts";
import { contactCalls } from "../../support/contact/contact-calls.ts";
import { commit, contactsOf, email, phone } from "../../support/import/imported-cards.ts";
import { newAccount, newIndexes, parsedContact } from "../../support/import/imports.ts";
import { mergeCalls } from "../../support/merge/merge-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

/** Few values, so that contacts share them. Some have other spellings, or differ only where the index does not. */
const values: readonly Partial<ParsedContact>[] = [
  { emails: [email("ann@x.example")] },
  { emails: [email("änn@x.example")] },
  { phones: [phone("+49", "301234567")] },
  { phones: [phone("", "0301234567")] },
  { phones: [phone("+43", "301234567")] },
  { network_d: "+49301234567" },
  { network_b: "ann" },
  { network_b: "bob" },
  { network_c: "ann" },
  { network_a: "https://www.linkedin.com/in/ann" },
  { website: "https://ann.example/#1" },
  // The entry is too long for the search log.
  { network_c: "bob", notes: Array.from({ length: 900 }, (_, index) => `word${index}`).join(" ") },
];

const some = fc.nat({ max: 999 });
const step = fc.tuple(
  fc.constantFrom("create", "create", "commit", "patch", "remove", "merge", "merge", "undo"),
  some,
  some,
);

it("are the same in every process, after any changes, merges and undos", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      const accountId = await newAccount(store);
      const calls = contactCalls(store, accountId);
      const { merge, undo } = mergeCalls(store, accountId);
      const now = () => new Date("2026-03-01T10:00:00.000Z");
      const processes = [newIndexes(store, now), newIndexes(store, now)];
      const merges: (string | null)[] = [];
      const rows = values.map((value, index) =>
        readCommitRow(parsedContact({ tempId: `asked${index}`, ...value }), now()),
      );
      const asked = rows.flatMap((row) => ("row" in row ? row : []));

      const lookups = asked.flatMap(({ row }) => importLookups(row.contact));
      /** The ids of the contacts that exist and that each lookup finds, by merged contacts, too. */
      const named = async (find: LookupResult, { survivorOf }: Aliases) => {
        const ids = new Set((await contactsOf(store, accountId)).map(({ id }) => id));
        return lookups.map((lookup) =>
          [
            ...new Set(
              find(lookup)
                .map(survivorOf)
                .filter((id) => ids.has(id)),
            ),
          ].sort(),
        );
      };
      const foundIn = async (indexes: ContactIndexes) => {
        const head = await getAccountHead(store, accountId);
        const aliases = await loadAliases(store, head);
        const { find, contacts } = await readAccount({ store, indexes, source: "vcard", head }, asked);
        return named((lookup) => find(lookup).filter((id) => contacts.has(aliases.survivorOf(id))), aliases);
      };

      for (const [at, [kind, one, other]] of steps.entries()) {
        const contacts = await contactsOf(store, accountId);
        const [left, right] = [contacts[one % contacts.length]?.id, contacts[other % contacts.length]?.id];
        const value = values[other % values.length] ?? {};
        const body = { firstName: `Ann${one}`, ...values[one % values.length], ...value };
        const indexes = processes[one % processes.length] as ContactIndexes;
        if (kind === "create") await calls.create(body);
        else if (kind === "commit")
          await commit(store, accountId, [parsedContact({ tempId: `${at}`, ...body })], { indexes });
        else if (kind === "undo") await undo(merges.pop() ?? null).catch(() => undefined);
        else if (!left || !right) continue;
        else if (kind === "patch") await calls.patch(left, value);
        else if (kind === "remove") await calls.remove(left);
        else if (left !== right) merges.push((await merge(left, right)).mergeId);
        if (at % 3 === 0) await foundIn(indexes);
      }
      const head = await getAccountHead(store, accountId);
      const byTable = await findManyContactIds(store, accountId, lookups, contactsWithLookups(head));
      const inTable = await named(byTable, await loadAliases(store, head));
      const unstored = { ...newIndexes(store, now), loadInTime: async () => undefined };
      for (const indexes of [...processes, newIndexes(store, now), unstored]) {
        expect(await foundIn(indexes)).toEqual(inTable);
      }
    }),
    { numRuns: 15 },
  );
});

it("are found by the lookups of the table where the index of a large account would have to be built", async () => {
  const accountId = await newAccount(store);
  await contactCalls(store, accountId).create({ firstName: "Ann" });
  const head = await getAccountHead(store, accountId);
  const large = { ...head, contactCount: 20_001 };
  const indexes = newIndexes(store, () => new Date());
  expect(await indexes.loadInTime(large)).toBeUndefined();
  const index = await indexes.loadInTime(head);
  expect(index?.size).toBe(1);
  expect(await indexes.loadInTime(large)).toBe(index);
});
