/** The declaration of the authorizer, which the gateway calls before every request of a route that is not public. */
import type { FunctionDeclaration } from "../declaration.ts";

export const authorizer = {
  memory: 1024,
  // The gateway itself waits no longer.
  timeoutSeconds: 10,
  bundleKilobytes: 547,
  grants: {
    // The first request of a person creates the account, and each use of a key is recorded.
    table: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
    sessions: true,
    pepper: true,
    // A session cookie is accepted only from an origin of the list.
    settings: ["ALLOWED_ORIGINS"],
  },
} as const satisfies FunctionDeclaration;
