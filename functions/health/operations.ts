/** What the health routes do. */
import type { Operations } from "../../shared/http/route.ts";
import { createReadiness, type ReadinessParts } from "./readiness.ts";
import type { healthRoutes } from "./routes.ts";

export interface HealthParts extends ReadinessParts {
  version: string;
  gitSha: string;
}

export function healthOperations({ version, gitSha, ...readiness }: HealthParts): Operations<typeof healthRoutes> {
  const isReady = createReadiness(readiness);
  return {
    async healthLive() {
      const timestamp = new Date(readiness.now()).toISOString();
      return { status: 200, body: { status: "ok", timestamp, version, gitSha } };
    },

    async healthReady() {
      const body = await isReady();
      return { status: body.status === "unhealthy" ? 503 : 200, body };
    },
  };
}
