/** The declaration of the unsubscribe group, which the links in mails lead to. */
import * as z from "zod";
import { lazyObject } from "../../shared/platform/config/once.ts";
import { answerSeconds, type GroupDeclaration } from "../declaration.ts";

const html = { contentType: "text/html; charset=utf-8" };

const common = {
  access: "public",
  rateLimit: "default",
  path: "/unsubscribe/{token}",
  // Every text is accepted here, so that a link with a wrong token always answers 404.
  params: lazyObject(() => ({ token: z.string().describe("The token in the link of a mail") })),
  // Mail programs and link scanners add query parameters, which must not keep people from turning mails off.
  anyQuery: true,
  errors: ["not_found"],
  // For a wrong link, browsers get a page and programs the error envelope.
  answers: { 200: html, 404: html },
} as const;

export const routeGroup = {
  name: "unsubscribe",
  title: "Unsubscribe",
  description: "The links in mails that turn reminders off lead here.",
  resources: ["/unsubscribe"],
  memory: 512,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 412,
  grants: { table: ["GetItem", "Query", "PutItem", "DeleteItem"], pepper: true },
  rows: {
    // Virus scanners follow the links of mails, so a GET changes nothing.
    showUnsubscribePage: { ...common, method: "GET", summary: "Show the page that asks whether to turn reminders off" },
    // One-click unsubscription (RFC 8058, section 3.2) sends a form, which contains nothing that the method does not say.
    // The body is not read, so that no mail program is refused because of its form.
    turnOffReminders: { ...common, method: "POST", summary: "Turn the reminders of the account off, by one click" },
  },
} as const satisfies GroupDeclaration;
