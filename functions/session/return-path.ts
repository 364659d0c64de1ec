/** Where a sign-in leads to. */

/** Only its host is compared. */
const base = "http://service.invalid";

/**
 * The path below `/app` or `/docs`, with its query, that a caller asks to return to; `/app` for anything else. Browsers drop
 * tabs and line breaks, read `\` as `/` and `%2e` as a dot, so the check is on what their parser makes of the text.
 */
export function safeReturnPath(text = ""): string {
  const url = text.startsWith("/") ? URL.parse(text, base) : null;
  const isOurs = url?.origin === base && /^\/(app|docs)(\/|$)/.test(url.pathname);
  return isOurs ? url.pathname + url.search + url.hash : "/app";
}
