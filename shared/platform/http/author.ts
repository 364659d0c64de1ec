/**
 * Who asked for the writes of the present work. It reaches `writeAccount` through the asynchronous context, so that operations don't
 * handle it. A job in the background stores the author that asked for it, and works under it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "./route/route.ts";

export interface Author {
  kind: "session" | "key" | "service";
  /** The id of the key, or the kind. */
  id: string;
  /** The label of the key when it asked. */
  label: string | null;
  /** Whether the call came through `/mcp`. */
  agent: boolean;
}

/** The author of what no caller asks for, such as a planned interaction that comes due. */
const service: Author = { kind: "service", id: "service", label: null, agent: false };

/** The header by which `/mcp` marks its calls. It gives no rights: a caller that sends it only marks its own changes. */
export const agentHeader = "x-agent";

const storage = new AsyncLocalStorage<Author>();

/** All writes that `work` starts have this author; without one, the service. */
export function withAuthor<T>(author: Author | undefined, work: () => T): T {
  return storage.run(author ?? service, work);
}

export function currentAuthor(): Author {
  return storage.getStore() ?? service;
}

export function authorOf(caller: Caller | undefined, headers: Readonly<Record<string, string>>): Author {
  const agent = headers[agentHeader] !== undefined;
  if (!caller) return { ...service, agent };
  if (caller.kind === "session") return { kind: "session", id: "session", label: null, agent };
  return { kind: "key", id: caller.keyId, label: caller.label, agent };
}
