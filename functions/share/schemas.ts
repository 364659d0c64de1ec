/** The schemas of sharing a contact. */
import * as z from "zod";
import { contactLimits } from "../../shared/contact/limits.ts";
import { looksLikeEmail, lowerCaseDomain } from "../../shared/contact/reach/email.ts";
import { lazyObject, once } from "../../shared/platform/config/once.ts";
import { isDeliverable } from "../../shared/platform/mail/deliverable-address.ts";
import { blankIsNull, line, lines, uuid } from "../../shared/platform/text/schema.ts";
import { type SelectedField, selectedFields } from "./selected-fields.ts";

const maxRecipients = 10;
/** Code points. */
const maxMessage = 2_000;

const recipient = once(() =>
  line(contactLimits.emailValue)
    .meta({ format: "email" })
    .transform(lowerCaseDomain)
    .pipe(
      line(contactLimits.emailValue)
        .refine(looksLikeEmail, { error: "Must be an e-mail address", abort: true })
        .refine(isDeliverable, "Mail can't be sent to this address: what is before the @ must be ASCII"),
    ),
);

export const shareBody = lazyObject(() => ({
  personId: uuid().describe("The contact to share"),
  recipientEmails: z
    .array(recipient())
    .min(1, "Must name at least one recipient")
    .max(maxRecipients, `At most ${maxRecipients} recipients`)
    .describe("Each gets a mail of its own. An address that stands twice gets one"),
  message: blankIsNull(lines(maxMessage)).optional().describe("Stands in every mail, as plain text"),
  selectedFields: z
    .array(z.enum(Object.keys(selectedFields) as SelectedField[]))
    .max(Object.keys(selectedFields).length)
    .optional()
    .describe("What the card has besides `name`, `avatar` and `headline`, which it always has. All if absent"),
  sendCopy: z.boolean().default(false).describe("Whether the account gets a copy, unless it is a recipient"),
}));
export type ShareBody = z.output<ReturnType<typeof shareBody>>;

export const shareAnswer = lazyObject(() => ({
  success: z.literal(true).describe("Every mail was accepted by the mail service"),
}));
