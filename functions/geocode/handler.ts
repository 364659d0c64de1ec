/** The Lambda handler of the geocoding group. */

import { createGazetteerReader } from "../../shared/place/find-place.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroup } from "./group.ts";
import { geocodeOperations } from "./operations.ts";

const { PLACES_FILE } = readEnvironment(process.env, "PLACES_FILE");

export const handler = createHandler(
  routeGroup.rows,
  geocodeOperations(createGazetteerReader(PLACES_FILE)),
  pipelinePartsFrom(process.env),
);
