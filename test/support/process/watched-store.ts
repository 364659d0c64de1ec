/** A store whose calls a test can observe, replace or fail. */
import type { Store } from "../../../shared/platform/dynamodb/store.ts";

export interface Command {
  /** Such as `TransactWriteCommand`. */
  name: string;
  input: unknown;
}

/** `around` is called for each command, and runs it by `send` or does something else. */
export function watchedStore(
  store: Store,
  around: (command: Command, send: () => Promise<unknown>) => Promise<unknown>,
): Store {
  const watched = new Proxy(store.client, {
    get: (target, name) => {
      if (name !== "send") return Reflect.get(target, name);
      return (command: { input: unknown }) =>
        around({ name: command.constructor.name, input: command.input }, () => target.send(command as never));
    },
  });
  return { ...store, client: watched };
}

/** The store of another process, which shares no memory with this one. */
export function otherProcess(store: Store): Store {
  return watchedStore(store, (_command, send) => send());
}

/** The number of keys or actions of a batch or a transaction. */
export function countOf({ input }: Command): number {
  const { RequestItems, TransactItems } = input as {
    RequestItems?: Record<string, { Keys: unknown[] }>;
    TransactItems?: unknown[];
  };
  return TransactItems?.length ?? Object.values(RequestItems ?? {}).flatMap(({ Keys }) => Keys).length;
}
