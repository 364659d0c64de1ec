/** The rows of the session group. */
import { defineRoutes } from "../../shared/http/route.ts";

// Both are open to everyone: they read the credentials themselves, since one of them makes what the authorizer would
// ask for.
const common = { access: "public", rateLimit: "default", path: "/session" } as const;

export const sessionRoutes = defineRoutes({
  startSession: {
    ...common,
    method: "POST",
    summary: "Exchange the session token of the header for a cookie that lives as long as it",
    errors: ["auth_required", "origin_not_allowed"],
    answers: { 204: "none" },
  },
  endSession: {
    ...common,
    method: "DELETE",
    summary: "End the session that the cookie carries",
    errors: ["origin_not_allowed"],
    answers: { 204: "none" },
  },
});
