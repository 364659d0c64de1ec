/** The Lambda handler of the share group. */
import { setTimeout as pause } from "node:timers/promises";
import { v7 as newId } from "uuid";
import { avatarKey, largestVariant } from "../../shared/picture/avatar-variants.ts";
import { createPictureFiles } from "../../shared/picture/store/picture-files.ts";
import { readEnvironment } from "../../shared/platform/config/environment.ts";
import { createDocumentClient } from "../../shared/platform/dynamodb/client.ts";
import { keyedPipelinePartsFrom } from "../../shared/platform/http/gateway-parts.ts";
import { createHandler } from "../../shared/platform/http/pipeline.ts";
import { logToStandardOutput as log } from "../../shared/platform/log/request-log.ts";
import { parseMailbox } from "../../shared/platform/mail/message.ts";
import { createMailClient, createMailer } from "../../shared/platform/mail/ses.ts";
import { routeGroup } from "./group.ts";
import { shareOperations } from "./operations.ts";

const env = readEnvironment(process.env, "TABLE_NAME", "PICTURE_BUCKET");
const mail = readEnvironment(process.env, "MAIL_SENDER", "MAIL_CONFIGURATION_SET", "MAIL_RATE");
const client = createDocumentClient();
const pictures = createPictureFiles(env.PICTURE_BUCKET);

export const handler = createHandler(
  routeGroup.rows,
  shareOperations({
    store: { client, tableName: env.TABLE_NAME },
    sender: mail.MAIL_SENDER === undefined ? undefined : parseMailbox(mail.MAIL_SENDER),
    mailer: createMailer({
      client: createMailClient(),
      ...(mail.MAIL_CONFIGURATION_SET !== undefined && { configurationSet: mail.MAIL_CONFIGURATION_SET }),
    }),
    perSecond: mail.MAIL_RATE,
    readAvatar: (id, photoVersion) => pictures.readPicture(avatarKey(id, photoVersion, largestVariant)),
    now: () => new Date(),
    newId: () => newId(),
    pause: (milliseconds) => pause(milliseconds),
    log,
  }),
  keyedPipelinePartsFrom(process.env, client),
);
