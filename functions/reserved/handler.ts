/** Wiring of the reserved families: no rows, so every path refuses as its access says. */
import { pipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { reservedFamilies } from "./routes.ts";

export const handler = createHandler({}, {}, pipelinePartsFrom(process.env), reservedFamilies);
