/** The page of the local issuer on which a person signs in. */
import { createHash } from "node:crypto";
import { escapeHtml } from "../../../shared/platform/text/safe-text.ts";

const styles = `:root { color-scheme: light dark; background: Canvas; font: 15px/1.5 system-ui, sans-serif; }
main { width: min(20rem, 100%); margin: 20vh auto; }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
input, button { min-height: 44px; margin: 8px 0 16px; padding: 0 12px; border: 1px solid GrayText; border-radius: 8px; }
[role="alert"] { color: light-dark(#b3261e, #f2b8b5); }`;

const styleHash = createHash("sha256").update(styles).digest("base64");

/**
 * Browsers apply `form-action` to the redirect after the form, too, so it names the origin to which that leads. With the
 * policy `no-referrer` the form would have the origin `null`, which no local server accepts.
 */
export function pageHeaders(redirectUri: string): Record<string, string> {
  const style = `style-src 'sha256-${styleHash}'`;
  const form = `form-action 'self' ${new URL(redirectUri).origin}`;
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; ${style}; ${form}; base-uri 'none'; frame-ancestors 'none'`,
    "referrer-policy": "same-origin",
  };
}

/** The form is sent to the address of the page, which has the request of the client. */
export function signInPage(email = "", fault?: string): string {
  const alert = fault === undefined ? "" : `<p role="alert" id="fault">${escapeHtml(fault)}</p>`;
  const state = fault === undefined ? "" : ' aria-invalid="true" aria-describedby="fault"';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in</title>
<style>${styles}</style>
<main>
<h1>Sign in</h1>
<p>This page stands in for the user pool on this machine. Every address is accepted, without a password.</p>
${alert}
<form method="post" novalidate>
<label for="username">E-mail address</label>
<input id="username" name="username" type="email" autocomplete="username" autofocus${state} value="${escapeHtml(email)}">
<button>Sign in</button>
</form>
</main>
</html>
`;
}
