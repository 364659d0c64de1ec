/** The content security policy of the pages: only files of the service, no inline scripts, and no page that frames them. */

interface Additions {
  /** Addresses to which scripts may send requests, besides the service. */
  connect?: readonly string[];
  /** Sources of images, besides the service. */
  images?: readonly string[];
}

/** The value of the header `content-security-policy` (Content Security Policy Level 3). */
export function pagePolicy({ connect = [], images = [] }: Additions = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self'", ...images].join(" "),
    ["connect-src 'self'", ...connect].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
