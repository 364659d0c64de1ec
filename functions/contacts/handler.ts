/** Wiring of the contact group. */
import { v7 as newId } from "uuid";
import { readEnvironment } from "../../shared/config/environment.ts";
import { createAccountFiles } from "../../shared/files/account-files.ts";
import { createImportFiles } from "../../shared/files/import-files.ts";
import { pipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { logToStandardOutput } from "../../shared/log/request-log.ts";
import { createPlaceFinder } from "../../shared/places/read-gazetteer.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { contactOperations } from "./operations.ts";
import { contactReserved, contactRoutes } from "./routes.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "ACCOUNT_BUCKET", "IMPORT_BUCKET", "PLACES_FILE");
const client = createDocumentClient();
const store = { client, tableName: environment.TABLE_NAME };
const accountFiles = createAccountFiles(environment.ACCOUNT_BUCKET);
const now = () => new Date();

export const handler = createHandler(
  contactRoutes,
  contactOperations({
    store,
    indexes: createContactIndexes({ store, files: accountFiles, now, log: logToStandardOutput }),
    accountFiles,
    importFiles: createImportFiles(environment.IMPORT_BUCKET),
    findPlace: createPlaceFinder(environment.PLACES_FILE),
    now,
    newId: () => newId(),
  }),
  pipelinePartsFrom(process.env, client),
  contactReserved,
);
