/** The Lambda handler of the import group. */
import { setTimeout as pause } from "node:timers/promises";
import { v7 as newId } from "uuid";
import { createAccountFiles } from "../../shared/account/store/account-files.ts";
import { createImportFiles } from "../../shared/import/store/import-files.ts";
import { picturePartsFrom } from "../../shared/picture/picture-parts.ts";
import { createPlaceFinder } from "../../shared/place/find-place.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { logToStandardOutput } from "../../shared/platform/log/request-log.ts";
import { createUploadForms } from "../../shared/platform/s3/upload-forms.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { routeGroup } from "./group.ts";
import { importOperations } from "./operations.ts";

const env = readEnvironment(process.env, "TABLE_NAME", "ACCOUNT_BUCKET", "IMPORT_BUCKET", "PLACES_FILE");
const client = createDocumentClient();
const accountFiles = createAccountFiles(env.ACCOUNT_BUCKET);
const store = { client, tableName: env.TABLE_NAME, putLongValue: accountFiles.put };
const common = {
  ...{ store, now: () => new Date(), newId: () => newId(), log: logToStandardOutput },
  accountFiles,
};

export const handler = createHandler(
  routeGroup.rows,
  importOperations({
    ...common,
    indexes: createContactIndexes({ ...common, files: accountFiles, maxUnstoredShare: 1 / 16 }),
    ...picturePartsFrom(process.env, common),
    files: createImportFiles(env.IMPORT_BUCKET),
    signUpload: createUploadForms(env.IMPORT_BUCKET),
    findPlace: createPlaceFinder(env.PLACES_FILE),
    pause,
  }),
  keyedPipelinePartsFrom(process.env, client),
);
