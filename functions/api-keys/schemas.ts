/** The schemas of the API key routes. */
import * as z from "zod";
import { keyIdPattern } from "../../shared/auth/api-key-text.ts";
import { ignoreReadOnly } from "../../shared/platform/http/route/read-only.ts";
import { visibleLine } from "../../shared/platform/text/schema.ts";

const keyId = z.string().regex(keyIdPattern, "Must be the id of a key: 12 letters and digits");
const label = visibleLine(100);
const permission = z.enum(["read", "full"]);

export const apiKeyParams = z.strictObject({ id: keyId });

const readOnly = ["id", "keyPrefix", "createdAt", "lastUsedAt"];

export const apiKeyCreate = ignoreReadOnly(
  readOnly,
  z.strictObject({
    label,
    permission: permission.default("read").describe("`read`: only GET and HEAD; `full`: every route that accepts keys"),
  }),
);

/** Only the label can change. The other fields of an answer may be sent back and are ignored. */
export const apiKeyPatch = ignoreReadOnly([...readOnly, "permission"], z.strictObject({ label }));

export const apiKeyAnswer = z.strictObject({
  id: keyId,
  label: z.string(),
  permission,
  keyPrefix: z.string().describe("The key with its secret masked"),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe("Updated at most once a minute"),
});
export type ApiKeyAnswer = z.output<typeof apiKeyAnswer>;

export const apiKeyList = z.strictObject({ apiKeys: z.array(apiKeyAnswer), totalCount: z.int() });

export const apiKeyCreated = z.strictObject({
  ...apiKeyAnswer.shape,
  secret: z
    .string()
    .optional()
    .describe(
      "The whole key. It is shown only once: an answer that is repeated for an `Idempotency-Key` does not contain it",
    ),
});
