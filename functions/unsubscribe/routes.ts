/** The rows of the unsubscribe group. */
import { defineRoutes } from "../../shared/http/route.ts";
import { tokenParams } from "./schemas.ts";

const html = { contentType: "text/html; charset=utf-8" };

const common = {
  access: "public",
  rateLimit: "default",
  path: "/unsubscribe/{token}",
  params: tokenParams,
  // Mail programs and those that rewrite links add some; nobody shall get mails on for that.
  anyQuery: true,
  errors: ["not_found"],
  // People get a page for a link that is wrong, programs the envelope.
  answers: { 200: html, 404: html },
} as const;

export const unsubscribeRoutes = defineRoutes({
  // Programs that look for harm follow the links of mails: reading changes nothing.
  showUnsubscribe: { ...common, method: "GET", summary: "Show the page that asks whether to turn reminders off" },
  // One click (RFC 8058, section 3.2): the body is a form or multipart, and says nothing that the method does not. It
  // is not looked at, so that no mail program is refused for how it writes it.
  unsubscribe: { ...common, method: "POST", summary: "Turn the reminders of the account off, by one click" },
});
