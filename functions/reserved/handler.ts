/** The Lambda handler of the reserved paths. */
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroup } from "./group.ts";

export const handler = createHandler(routeGroup.rows, {}, pipelinePartsFrom(process.env), routeGroup.reserved);
