/** Wiring of the import group. */
import { setTimeout as pause } from "node:timers/promises";
import { v7 as newId } from "uuid";
import { readEnvironment } from "../../shared/config/environment.ts";
import { createImportFiles } from "../../shared/files/import-files.ts";
import { createUploadForms } from "../../shared/files/upload-forms.ts";
import { keyedPipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { logToStandardOutput } from "../../shared/log/request-log.ts";
import { picturePartsFrom } from "../../shared/pictures/picture-parts.ts";
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
const store = { client, tableName: TABLE_NAME };
const common = { store, now: () => new Date(), newId: () => newId() };

export const handler = createHandler(
  importRoutes,
  importOperations({
    ...common,
    ...picturePartsFrom(process.env, { ...common, log: logToStandardOutput }),
    files: createImportFiles(IMPORT_BUCKET),
    signUpload: createUploadForms(IMPORT_BUCKET),
    findPlace: createPlaceFinder(PLACES_FILE),
    pause,
  }),
  keyedPipelinePartsFrom(process.env, client),
);
