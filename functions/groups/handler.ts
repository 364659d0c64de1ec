/** Wiring of the group and tag routes. */
import { v7 as newId } from "uuid";
import { readEnvironment } from "../../shared/config/environment.ts";
import { createAccountFiles } from "../../shared/files/account-files.ts";
import { createAvatarUrls } from "../../shared/files/avatar-urls.ts";
import { createImportFiles } from "../../shared/files/import-files.ts";
import { keyedPipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { createMembershipReader } from "../../shared/labels/membership-reader.ts";
import { logToStandardOutput } from "../../shared/log/request-log.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { groupOperations } from "./operations.ts";
import { groupRoutes } from "./routes.ts";

const env = readEnvironment(process.env, "TABLE_NAME", "ACCOUNT_BUCKET", "IMPORT_BUCKET", "PICTURE_BUCKET");
const client = createDocumentClient();
const store = { client, tableName: env.TABLE_NAME };
const common = { store, now: () => new Date() };

export const handler = createHandler(
  groupRoutes,
  groupOperations({
    ...common,
    newId: () => newId(),
    indexes: createContactIndexes({
      ...common,
      files: createAccountFiles(env.ACCOUNT_BUCKET),
      log: logToStandardOutput,
    }),
    memberships: createMembershipReader(store),
    importFiles: createImportFiles(env.IMPORT_BUCKET),
    avatarUrls: createAvatarUrls(env.PICTURE_BUCKET),
  }),
  keyedPipelinePartsFrom(process.env, client),
);
