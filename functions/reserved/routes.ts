/** Families of paths that are kept for later: they refuse as session routes do, and answer a session 404. */
import type { ReservedRows } from "../../shared/http/route.ts";

const families = ["sync", "chat", "subscriptions", "admin", "webhooks", "extension"] as const;

export const reservedFamilies: ReservedRows = Object.fromEntries(
  families.flatMap((family) => [
    [`reserved.${family}`, { method: "ANY", path: `/${family}`, access: "session", reserved: true }],
    [`reserved.${family}.below`, { method: "ANY", path: `/${family}/{rest+}`, access: "session", reserved: true }],
  ]),
);
