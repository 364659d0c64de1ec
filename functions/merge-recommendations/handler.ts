/** The Lambda handler of the group of merge recommendations. */
import { createAccountFiles } from "../../shared/account/store/account-files.ts";
import { createAvatarUrls } from "../../shared/picture/store/avatar-urls.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { logToStandardOutput as log } from "../../shared/platform/log/request-log.ts";
import { createContactIndexes } from "../../shared/search/contact-indexes.ts";
import { routeGroup } from "./group.ts";
import { recommendationOperations } from "./operations.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "ACCOUNT_BUCKET", "PICTURE_BUCKET");
const client = createDocumentClient();
const common = { store: { client, tableName: environment.TABLE_NAME }, now: () => new Date() };

export const handler = createHandler(
  routeGroup.rows,
  recommendationOperations({
    ...common,
    indexes: createContactIndexes({ ...common, files: createAccountFiles(environment.ACCOUNT_BUCKET), log }),
    avatarUrls: createAvatarUrls(environment.PICTURE_BUCKET),
  }),
  pipelinePartsFrom(process.env, client),
);
