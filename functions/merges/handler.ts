/** The Lambda handler of the merge group. */
import { v7 as newId } from "uuid";
import { accountFileWriter } from "../../shared/account/store/account-files.ts";
import { createAvatarUrls } from "../../shared/picture/store/avatar-urls.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroup } from "./group.ts";
import { mergeOperations } from "./operations.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "PICTURE_BUCKET", "ACCOUNT_BUCKET");
const client = createDocumentClient();
const putLongValue = accountFileWriter(environment.ACCOUNT_BUCKET);

export const handler = createHandler(
  routeGroup.rows,
  mergeOperations({
    store: { client, tableName: environment.TABLE_NAME, putLongValue },
    avatarUrls: createAvatarUrls(environment.PICTURE_BUCKET),
    now: () => new Date(),
    newId: () => newId(),
  }),
  keyedPipelinePartsFrom(process.env, client),
);
