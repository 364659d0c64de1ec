/** An account that imports and undoes imports, and what tests look at meanwhile. */
import { expect } from "vitest";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { contactCalls } from "../contact/contact-calls.ts";
import { type BegunCommit, createImportStand } from "../import/import-work.ts";
import { accountOf, parsedContact } from "../import/imports.ts";
import { groupCalls } from "../interaction/group-calls.ts";

export type ImportingAccount = Awaited<ReturnType<typeof importingAccount>>;

export async function importingAccount(store: Store) {
  const stand = createImportStand(store, Date.now());
  const accountId = await accountOf(store, { firstName: "Me" });
  const calls = contactCalls(store, accountId);
  const groups = groupCalls(store, accountId);
  return {
    ...{ stand, accountId, calls, groups },
    importRows: (rows: readonly ParsedContact[], labels: string[] = []) =>
      stand.importRows(accountId, rows, { groups: labels }),
    contactOf: async (id: string) => (await calls.get(id)).body?.contact,
    namesOf: async () =>
      (await calls.list({ limit: "200" })).body.contacts.map(({ firstName }) => firstName).toSorted(),
    countContacts: async () => (await calls.list({ limit: "1" })).body.pagination.totalCount,
    labelsOf: async () => (await groups.groups()).map(({ label }) => label).toSorted(),
    idsOf: async (begun: BegunCommit) =>
      (await stand.resultsOf(begun)).map(({ contactId }) => contactId ?? expect.fail("a row has no contact")),
    undosOf: async (begun: BegunCommit) => (await stand.resultsOf(begun)).map(({ undo }) => undo),
  };
}

/** Rows about one person. */
export function ann(tempId: string, more: Partial<ParsedContact> = {}): ParsedContact {
  return parsedContact({ tempId, firstName: "Ann", lastName: "Bell", network_b: "annbell", ...more });
}

export function email(value: string) {
  return { type: "home", value, preferred: false };
}
