/** The words of the API description (CommonMark). */

export const title = "Contact relationship API";

/** `docsPath` is the path of the docs page as the reader sees it. */
export function introduction(docsPath: string): string {
  return `Keep the people you know: create and change contacts, import address books, and read them back, a page at a time.

## Sign in

Every call that is not public carries one header:

\`\`\`
Authorization: Bearer <session token or API key>
\`\`\`

1. **Get a session token.** On a machine that runs the service by \`npm start\`, print one for any person you like:
   \`npm run --silent token -- alice@example.com\`. In the cloud it is the access token that signing in gives.
2. **Try a call.** Enter the token at the top of the docs page, then open a route and press **Try it out**.
3. **Create an API key** with \`POST /me/api-keys\` for programs. The key is shown once; deleting it takes effect at once.

## What holds for every call

- Bodies are JSON unless stated. A field or a parameter that a route does not know is refused, never passed over.
- Timestamps are ISO 8601 in UTC with milliseconds; ids are UUIDs that sort by creation.
- Every refusal has the same envelope with a \`code\`, **all** faults in \`details\`, and a \`doc_url\` that leads to
  [the page of its code](${docsPath}/errors). Unknown paths answer 404 \`not_found\`, known paths with another method 405
  \`method_not_allowed\`.
- Every GET also answers HEAD. Every path is served at the root and under \`/api\`.
- Limited routes tell the budget in \`RateLimit\` and \`RateLimit-Policy\`; over it, 429 says in \`Retry-After\` when to come back. So does it after
  60 refused credentials a minute from one address.
- A POST that writes may carry an \`Idempotency-Key\`, such as a UUID, and can then be sent again after a time-out or a 5xx
  without fear: within 24 hours the same request with the same key is answered as the first time (\`Idempotent-Replayed: true\`), and
  nothing is written twice, whatever went wrong in between. While the first still runs, and for another request with that key, the
  answer is 409 \`idempotency_conflict\`.
- What is read with an \`ETag\` can be read again with \`If-None-Match\` and changed with \`If-Match\`, so that nobody overwrites what they
  have not seen.`;
}

/** How a group is called on the page, and what it is for. A group without words stands under its own name. */
export const groupWords: Readonly<Record<string, { title: string; description: string }>> = {
  contacts: {
    title: "Contacts",
    description:
      "The people of the account. A location or an address without coordinates gets those of its town, `granularity` says so, " +
      "and the map shows it there; coordinates that somebody gave are never changed. Pins may trail a write by about a second.",
  },
  groups: {
    title: "Groups and tags",
    description:
      "Contacts under a common label, in any number of groups and with any number of tags, 200 of both together. Members come and go by " +
      "their ids or by a filter; answers count what really changed.",
  },
  imports: {
    title: "Import",
    description:
      "Parse an address book or the export of a network, look at the rows, then commit the chosen ones, at most 25 at a time.",
  },
  interactions: {
    title: "Interactions",
    description:
      "What happened with whom, and when. Each participant shows the latest interaction whose date has come as `lastInteraction`, " +
      "unless a later date was set by hand.",
  },
  account: {
    title: "Account",
    description:
      "Whose account it is, when and whether reminders are sent, and the address of the calendar feed. Only a session can see and change it.",
  },
  calendar: {
    title: "Calendar",
    description:
      "The important dates as a calendar for calendar programs, under an address that is a secret. Dates that no longer fit into 5 MB " +
      "are told of on the day of the first of them; the next ones are always there.",
  },
  unsubscribe: { title: "Unsubscribe", description: "Where the links in mails lead that turn reminders off." },
  "api-keys": { title: "API keys", description: "Keys for programs. Only a session can manage them." },
  geocode: {
    title: "Places",
    description:
      "Towns and time zones, from data at hand: nothing that is asked leaves the service. " +
      "Place names © [GeoNames](https://www.geonames.org), [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/).",
  },
  session: { title: "Session", description: "Exchange a session token for a browser cookie, and end it." },
  health: { title: "Health", description: "For load balancers and for people who wonder." },
  docs: { title: "Documentation", description: "This description and its pages." },
};
