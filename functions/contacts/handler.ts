/** Wiring of the contact group. */
import { v7 as newId } from "uuid";
import { readEnvironment } from "../../shared/config/environment.ts";
import { createAccountFiles } from "../../shared/files/account-files.ts";
import { createImportFiles } from "../../shared/files/import-files.ts";
import { createUploadForms } from "../../shared/files/upload-forms.ts";
import { keyedPipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { createMembershipReader } from "../../shared/labels/membership-reader.ts";
import { logToStandardOutput } from "../../shared/log/request-log.ts";
import { picturePartsFrom } from "../../shared/pictures/picture-parts.ts";
import { createPlaceFinder } from "../../shared/places/read-gazetteer.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { contactOperations } from "./operations.ts";
import { contactReserved, contactRoutes } from "./routes.ts";

const env = readEnvironment(process.env, "TABLE_NAME", "PLACES_FILE", "ACCOUNT_BUCKET", "IMPORT_BUCKET");
const client = createDocumentClient();
const store = { client, tableName: env.TABLE_NAME };
const accountFiles = createAccountFiles(env.ACCOUNT_BUCKET);
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
