/** The Lambda handler of the export group. */
import { setTimeout as pause } from "node:timers/promises";
import { v7 as newId } from "uuid";
import { createAccountFiles } from "../../shared/account/store/account-files.ts";
import { createDownloadSigner } from "../../shared/export/store/export-files.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { pipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { routeGroup } from "./group.ts";
import { exportOperations } from "./operations.ts";

const { TABLE_NAME, ACCOUNT_BUCKET } = readEnvironment(process.env, "TABLE_NAME", "ACCOUNT_BUCKET");
const client = createDocumentClient();

export const handler = createHandler(
  routeGroup.rows,
  exportOperations({
    store: { client, tableName: TABLE_NAME },
    files: createAccountFiles(ACCOUNT_BUCKET),
    signDownload: createDownloadSigner(ACCOUNT_BUCKET),
    now: () => new Date(),
    newId: () => newId(),
    pause,
  }),
  pipelinePartsFrom(process.env, client),
);
