/** Wiring of the geocoding group. */
import { readEnvironment } from "../../shared/config/environment.ts";
import { pipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { createGazetteerReader } from "../../shared/places/read-gazetteer.ts";
import { geocodeOperations } from "./operations.ts";
import { geocodeRoutes } from "./routes.ts";

const { PLACES_FILE } = readEnvironment(process.env, "PLACES_FILE");

export const handler = createHandler(
  geocodeRoutes,
  geocodeOperations(createGazetteerReader(PLACES_FILE)),
  pipelinePartsFrom(process.env),
);
