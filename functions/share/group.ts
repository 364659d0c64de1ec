/** The declaration of the share group. */
import { avatarPrefix } from "../../shared/picture/avatar-variants.ts";
import { answerSeconds, type GroupDeclaration } from "../declaration.ts";
import { shareAnswer, shareBody } from "./schemas.ts";

export const routeGroup = {
  name: "share",
  title: "Sharing",
  description:
    "Mails a contact as a vCard, which an import of this service and most address books read. Answers go to the verified " +
    "address of the account. An account may share with 50 recipients a day (UTC). Send an " +
    "`Idempotency-Key`: then a retry, also after a 5xx, sends only the mails that were not accepted yet. A request without a key " +
    "that is repeated sends every mail again, and counts the recipients again.",
  resources: ["/contacts/share"],
  memory: 512,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 912,
  grants: {
    table: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"],
    files: [{ bucket: "pictures", prefix: avatarPrefix, actions: ["GetObject", "ListBucket"] }],
    mail: true,
  },
  rows: {
    shareContact: {
      access: "integration",
      rateLimit: "default",
      method: "POST",
      path: "/contacts/share",
      summary: "Send a contact to others by mail, as a vCard with the selected fields",
      description:
        "Each recipient gets a mail of its own, with answers going to the account's address. At most 50 recipients a day. A repeated request with the same `Idempotency-Key` sends only the mails that were not accepted.",
      body: shareBody,
      example: {
        personId: "0199e0c4-8f6e-7a31-9c52-3f0b7c1d2e4a",
        recipientEmails: ["ben@example.com"],
        message: "This is the photographer whom I mentioned.",
        selectedFields: ["phones", "emails", "website"],
        sendCopy: true,
      },
      errors: ["contact_not_found", "address_not_verified"],
      answers: { 200: shareAnswer },
    },
  },
} as const satisfies GroupDeclaration;
