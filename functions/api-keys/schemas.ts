/** The schemas of the API key routes. */
import * as z from "zod";
import { keyIdPattern } from "../../shared/auth/api-key-text.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { createdAt, secretAnswer, shownOnce, totalCount } from "../../shared/platform/http/answer/common-fields.ts";
import { namedObject } from "../../shared/platform/http/route/named-schema.ts";
import { ignoreReadOnly } from "../../shared/platform/http/route/read-only.ts";
import { visibleLine } from "../../shared/platform/text/schema.ts";

const keyId = once(() =>
  z
    .string()
    .regex(keyIdPattern, "Must be the id of a key: 12 letters and digits")
    .meta({ description: "The id of the key, which is a part of it", examples: ["k7Qm2XvB9sLd"] }),
);
const labelWords = { description: "The name that the owner gives the key", examples: ["Address book sync"] };
const label = once(() => visibleLine(100).meta(labelWords));
const permission = once(() =>
  z
    .enum(["read", "full"])
    .describe("`read`: only GET and HEAD. `full`: every route that accepts keys. It can't be changed later"),
);

export const apiKeyParams = lazyObject(() => ({ id: keyId() }));

const readOnly = ["id", "keyPrefix", "createdAt", "lastUsedAt"];

export const apiKeyCreate = ignoreReadOnly("ApiKeyInput", readOnly, () => ({
  label: label(),
  permission: permission().default("read"),
}));

/** Only the label can change. The other fields of an answer may be sent back and are ignored. */
export const apiKeyPatch = ignoreReadOnly("ApiKeyPatch", [...readOnly, "permission"], () => ({ label: label() }));

export const apiKeyAnswer = namedObject(
  "ApiKey",
  () => ({
    id: keyId(),
    label: z.string().meta(labelWords),
    permission: permission(),
    keyPrefix: z.string().meta({
      description: "The key with its secret masked, to recognise it by",
      examples: ["service_key_k7Qm2XvB9sLd_…"],
    }),
    createdAt: createdAt(),
    lastUsedAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "When a request last used the key, within a minute; null if none did",
        examples: ["2026-03-03T14:31:07.250Z"],
      }),
  }),
  "A key by which a program calls the API for the account",
);
export type ApiKeyAnswer = z.output<ReturnType<typeof apiKeyAnswer>>;

export const apiKeyList = lazyObject(() => ({
  apiKeys: z.array(apiKeyAnswer()).describe("All keys of the account, the newest first"),
  totalCount: totalCount(),
}));

export const apiKeyCreated = secretAnswer("CreatedApiKey", () => ({
  ...apiKeyAnswer().shape,
  secret: shownOnce(z.string(), "The whole key", "service_key_k7Qm2XvB9sLd_EXAMPLE"),
}));
