/** The schemas of the health routes. */
import * as z from "zod";
import { namedObject } from "../../shared/platform/http/route/named-schema.ts";

const critical = namedObject(
  "NeededService",
  () => ({
    ok: z.boolean().meta({ description: "Whether it answered as it should", examples: [true] }),
    latencyMs: z
      .int()
      .min(0)
      .meta({ description: "The milliseconds until it answered", examples: [4] }),
  }),
  "A service without which no request is answered",
);
const auxiliary = namedObject(
  "OptionalService",
  () => ({
    ok: z.boolean().meta({ description: "Whether it works. Also true when it is not configured", examples: [true] }),
    configured: z.boolean().meta({ description: "Whether this stage uses it", examples: [true] }),
  }),
  "A service without which most requests are answered",
);

export const liveAnswer = namedObject("Liveness", () => ({
  status: z.literal("ok").describe("The function runs; nothing else was checked"),
  timestamp: z.iso.datetime().meta({ description: "The time of the answer", examples: ["2026-03-03T14:31:07.250Z"] }),
  version: z.string().meta({ description: "The version of the service", examples: ["1.0.0"] }),
  gitSha: z.string().meta({ description: "The commit that the service was built from", examples: ["d52bc01"] }),
}));

export const readyAnswer = namedObject("Readiness", () => ({
  status: z
    .enum(["ok", "degraded", "unhealthy"])
    .describe("`unhealthy`: database, storage or cache fails. `degraded`: another configured service fails"),
  timestamp: z.iso
    .datetime()
    .meta({ description: "When the services were checked", examples: ["2026-03-03T14:31:07.250Z"] }),
  cached: z.boolean().meta({ description: "Whether this is the result of an earlier request", examples: [false] }),
  cacheExpiresAt: z.iso
    .datetime()
    .meta({ description: "When the services are checked again", examples: ["2026-03-03T14:32:07.250Z"] }),
  services: z
    .strictObject({
      database: critical(),
      storage: critical(),
      cache: critical(),
      smtp: auxiliary(),
      ai_provider: auxiliary(),
      maps_provider: auxiliary(),
      payments_provider: auxiliary(),
      analytics_provider: auxiliary(),
    })
    .describe("The result for each service"),
}));

export type ReadyAnswer = z.output<ReturnType<typeof readyAnswer>>;
export type ServiceName = keyof ReadyAnswer["services"];
