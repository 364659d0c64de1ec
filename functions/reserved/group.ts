/** The declaration of paths that are reserved for later versions: a session gets 404, other callers are refused. */

import type { ReservedRows } from "../../shared/platform/http/route/route.ts";
import type { GroupDeclaration } from "../declaration.ts";

const families = ["sync", "chat", "subscriptions", "admin", "extension"] as const;

const reservedFamilies: ReservedRows = Object.fromEntries(
  families.flatMap((family) => [
    [`reserved.${family}`, { method: "ANY", path: `/${family}`, access: "session", reserved: true }],
    [`reserved.${family}.below`, { method: "ANY", path: `/${family}/{rest+}`, access: "session", reserved: true }],
  ]),
);

export const routeGroup = {
  name: "reserved",
  title: "Reserved",
  description: "Paths that are reserved for later versions.",
  resources: ["/sync", "/chat", "/subscriptions", "/admin", "/extension"],
  memory: 256,
  timeoutSeconds: 10,
  bundleKilobytes: 358,
  grants: {},
  rows: {},
  reserved: reservedFamilies,
} as const satisfies GroupDeclaration;
