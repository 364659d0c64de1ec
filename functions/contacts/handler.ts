/** The Lambda handler of the contact group. */
import { v7 as newId } from "uuid";
import { createAccountFiles } from "../../shared/account/store/account-files.ts";
import { createImportFiles } from "../../shared/import/store/import-files.ts";
import { createMembershipReader } from "../../shared/label/membership-reader.ts";
import { picturePartsFrom } from "../../shared/picture/picture-parts.ts";
import { createPlaceFinder } from "../../shared/place/find-place.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { logToStandardOutput } from "../../shared/platform/log/request-log.ts";
import { createUploadForms } from "../../shared/platform/s3/upload-forms.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { contactOperations } from "./operations.ts";
import { contactReserved, contactRoutes } from "./routes.ts";

const env = readEnvironment(process.env, "TABLE_NAME", "PLACES_FILE", "ACCOUNT_BUCKET", "IMPORT_BUCKET");
const client = createDocumentClient();
const accountFiles = createAccountFiles(env.ACCOUNT_BUCKET);
const store = { client, tableName: env.TABLE_NAME, putLongValue: accountFiles.put };
const common = { store, now: () => new Date(), newId: () => newId() };

export const handler = createHandler(
  contactRoutes,
  contactOperations({
    ...common,
    signUpload: createUploadForms(env.IMPORT_BUCKET),
    ...picturePartsFrom(process.env, { ...common, log: logToStandardOutput }),
    indexes: createContactIndexes({ ...common, files: accountFiles, log: logToStandardOutput }),
    memberships: createMembershipReader(store),
    accountFiles,
    importFiles: createImportFiles(env.IMPORT_BUCKET),
    findPlace: createPlaceFinder(env.PLACES_FILE),
  }),
  keyedPipelinePartsFrom(process.env, client),
  contactReserved,
);
