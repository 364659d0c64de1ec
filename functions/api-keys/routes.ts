import { defineRoutes, type ReservedRows } from "../../shared/http/route.ts";

export const apiKeyRoutes = defineRoutes({});

/** What else lies below `/me` is kept for later. */
export const apiKeyReserved: ReservedRows = {
  "reserved.me": { method: "ANY", path: "/me", access: "session", reserved: true },
  "reserved.me.below": { method: "ANY", path: "/me/{rest+}", access: "session", reserved: true },
};
