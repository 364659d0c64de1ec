/**
 * The two tables as data: the stack creates them from it in the cloud, the local host in the emulator.
 *
 * `main` holds everything of an account under one partition key, so that a page, a search and a transaction stay inside
 * one item collection. Local secondary indexes read consistently and exist only from the table's birth; why these four,
 * and why these projections, is in `infra/decisions/0003-table-and-indexes.md`.
 */

export type Projection = "ALL" | "KEYS_ONLY" | readonly string[];

export interface IndexDefinition {
  name: string;
  /** Absent for a local index: it shares the table's. */
  partitionKey?: string;
  sortKey: string;
  projection: Projection;
}

export interface TableDefinition {
  partitionKey: string;
  sortKey?: string;
  localIndexes: readonly IndexDefinition[];
  globalIndexes: readonly IndexDefinition[];
  /** Seconds since the epoch after which an item may be deleted. */
  expiryAttribute?: string;
}

/** Every key of every table and index is a string. */
export const mainTable = {
  partitionKey: "pk",
  sortKey: "sk",
  localIndexes: [
    { name: "byName", sortKey: "nameKey", projection: "ALL" },
    { name: "bySurname", sortKey: "surnameKey", projection: "ALL" },
    { name: "byInteraction", sortKey: "interactionKey", projection: "ALL" },
    { name: "byDue", sortKey: "dueKey", projection: "ALL" },
  ],
  globalIndexes: [
    {
      name: "contactPins",
      partitionKey: "pk",
      sortKey: "contactGeohash",
      projection: [
        "id",
        "firstName",
        "lastName",
        "photoVersion",
        "headline",
        "location",
        "latitude",
        "longitude",
        "pinLatitude",
        "pinLongitude",
        "lastInteraction",
      ],
    },
    { name: "addressPins", partitionKey: "pk", sortKey: "addressGeohash", projection: "ALL" },
  ],
  expiryAttribute: "expiresAt",
} as const satisfies TableDefinition;

export const cacheTable = {
  partitionKey: "pk",
  localIndexes: [],
  globalIndexes: [],
  expiryAttribute: "expiresAt",
} as const satisfies TableDefinition;
