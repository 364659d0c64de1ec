/** The pages of the local issuer: the one on which a person signs in, and the one that says why that is not possible. */
import { createHash } from "node:crypto";
import { escapeHtml } from "../../../shared/platform/text/safe-text.ts";

const styles = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 1rem; box-sizing: border-box; }
main { width: min(20rem, 100vw - 2rem); }
h1 { font-size: 24px; }
label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
input, button { min-height: 44px; margin: 8px 0 16px; padding: 0 12px; border: 1px solid GrayText; border-radius: 8px; }
[role="alert"] { color: light-dark(#b3261e, #f2b8b5); }`;

const styleHash = createHash("sha256").update(styles).digest("base64");

/**
 * Browsers apply `form-action` to the redirect after the form, too, so it names the origin to which that leads. With the
 * policy `no-referrer` the form would have the origin `null`, which no local server accepts.
 */
export function pageHeaders(redirectOrigin = ""): Record<string, string> {
  const policy = [
    ...["default-src 'none'", `style-src 'sha256-${styleHash}'`, `form-action 'self' ${redirectOrigin}`.trimEnd()],
    ...["base-uri 'none'", "frame-ancestors 'none'"],
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  };
}

/** The form is sent to the address of the page, which has the request of the client. */
export function signInPage(email = "", fault?: string): string {
  const alert = fault === undefined ? "" : `<p role="alert" id="fault">${escapeHtml(fault)}</p>`;
  const state = fault === undefined ? "" : ' aria-invalid="true" aria-describedby="fault"';
  return htmlPage(
    "Sign in",
    `<p>This page stands in for the user pool on this machine. Every address is accepted, without a password.</p>
${alert}
<form method="post" novalidate>
<label for="username">E-mail address</label>
<input id="username" name="username" type="email" autocomplete="username" autofocus${state} value="${escapeHtml(email)}">
<button>Sign in</button>
</form>`,
  );
}

export function faultPage(fault: string): string {
  return htmlPage("Sign-in is not possible", `<p>${escapeHtml(fault)}</p>`);
}

function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}
