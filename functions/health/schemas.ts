/** The schemas of the health routes. */
import * as z from "zod";
import { lazyObject } from "../../shared/platform/config/once.ts";

const critical = lazyObject(() => ({ ok: z.boolean(), latencyMs: z.int().min(0) }));
const auxiliary = lazyObject(() => ({
  ok: z.boolean().describe("Also true when the service is not configured"),
  configured: z.boolean(),
}));

export const liveAnswer = lazyObject(() => ({
  status: z.literal("ok"),
  timestamp: z.iso.datetime(),
  version: z.string(),
  gitSha: z.string(),
}));

export const readyAnswer = lazyObject(() => ({
  status: z.enum(["ok", "degraded", "unhealthy"]),
  timestamp: z.iso.datetime().describe("When the services were checked"),
  cached: z.boolean(),
  cacheExpiresAt: z.iso.datetime(),
  services: z.strictObject({
    database: critical(),
    storage: critical(),
    cache: critical(),
    smtp: auxiliary(),
    ai_provider: auxiliary(),
    maps_provider: auxiliary(),
    payments_provider: auxiliary(),
    analytics_provider: auxiliary(),
  }),
}));

export type ReadyAnswer = z.output<ReturnType<typeof readyAnswer>>;
export type ServiceName = keyof ReadyAnswer["services"];
