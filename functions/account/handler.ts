/** Wiring of the account group. */
import { randomBytes } from "node:crypto";
import { createAddressFollower } from "../../shared/auth/follow-address.ts";
import { createSessionVerifier } from "../../shared/auth/session-token.ts";
import { readEnvironment } from "../../shared/config/environment.ts";
import { createAvatarUrls } from "../../shared/files/avatar-urls.ts";
import { keyedPipelinePartsFrom } from "../../shared/http/gateway-parts.ts";
import { createHandler } from "../../shared/http/pipeline.ts";
import { logToStandardOutput as log } from "../../shared/log/request-log.ts";
import { createDocumentClient } from "../../shared/table/client.ts";
import { accountOperations } from "./operations.ts";
import { accountReserved, accountRoutes } from "./routes.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "PICTURE_BUCKET", "SESSION_ISSUERS");
const client = createDocumentClient();
const store = { client, tableName: environment.TABLE_NAME };
const now = () => new Date();
const verifyToken = createSessionVerifier(environment.SESSION_ISSUERS);

export const handler = createHandler(
  accountRoutes,
  accountOperations({
    store,
    now,
    randomBytes,
    avatarUrls: createAvatarUrls(environment.PICTURE_BUCKET),
    followAddress: createAddressFollower({ store, verifyToken, now, log }),
  }),
  keyedPipelinePartsFrom(process.env, client),
  accountReserved,
);
