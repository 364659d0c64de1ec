/** Shapes of the API key routes. */
import * as z from "zod";
import { keyIdPattern } from "../../shared/auth/api-key-format.ts";
import { ignoreReadOnly } from "../../shared/http/read-only.ts";
import { label as labelOf } from "../../shared/text/schema.ts";

const keyId = z.string().regex(keyIdPattern, "Must be the id of a key: 12 letters and digits");
const label = labelOf(100);
const permission = z.enum(["read", "full"]);

export const apiKeyParams = z.strictObject({ id: keyId });

const readOnly = ["id", "keyPrefix", "createdAt", "lastUsedAt"];

export const apiKeyCreate = ignoreReadOnly(
  readOnly,
  z.strictObject({
    label,
    permission: permission
      .default("read")
      .describe("`read`: GET and HEAD only; `full`: everything that is open to keys"),
  }),
);

/** Only the label can change; the rest of a key that was read may be sent back. */
export const apiKeyPatch = ignoreReadOnly([...readOnly, "permission"], z.strictObject({ label }));

export const apiKeyAnswer = z.strictObject({
  id: keyId,
  label: z.string(),
  permission,
  keyPrefix: z.string().describe("The key with its secret masked"),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe("Noted at most once a minute"),
});
export type ApiKeyAnswer = z.output<typeof apiKeyAnswer>;

export const apiKeyList = z.strictObject({ apiKeys: z.array(apiKeyAnswer), totalCount: z.int() });

export const apiKeyCreated = z.strictObject({
  ...apiKeyAnswer.shape,
  secret: z
    .string()
    .optional()
    .describe(
      "The whole key. It is shown this once and can't be had again: an answer that is repeated for an `Idempotency-Key` goes without it",
    ),
});
