/** A store whose calls can be watched, replaced and made to fail: what a process in trouble has. */
import type { Store } from "../../../shared/platform/dynamodb/store.ts";

export interface Command {
  /** Such as `TransactWriteCommand`. */
  name: string;
  input: unknown;
}

/** `around` carries a call out by `send`, or does something else; its own table and process are the store's. */
export function watchedStore(
  { client, tableName }: Store,
  around: (command: Command, send: () => Promise<unknown>) => Promise<unknown>,
): Store {
  const watched = new Proxy(client, {
    get: (target, name) => {
      if (name !== "send") return Reflect.get(target, name);
      return (command: { input: unknown }) =>
        around({ name: command.constructor.name, input: command.input }, () => target.send(command as never));
    },
  });
  return { client: watched, tableName };
}

/** The given number of keys or actions of a command that has many, by its name. */
export function countOf({ input }: Command): number {
  const { RequestItems, TransactItems } = input as {
    RequestItems?: Record<string, { Keys: unknown[] }>;
    TransactItems?: unknown[];
  };
  return TransactItems?.length ?? Object.values(RequestItems ?? {}).flatMap(({ Keys }) => Keys).length;
}
