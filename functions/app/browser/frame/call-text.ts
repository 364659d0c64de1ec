/** A call of the API as text that a program or a person can run. */
import type { MadeCall } from "../data/calls.ts";

type Shown = Pick<MadeCall, "operation" | "input" | "method" | "url" | "body">;

/** A command for a shell, with the key in the variable `KEY`. */
export function asCurl({ method, url, body }: Shown): string {
  const parts = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quote(url)}`,
    `-H "authorization: Bearer $KEY"`,
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quote(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

/** An expression for a program that uses the client of the service. */
export function asTypeScript({ operation, input, url }: Shown): string {
  const argument = Object.keys(input).length === 0 ? "" : JSON.stringify(input, null, 2);
  const baseUrl = JSON.stringify(new URL(url).origin);
  return `const client = createClient({ baseUrl: ${baseUrl}, token: KEY });\nawait client.${operation}(${argument});`;
}

/** In single quotes nothing has a meaning for the shell but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
