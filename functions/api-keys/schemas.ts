/** The schemas of the API key routes. */
import * as z from "zod";
import { keyIdPattern } from "../../shared/auth/api-key-text.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { ignoreReadOnly } from "../../shared/platform/http/route/read-only.ts";
import { visibleLine } from "../../shared/platform/text/schema.ts";

const keyId = once(() => z.string().regex(keyIdPattern, "Must be the id of a key: 12 letters and digits"));
const label = once(() => visibleLine(100));
const permission = once(() => z.enum(["read", "full"]));

export const apiKeyParams = lazyObject(() => ({ id: keyId() }));

const readOnly = ["id", "keyPrefix", "createdAt", "lastUsedAt"];

export const apiKeyCreate = ignoreReadOnly(readOnly, () => ({
  label: label(),
  permission: permission().default("read").describe("`read`: only GET and HEAD; `full`: every route that accepts keys"),
}));

/** Only the label can change. The other fields of an answer may be sent back and are ignored. */
export const apiKeyPatch = ignoreReadOnly([...readOnly, "permission"], () => ({ label: label() }));

export const apiKeyAnswer = lazyObject(() => ({
  id: keyId(),
  label: z.string(),
  permission: permission(),
  keyPrefix: z.string().describe("The key with its secret masked"),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe("Updated at most once a minute"),
}));
export type ApiKeyAnswer = z.output<ReturnType<typeof apiKeyAnswer>>;

export const apiKeyList = lazyObject(() => ({ apiKeys: z.array(apiKeyAnswer()), totalCount: z.int() }));

export const apiKeyCreated = lazyObject(() => ({
  ...apiKeyAnswer().shape,
  secret: z
    .string()
    .optional()
    .describe(
      "The whole key. It is shown only once: an answer that is repeated for an `Idempotency-Key` does not contain it",
    ),
}));
