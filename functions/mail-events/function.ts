/** The declaration of the function that records what SES reports about mails. */
import type { FunctionDeclaration } from "../declaration.ts";

export const mailEvents = {
  memory: 256,
  timeoutSeconds: 30,
  bundleKilobytes: 332,
  grants: { table: ["GetItem", "PutItem", "UpdateItem"] },
} as const satisfies FunctionDeclaration;
