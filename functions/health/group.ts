/** The declarations of the health group and of the deployment gate, which runs the same checks. */
import type { FunctionDeclaration, GroupDeclaration } from "../declaration.ts";
import { liveAnswer, readyAnswer } from "./schemas.ts";

export const routeGroup = {
  name: "health",
  title: "Health",
  description: "For load balancers and monitoring.",
  resources: ["/health"],
  memory: 512,
  timeoutSeconds: 10,
  bundleKilobytes: 469,
  grants: { probes: true, settings: ["APP_VERSION", "GIT_SHA"] },
  rows: {
    checkLiveness: {
      method: "GET",
      path: "/health/live",
      access: "public",
      rateLimit: "none",
      summary: "Check that the service runs, and read its version",
      description: "Asks no other service, and needs no credentials.",
      answers: { 200: liveAnswer },
    },
    checkReadiness: {
      method: "GET",
      path: "/health/ready",
      access: "public",
      rateLimit: "probe",
      summary: "Check whether the services behind the API answer",
      description:
        "`unhealthy` is answered with 503, `degraded` with 200. An answer may be that of an earlier request (`cached`).",
      answers: { 200: readyAnswer, 503: readyAnswer },
    },
  },
} as const satisfies GroupDeclaration;

/** Checks the new versions of a deployment and the services before they get traffic (gate.ts). */
export const gate = {
  memory: 512,
  timeoutSeconds: 300,
  bundleKilobytes: 379,
  grants: { probes: true, versions: true },
} as const satisfies FunctionDeclaration;
