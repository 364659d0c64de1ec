/**
 * A store that keeps its writes in memory and reads as if they were in the table, so that work can be tried by the code that does it.
 * It has the commands of `writeAccount` and its plans, and their conditions hold, because nobody else writes to it.
 */
import {
  BatchGetCommand,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { mainTable } from "./definition.ts";
import type { TableItem } from "./query.ts";
import type { Store, WriteAction } from "./store.ts";

export function draftStore(store: Store): Store {
  const draft = new Draft(store);
  const client = new Proxy(store.client, {
    get: (target, name) => (name === "send" ? (command: unknown) => draft.send(command) : Reflect.get(target, name)),
  });
  return { client, tableName: store.tableName, putLongValue: async () => {} };
}

/** The start of a sort key, by which written items are found without looking at all of them. */
function kindOf(sortKey: unknown): string {
  return String(sortKey).split("#", 1)[0] ?? "";
}

class Draft {
  private readonly store: Store;
  /** By the kind of the sort key, then by key; null for a deleted item. */
  private readonly written = new Map<string, Map<string, TableItem | null>>();

  constructor(store: Store) {
    this.store = store;
  }

  async send(command: unknown): Promise<unknown> {
    if (command instanceof GetCommand) return { Item: (await this.get(command.input.Key ?? {})) ?? undefined };
    if (command instanceof BatchGetCommand) return this.getMany(command);
    if (command instanceof QueryCommand) return this.query(command.input);
    if (command instanceof TransactWriteCommand) return this.write(command.input);
    throw new Error(`a draft has no ${command instanceof Object ? command.constructor.name : "such command"}`);
  }

  private known(key: TableItem): TableItem | null | undefined {
    return this.written.get(kindOf(key.sk))?.get(`${key.pk} ${key.sk}`);
  }

  private keep(key: TableItem, item: TableItem | null): void {
    const ofKind = this.written.get(kindOf(key.sk)) ?? new Map<string, TableItem | null>();
    this.written.set(kindOf(key.sk), ofKind.set(`${key.pk} ${key.sk}`, item));
  }

  private async get(Key: TableItem): Promise<TableItem | null> {
    const known = this.known(Key);
    if (known !== undefined) return known;
    const { client, tableName: TableName } = this.store;
    return (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item ?? null;
  }

  private async getMany({ input }: BatchGetCommand) {
    const { client, tableName } = this.store;
    const { Keys = [], ...options } = input.RequestItems?.[tableName] ?? {};
    const unknown = Keys.filter((key) => this.known(key) === undefined);
    const RequestItems = { [tableName]: { ...options, Keys: unknown } };
    const answer = unknown.length > 0 ? await client.send(new BatchGetCommand({ RequestItems })) : undefined;
    const items = [...Keys.flatMap((key) => this.known(key) ?? []), ...(answer?.Responses?.[tableName] ?? [])];
    return { ...answer, Responses: { [tableName]: items } };
  }

  /** A page may have more items than its limit. */
  private async query({ Select: _, ProjectionExpression: _none, ...input }: QueryCommandInput) {
    const { IndexName, ScanIndexForward = true, ExclusiveStartKey: start, Limit } = input;
    const attribute = mainTable.localIndexes.find(({ name }) => name === IndexName)?.sortKey ?? "sk";
    const items: TableItem[] = [];
    let end = start;
    do {
      const page = await this.store.client.send(new QueryCommand({ ...input, ExclusiveStartKey: end }));
      items.push(...(page.Items ?? []).filter((item) => this.known(item) === undefined));
      end = page.LastEvaluatedKey;
    } while (end && Limit !== undefined && items.length < Limit);
    const isBefore = (one: TableItem, other: TableItem) =>
      ScanIndexForward
        ? String(one[attribute]) < String(other[attribute])
        : String(one[attribute]) > String(other[attribute]);
    const own = this.writtenIn(input, attribute).filter(
      (item) => (!start || isBefore(start, item)) && (!end || !isBefore(end, item)),
    );
    const all = [...items, ...own].sort((one, other) => (isBefore(one, other) ? -1 : 1));
    return { Items: all, Count: all.length, LastEvaluatedKey: end };
  }

  private writtenIn(
    { KeyConditionExpression = "", ExpressionAttributeValues = {} }: QueryCommandInput,
    attribute: string,
  ) {
    const [, from, to] = /BETWEEN (:\w+) AND (:\w+)/.exec(KeyConditionExpression) ?? [];
    const [first, last] = [from, to].map((name) => (name ? String(ExpressionAttributeValues[name]) : undefined));
    const isByKey = attribute === "sk" && first !== undefined;
    const kinds = isByKey
      ? [this.written.get(kindOf(first)) ?? new Map<string, TableItem | null>()]
      : this.written.values();
    return [...kinds].flatMap((ofKind) =>
      [...ofKind.values()].filter((item): item is TableItem => {
        const key = item?.[attribute];
        if (typeof key !== "string" || item?.pk !== ExpressionAttributeValues[":pk"]) return false;
        return (first === undefined || key >= first) && (last === undefined || key <= last);
      }),
    );
  }

  private async write({ TransactItems = [] }: TransactWriteCommandInput) {
    for (const { Put, Delete, Update } of TransactItems) {
      if (Put?.Item) this.keep(Put.Item, Put.Item);
      if (Delete?.Key) this.keep(Delete.Key, null);
      if (Update?.Key) this.keep(Update.Key, updated(Update, await this.get(Update.Key)));
    }
    return {};
  }
}

/** `SET #a = :a, … REMOVE #b, …`, as plans write it. */
function updated(
  { Key, UpdateExpression = "", ...update }: NonNullable<WriteAction["Update"]>,
  before: TableItem | null,
): TableItem {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = update;
  const after: TableItem = { ...Key, ...before };
  for (const [, name = "", value = ""] of UpdateExpression.matchAll(/(#\w+) = (:\w+)/g))
    after[names[name] ?? ""] = values[value];
  const [, removed = ""] = /REMOVE (.*)/.exec(UpdateExpression) ?? [];
  for (const [name] of removed.matchAll(/#\w+/g)) delete after[names[name] ?? ""];
  return after;
}
