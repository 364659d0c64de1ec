/** The Lambda handler of the account group. */
import { randomBytes } from "node:crypto";
import { v7 as newId } from "uuid";
import { createAccountFiles } from "../../shared/account/store/account-files.ts";
import { createSessionVerifier } from "../../shared/auth/session-token.ts";
import { unsubscribeLinksFrom } from "../../shared/auth/unsubscribe-links.ts";
import { createAvatarUrls } from "../../shared/picture/store/avatar-urls.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { logToStandardOutput as log } from "../../shared/platform/log/request-log.ts";
import { createAddressFollower } from "./follow-address.ts";
import { routeGroup } from "./group.ts";
import { accountOperations } from "./operations.ts";

const environment = readEnvironment(process.env, "TABLE_NAME", "PICTURE_BUCKET", "ACCOUNT_BUCKET", "SESSION_ISSUERS");
const { MAIL_SENDER: mailSender } = readEnvironment(process.env, "MAIL_SENDER");
const client = createDocumentClient();
const store = { client, tableName: environment.TABLE_NAME };
const now = () => new Date();
const verifyToken = createSessionVerifier(environment.SESSION_ISSUERS);

export const handler = createHandler(
  routeGroup.rows,
  accountOperations({
    store,
    files: createAccountFiles(environment.ACCOUNT_BUCKET),
    newId: () => newId(),
    now,
    log,
    randomBytes,
    avatarUrls: createAvatarUrls(environment.PICTURE_BUCKET),
    sendsMail: Boolean(mailSender),
    unsubscribeUrl: unsubscribeLinksFrom(process.env, Date.now),
    followAddress: createAddressFollower({ store, verifyToken, now, log }),
  }),
  keyedPipelinePartsFrom(process.env, client),
  routeGroup.reserved,
);
