/** The Lambda handler of the import group. */
import { setTimeout as pause } from "node:timers/promises";
import { v7 as newId } from "uuid";
import { createImportFiles } from "../../shared/import/store/import-files.ts";
import { picturePartsFrom } from "../../shared/picture/picture-parts.ts";
import { createPlaceFinder } from "../../shared/place/find-place.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { logToStandardOutput } from "../../shared/platform/log/request-log.ts";
import { createUploadForms } from "../../shared/platform/s3/upload-forms.ts";
import { routeGroup } from "./group.ts";
import { importOperations } from "./operations.ts";

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
  routeGroup.rows,
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
