/** The Lambda handler of the interaction group. */
import { v7 as newId } from "uuid";
import { accountFileWriter } from "../../shared/account/store/account-files.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroup } from "./group.ts";
import { interactionOperations } from "./operations.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "ACCOUNT_BUCKET");
const client = createDocumentClient();
const putLongValue = accountFileWriter(environment.ACCOUNT_BUCKET);

export const handler = createHandler(
  routeGroup.rows,
  interactionOperations({
    store: { client, tableName: environment.TABLE_NAME, putLongValue },
    now: () => new Date(),
    newId: () => newId(),
  }),
  keyedPipelinePartsFrom(process.env, client),
);
