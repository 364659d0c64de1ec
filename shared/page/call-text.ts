/** A call of the API as text that a program or a person can run. */

export interface ShownCall {
  operation: string;
  input: object;
  /** What the client takes beside the input. */
  options?: object;
  /** The address of the API, without a slash at its end. */
  baseUrl: string;
  method: string;
  /** Absolute. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** JSON as it is sent, or a form with files. */
  body?: string | FormData | undefined;
}

/** A command for a shell, with the key in the variable `KEY`. */
export function asCurl({ method, url, headers = {}, body }: ShownCall): string {
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quote(url)}`,
    `-H "authorization: Bearer $KEY"`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body instanceof FormData ? Array.from(body, ([name, value]) => formPart(name, value)) : []),
    ...(typeof body === "string" ? ["-H 'content-type: application/json'", `-d ${quote(body)}`] : []),
  ].join(" \\\n  ");
}

/** `-F` would take a text that begins with `@` as the name of a file. */
function formPart(name: string, value: string | File): string {
  if (typeof value === "string") return `--form-string ${quote(`${name}=${value}`)}`;
  return `-F ${quote(`${name}=@"${value.name.replaceAll(/["\\]/g, "\\$&")}"`)}`;
}

/** In single quotes nothing has a meaning for the shell but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** An expression for a program that uses the client of the service. */
export function asTypeScript({ operation, input, options = {}, baseUrl }: ShownCall): string {
  const hasOptions = Object.keys(options).length > 0;
  const inputs = hasOptions ? [input, options] : Object.keys(input).length > 0 ? [input] : [];
  const client = `const client = createClient({ baseUrl: ${JSON.stringify(baseUrl)}, token: KEY });`;
  return `${client}\nawait client.${operation}(${inputs.map(literal).join(", ")});`;
}

/** JSON, in which a file is opened by its name. The mark is a character that no text has. */
function literal(input: object): string {
  const mark = (_: string, value: unknown) => (value instanceof File ? `\u{10ffff}${value.name}` : value);
  const text = JSON.stringify(input, mark, 2);
  return text.replaceAll(/"\u{10ffff}(.*")(,?)$/gmu, 'new File([await openAsBlob("$1)], "$1)$2');
}
