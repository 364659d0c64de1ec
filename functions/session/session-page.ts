/** The pages of sign-in and sign-out: what happened, and one button. */
import { basePath } from "../../shared/auth/session-cookie.ts";
import { plainPage, plainPagePolicy } from "../../shared/platform/http/answer/plain-page.ts";
import type { ErrorPage, Page } from "../../shared/platform/http/answer/respond.ts";
import { type CatalogueEntry, errorCatalogue } from "../../shared/platform/http/error-catalogue.ts";
import { escapeHtml } from "../../shared/platform/text/safe-text.ts";

/** Shows an error to a browser. An operator must act on one that no later attempt can mend, so it has no button. */
export const sessionErrorPage: ErrorPage = async ({ code, message, retryAfter }, { requestId, baseUrl }) => {
  const { message: title }: CatalogueEntry = errorCatalogue[code];
  const texts = [message === title ? "" : message, `Request ${requestId}`].filter((text) => text !== "");
  const canRetry = code === "sign_in_failed" || retryAfter !== undefined;
  const button = `<p><a class="button first" href="${basePath(baseUrl)}/session/sign-in">Sign in again</a></p>`;
  return pageOf(baseUrl, escapeHtml(title), [
    ...texts.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(canRetry ? [button] : []),
  ]);
};

/**
 * Asks whether to sign out. The form leads to the sign-out page of the issuer, and a browser follows a redirect of a form only
 * to hosts that the policy names.
 */
export function signOutPage(baseUrl: string, issuerPage: string | undefined): Page {
  const form = '<form method="post"><button class="button first">Sign out</button></form>';
  const content = ["<p>You will be signed out in this browser.</p>", form];
  const page = pageOf(baseUrl, "Sign out?", content, issuerPage && new URL(issuerPage).origin);
  // Without a referrer, the browser would send the form with `Origin: null`.
  return { ...page, headers: { ...page.headers, "referrer-policy": "same-origin" } };
}

function pageOf(baseUrl: string, title: string, content: string[], formTarget?: string): Page {
  const sheet = `${basePath(baseUrl)}/docs/assets/sheet.css`;
  const targets = formTarget === undefined ? "'self'" : `'self' ${formTarget}`;
  return {
    headers: { "content-security-policy": plainPagePolicy(targets) },
    body: plainPage({ language: "en", title, sheet, content: content.join("\n") }),
  };
}
