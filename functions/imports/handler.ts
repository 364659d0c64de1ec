/** Wiring of the import group. */
import { setTimeout as pause } from "node:timers/promises";
import { v7 as newId } from "uuid";
import { readEnvironment } from "../../shared/config/environment.ts";
import { createImportFiles } from "../../shared/files/import-files.ts";
import { pipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { createPlaceFinder } from "../../shared/places/read-gazetteer.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { importOperations } from "./operations.ts";
import { importRoutes } from "./routes.ts";

const { TABLE_NAME, IMPORT_BUCKET, PLACES_FILE } = readEnvironment(
  process.env,
  "TABLE_NAME",
  "IMPORT_BUCKET",
  "PLACES_FILE",
);
const client = createDocumentClient();

export const handler = createHandler(
  importRoutes,
  importOperations({
    store: { client, tableName: TABLE_NAME },
    files: createImportFiles(IMPORT_BUCKET),
    now: () => new Date(),
    newId: () => newId(),
    findPlace: createPlaceFinder(PLACES_FILE),
    pause,
  }),
  pipelinePartsFrom(process.env, client),
);
