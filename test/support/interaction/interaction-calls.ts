/** The interaction operations without a gateway: what the account can do with interactions. */
import { v7 as newUuid } from "uuid";
import { type InteractionParts, interactionOperations } from "../../../functions/interactions/operations.ts";
import { interactionCreate, interactionPatch, interactionQuery } from "../../../functions/interactions/schemas.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";

/** `parts` replaces clock, ids or patience; `remainingTime` tells the milliseconds that an operation has left. */
export function interactionCalls(
  store: Store,
  accountId: string,
  parts: Partial<InteractionParts> = {},
  remainingTime: () => number = () => 10_000,
) {
  const operations = interactionOperations({ store, now: () => new Date(), newId: () => newUuid(), ...parts });
  const call = {
    caller: { kind: "session", accountId } as const,
    headers: {},
    requestId: "request",
    clientAddress: "127.0.0.1",
    baseUrl: "http://localhost",
    remainingTime,
  };
  return {
    list: (query: Readonly<Record<string, string>> = {}) =>
      operations.listInteractions({ ...call, params: {}, query: interactionQuery.parse(query), body: undefined }),
    create: (body: unknown) =>
      operations.createInteraction({ ...call, params: {}, query: {}, body: interactionCreate.parse(body) }),
    get: (id: string) => operations.getInteraction({ ...call, params: { id }, query: {}, body: undefined }),
    patch: (id: string, body: unknown) =>
      operations.patchInteraction({ ...call, params: { id }, query: {}, body: interactionPatch.parse(body) }),
    remove: (id: string) => operations.deleteInteraction({ ...call, params: { id }, query: {}, body: undefined }),
  };
}
