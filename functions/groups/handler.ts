/** The Lambda handler of the group and tag routes. */
import { v7 as newId } from "uuid";
import { createAccountFiles } from "../../shared/account/store/account-files.ts";
import { createImportFiles } from "../../shared/import/store/import-files.ts";
import { createMembershipReader } from "../../shared/label/membership-reader.ts";
import { createAvatarUrls } from "../../shared/picture/store/avatar-urls.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { logToStandardOutput } from "../../shared/platform/log/request-log.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { groupOperations } from "./operations.ts";
import { groupRoutes } from "./routes.ts";

const env = readEnvironment(process.env, "TABLE_NAME", "ACCOUNT_BUCKET", "IMPORT_BUCKET", "PICTURE_BUCKET");
const client = createDocumentClient();
const accountFiles = createAccountFiles(env.ACCOUNT_BUCKET);
const store = { client, tableName: env.TABLE_NAME, putLongValue: accountFiles.put };
const common = { store, now: () => new Date() };

export const handler = createHandler(
  groupRoutes,
  groupOperations({
    ...common,
    newId: () => newId(),
    indexes: createContactIndexes({
      ...common,
      files: accountFiles,
      log: logToStandardOutput,
    }),
    memberships: createMembershipReader(store),
    importFiles: createImportFiles(env.IMPORT_BUCKET),
    avatarUrls: createAvatarUrls(env.PICTURE_BUCKET),
  }),
  keyedPipelinePartsFrom(process.env, client),
);
