/** A call of the API as text that a program or a person can run. */

interface ShownCall {
  operation: string;
  input: object;
  /** What the client takes beside the input. */
  options?: object;
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | FormData | undefined;
}

/** A command for a shell, with the key in the variable `KEY`. */
export function asCurl({ method, url, headers = {}, body }: ShownCall): string {
  const parts = body instanceof FormData ? [...body] : [];
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quote(url)}`,
    `-H "authorization: Bearer $KEY"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...parts.map(([name, part]) => `-F ${quote(`${name}=${part instanceof File ? `@${part.name}` : part}`)}`),
    ...(typeof body === "string" ? ["-H 'content-type: application/json'", `-d ${quote(body)}`] : []),
  ].join(" \\\n  ");
}

/** An expression for a program that uses the client of the service. */
export function asTypeScript({ operation, input, options = {}, url }: ShownCall): string {
  const hasOptions = Object.keys(options).length > 0;
  const inputs = hasOptions ? [input, options] : Object.keys(input).length > 0 ? [input] : [];
  const baseUrl = JSON.stringify(new URL(url).origin);
  const call = `await client.${operation}(${inputs.map(literal).join(", ")});`;
  return `const client = createClient({ baseUrl: ${baseUrl}, token: KEY });\n${call}`;
}

/** JSON, in which a file is opened by its name. */
function literal(input: object): string {
  const text = JSON.stringify(input, (_, value) => (value instanceof File ? `${fileMark}${value.name}` : value), 2);
  return text.replaceAll(new RegExp(`"${fileMark}(.*?)"`, "g"), 'new File([await openAsBlob("$1")], "$1")');
}

/** No text that somebody typed begins so. */
const fileMark = "the file ";

/** In single quotes nothing has a meaning for the shell but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
