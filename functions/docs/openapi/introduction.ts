/** The introduction of the API description, in CommonMark. */

export const title = "Contact relationship API";

/** `docsPath` is the path of the docs page as the reader sees it. */
export function introduction(docsPath: string): string {
  return `Keep the people you know: import and export address books, find and merge duplicates, relate and share contacts, record when you met.

## Sign in

Every call that is not public carries one header:

\`\`\`
Authorization: Bearer <session token or API key>
\`\`\`

1. **Make an API key** in the app at \`/app\`, under Developer. It is shown once; deleting it takes effect at once.
2. **Try a call.** Choose a route at the left of the docs page and press **Send**. The call carries the session of the browser, or
   the token or key that you enter there.
3. **Where no browser is**, a session token makes keys with \`POST /me/api-keys\`. On a machine that runs the service by \`npm start\`,
   print one for any e-mail address: \`npm run --silent token -- alice@example.com\`.

## Rules for every call

- Bodies are JSON unless a route says otherwise. A request with an unknown field or parameter is refused.
- Timestamps are ISO 8601 in UTC with milliseconds; ids are UUIDs that sort by creation.
- Every error has the same envelope with a \`code\`, **all** faults of the request in \`details\`, and a \`doc_url\` that leads to
  [the page of its code](${docsPath}/errors). Unknown paths answer 404 \`not_found\`, known paths with another method 405
  \`method_not_allowed\`.
- Every answer has an \`x-request-id\`, by which the request is found in the log.
- Language models call the same operations as tools of the Model Context Protocol: see [Agents](${docsPath}/guides/agents).
- Every GET also answers HEAD. Every path is served at the root and under \`/api\`.
- Routes with a rate limit answer the budget in \`RateLimit\` and \`RateLimit-Policy\`. When it is used up, the answer is 429, and
  \`Retry-After\` says when to try again. An address that sends more than 60 invalid credentials a minute gets 429 as well.
- A POST that writes may carry an \`Idempotency-Key\`, such as a UUID. It can then be sent again safely after a time-out or a 5xx:
  within 24 hours the same request with the same key gets the same answer (\`Idempotent-Replayed: true\`), and nothing is written
  twice. While the first request still runs, and for a different request with that key, the answer is 409 \`idempotency_conflict\`.
- A resource with an \`ETag\` can be read again with \`If-None-Match\` and changed with \`If-Match\`, so that nobody overwrites a change
  that they have not seen.
- Answers may get new fields, and lists of values new ones: [what may change](${docsPath}/changes) without a notice, and what has changed.`;
}
