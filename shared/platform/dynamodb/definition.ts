/**
 * The two tables as data. The stack creates them in the cloud, and the local host creates them in the emulator.
 *
 * `mainTable` holds all items of an account under one partition key, so that a page, a search and a transaction stay
 * inside one item collection. Local secondary indexes can be read consistently, but can't be added to an existing table.
 * infra/decisions/0003-table-and-indexes.md explains the indexes and their projections.
 */

export type Projection = "ALL" | "KEYS_ONLY" | readonly string[];

export interface IndexDefinition {
  name: string;
  /** Absent for a local index, which shares the table's partition key. */
  partitionKey?: string;
  sortKey: string;
  projection: Projection;
}

export interface TableDefinition {
  partitionKey: string;
  sortKey?: string;
  localIndexes: readonly IndexDefinition[];
  globalIndexes: readonly IndexDefinition[];
  /** The attribute with the time after which DynamoDB may delete the item, in seconds since the epoch. */
  expiryAttribute?: string;
  /** Its stream says which items were written, and not what is in them. */
  stream?: "KEYS_ONLY";
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
  stream: "KEYS_ONLY",
} as const satisfies TableDefinition;

/** Here, too, the items of an account share a partition key, so that they are found when the account is deleted. */
export const cacheTable = {
  partitionKey: "pk",
  sortKey: "sk",
  localIndexes: [],
  globalIndexes: [],
  expiryAttribute: "expiresAt",
} as const satisfies TableDefinition;
