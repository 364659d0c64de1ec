/** What newer contacts have taken of contacts in the trash: at most one has an external id, or the mark of an imported row. */
import type { AccountHead } from "../account/store/account.ts";
import type { ContactRecord } from "../contact/record.ts";
import { importedRowKey } from "../contact/store/contact-derived.ts";
import { findExternalIdOwner } from "../contact/store/external-ids.ts";
import { batchGet } from "../platform/dynamodb/batch.ts";
import { mapInParallel } from "../platform/dynamodb/parallel.ts";
import type { Store } from "../platform/dynamodb/store.ts";
import type { TrashedContact } from "./trash.ts";

const parallelReads = 16;

/** What a newer contact has now, so that the restored one comes back without it. */
export type LostField = "externalId" | "importMarks";

/** Who has an external id or a mark of an imported row now, by a name of both. */
export type Owners = Map<string, string>;

export async function readOwners(store: Store, head: AccountHead, trashed: readonly TrashedContact[]): Promise<Owners> {
  const contacts = trashed.map(({ contact }) => contact);
  const owners: Owners = new Map();
  await mapInParallel(contacts, parallelReads, async ({ externalId }) => {
    const owner = externalId === null ? undefined : await findExternalIdOwner(store, head, externalId);
    if (owner !== undefined) owners.set(externalIdName(externalId), owner);
  });
  const rows = contacts.flatMap(({ importedRows }) => importedRows);
  const marks = await batchGet(
    store,
    rows.map((row) => importedRowKey(head.accountId, row)),
  );
  for (const { sk, id } of marks) owners.set(String(sk), String(id));
  return owners;
}

function externalIdName(externalId: string | null): string {
  return `externalId ${externalId}`;
}

/** The contact without what another one has now. What it keeps is its own from now on. */
export function withoutTaken(contact: ContactRecord, owners: Owners): { after: ContactRecord; lost: LostField[] } {
  const { id, accountId } = contact;
  const isFree = (name: string) => (owners.get(name) ?? id) === id;
  const nameOf = (row: string) => importedRowKey(accountId, row).sk;
  const externalId = isFree(externalIdName(contact.externalId)) ? contact.externalId : null;
  const importedRows = contact.importedRows.filter((row) => isFree(nameOf(row)));
  const createdByRow = importedRows.find((row) => row === contact.createdByRow) ?? null;
  if (externalId !== null) owners.set(externalIdName(externalId), id);
  for (const row of importedRows) owners.set(nameOf(row), id);
  const lost: LostField[] = [
    ...(externalId === contact.externalId ? [] : ["externalId" as const]),
    ...(importedRows.length === contact.importedRows.length ? [] : ["importMarks" as const]),
  ];
  return { after: { ...contact, externalId, importedRows, createdByRow }, lost };
}
