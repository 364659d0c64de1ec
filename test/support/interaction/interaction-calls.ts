/** The interaction operations without a gateway. */
import { v7 as newUuid } from "uuid";
import { routeGroup } from "../../../functions/interactions/group.ts";
import { type InteractionParts, interactionOperations } from "../../../functions/interactions/operations.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { operationCalls } from "../process/operation-calls.ts";

/** `parts` replaces the clock, the ids or the retry policy. `remainingTime` returns the milliseconds that an operation has left. */
export function interactionCalls(
  store: Store,
  accountId: string,
  parts: Partial<InteractionParts> = {},
  remainingTime: () => number = () => 10_000,
) {
  const operations = interactionOperations({ store, now: () => new Date(), newId: () => newUuid(), ...parts });
  const call = operationCalls(routeGroup.rows, operations, accountId, remainingTime);
  return {
    list: (query = {}) => call("listInteractions", { query }),
    create: (body: unknown) => call("createInteraction", { body }),
    get: (id: string) => call("getInteraction", { params: { id } }),
    patch: (id: string, body: unknown) => call("patchInteraction", { params: { id }, body }),
    remove: (id: string) => call("deleteInteraction", { params: { id } }),
  };
}
