/** The interaction operations without a gateway. Bodies are parsed as in the pipeline. */
import { v7 as newUuid } from "uuid";
import { type InteractionParts, interactionOperations } from "../../../functions/interactions/operations.ts";
import { interactionCreate, interactionPatch, interactionQuery } from "../../../functions/interactions/schemas.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import { sessionInput } from "../process/operation-input.ts";

/** `parts` replaces the clock, the ids or the retry policy. `remainingTime` returns the milliseconds that an operation has left. */
export function interactionCalls(
  store: Store,
  accountId: string,
  parts: Partial<InteractionParts> = {},
  remainingTime: () => number = () => 10_000,
) {
  const operations = interactionOperations({ store, now: () => new Date(), newId: () => newUuid(), ...parts });
  const call = { ...sessionInput(accountId), remainingTime };
  return {
    list: (query: Readonly<Record<string, string>> = {}) =>
      operations.listInteractions({ ...call, query: interactionQuery().parse(query) }),
    create: (body: unknown) => operations.createInteraction({ ...call, body: interactionCreate().parse(body) }),
    get: (id: string) => operations.getInteraction({ ...call, params: { id } }),
    patch: (id: string, body: unknown) =>
      operations.patchInteraction({ ...call, params: { id }, body: interactionPatch().parse(body) }),
    remove: (id: string) => operations.deleteInteraction({ ...call, params: { id } }),
  };
}
