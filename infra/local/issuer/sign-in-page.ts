/** The page of the local issuer on which a person signs in. It looks as the pages of the service do. */
import { readFileSync } from "node:fs";
import { plainPage, plainPagePolicy } from "../../../shared/platform/http/answer/plain-page.ts";
import { escapeHtml } from "../../../shared/platform/text/safe-text.ts";

/** The style sheet of all pages. */
export function sheet(): string {
  return readFileSync(new URL("../../../shared/page/sheet.css", import.meta.url), "utf8");
}

/**
 * Browsers apply the policy for forms to the redirect after the form, too, so it names the origin to which that leads. Without
 * a referrer the form would have the origin `null`, which no local server accepts.
 */
export function pageHeaders(redirectUri: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": plainPagePolicy(`'self' ${new URL(redirectUri).origin}`),
    "referrer-policy": "same-origin",
  };
}

/** The form is sent to the address of the page, which has the request of the client. */
export function signInPage(email = "", fault?: string): string {
  const alert = fault === undefined ? "" : `<p role="alert" class="message fault" id="fault">${escapeHtml(fault)}</p>`;
  const state = fault === undefined ? "" : ' aria-invalid="true" aria-describedby="fault"';
  const content = `<p>This page stands in for the user pool on this machine. Every address is accepted, without a password.</p>
${alert}
<form method="post" novalidate>
<p><label for="username">E-mail address</label></p>
<p><input id="username" name="username" type="email" size="32" autocomplete="username" autofocus${state} value="${escapeHtml(email)}"></p>
<p><button class="first">Sign in</button></p>
</form>`;
  return plainPage({ language: "en", title: "Sign in", sheet: "/sheet.css", content });
}
