/** The page of the changes of the API: what may change, how something is withdrawn, and what has changed. */
import type { OperationName } from "../../../shared/client/client.ts";
import { inline, type PageLinks, page } from "./pages.ts";

interface Change {
  /** YYYY-MM-DD. */
  date: string;
  /** Sentences with routes and fields in backticks. */
  texts: readonly string[];
}

const renamed = {
  bulkDelete: "deleteContacts",
  selectContacts: "listContactChoices",
  getMapPins: "listMapPins",
  getMapAddressPins: "listMapAddressPins",
  getImportantDates: "listImportantDates",
  putImportantDates: "replaceImportantDates",
  listGroupsOfContact: "listContactGroups",
  listTagsOfContact: "listContactTags",
  listKeepInTouch: "listContactsToKeepInTouch",
  uploadImport: "prepareImportUpload",
  readImport: "getImport",
  readImportRow: "getImportRow",
  commitImport: "commitImportRows",
  readContactExport: "getContactExport",
  readAccountExport: "getAccountExport",
  healthLive: "checkLiveness",
  healthReady: "checkReadiness",
} as const satisfies Readonly<Record<string, OperationName>>;

/** The newest first. A change is listed when a program could notice it. */
export const changes: readonly Change[] = [
  {
    date: "2026-11-27",
    texts: [
      "New: `GET /contacts/important-dates/upcoming` takes `all`, with which it also lists the dates without a reminder, such as imported birthdays.",
      "New: `GET /me/reminders/next` shows what the next reminder mail will say, or lists the mails between two times.",
      "New: `GET /contacts/{id}/history` lists what was changed in a contact in the last 30 days, by whom and when, and `GET /me/activity` (sessions only) all changes of the account, of which those of an interaction have its first participant in `contactId`.",
      "New: `POST /me/activity/undo` (sessions only) takes back what somebody did between two times, or chosen changes; `GET /me/activity/undos/{id}` says how far it is. While one runs, imports on the server, deletions by a filter and restores answer 409.",
      "A deleted contact moves to the trash for 30 days, unless a session deletes it with `permanent`. `DELETE /contacts` also takes `dryRun`.",
      "New: `GET /contacts/trash` lists the trash, `POST /contacts/trash/restore` brings contacts back, and `DELETE /contacts/trash` empties it.",
      "New: `organisation` and `nickname` of a contact, which answers contain only if `fields` names them or the body of the write has them. Imports take them from `ORG` and `NICKNAME`, and no longer write a nickname into the notes.",
      "`organisation` of a row of an import is all of its organisation, or null, and no longer only what the headline ends with.",
      "JSON exports contain `externalId`, and so does the answer to a write that sends it.",
      "Deliveries of webhooks contain `accountId` and `webhookId`. A `url` with a blank inside is refused.",
      "New: `GET /groups/changes` and `GET /tags/changes` list the groups and tags whose fields or members changed since a `txid`.",
      "`GET /contacts/changes` and the lists of the contacts of a group or tag take `fields`, which also names `groups` and `tags`: the ids of those of a contact.",
      "`POST /contacts/share` without `selectedFields` shares all of them.",
      "`since` of `GET /contacts/changes` is described as the text that a `txid` is. Its values are the same.",
      "`type` of an interaction is accepted in any case of its letters, and `POST /interactions` without `date` takes the current time.",
      "New: browsers sign in at `/session/sign-in`, refresh their session at `POST /session/refresh`, and sign out at `/session/sign-out`. `GET /session` says who is signed in.",
      "The session cookie has `SameSite=Lax`, unless pages of other origins may call. Pages of the service's own origin may always use it. `DELETE /session` revokes the refresh token, too.",
      "New: `GET /.well-known/oauth-protected-resource` names the issuers of session tokens, and a 401 names its address.",
      "Tools at `POST /mcp` have an `outputSchema`, and results have `structuredContent` and contain empty lists. A batch is refused with -32600, and a call of an unknown tool is the error -32602 of JSON-RPC.",
      "The description no longer has `POST /mcp`, because programs of the Model Context Protocol have clients of their own.",
    ],
  },
  {
    date: "2026-11-26",
    texts: ["New: the events `group.changed` and `tag.changed` of webhooks, which also tell of changed members."],
  },
  {
    date: "2026-11-23",
    texts: [
      "The description names every shape that recurs, describes every field, and has an example of every answer.",
      "Operation ids follow one pattern, a verb and a noun. Programs with generated method names rename these calls: " +
        Object.entries(renamed)
          .map(([from, to]) => `\`${from}\` to \`${to}\``)
          .join(", ") +
        ".",
      "The `code` of an import issue is one of the codes on the page of import issues.",
      "`GET /contacts` takes `ids`, and it and `GET /contacts/{id}` take `fields`.",
      "New: webhooks, which are sent changes of contacts, ended imports and due reminders, at `/webhooks`.",
      "New: `GET /contacts/by-channel` finds contacts by an e-mail address, a phone number or an `externalId`.",
      "New: `externalId` of a contact, which only answers whose `fields` name it contain.",
      "New: the Model Context Protocol at `POST /mcp`.",
      "New: `GET /contacts/changes` lists what changed since a `txid`, with deletions.",
    ],
  },
];

const mayChange = [
  "New routes, and new optional parameters and fields in requests.",
  "New fields in answers. A program must ignore fields that it does not know.",
  "New values where an answer lists values, such as codes of errors and import issues, types and statuses. A program must have a branch for values that it does not know. Values that requests accept are not removed.",
  "New event types of webhooks. They are sent only to webhooks that subscribe to them.",
  "The texts of messages, summaries and descriptions, and the order of fields.",
  "The form of opaque values: cursors, tokens, entity tags, signed addresses.",
  "Higher limits. Lower ones only against abuse.",
];

const staysAsItIs = [
  "A route, its method, its path, and who may call it.",
  "The name, type and meaning of a field, and whether it is always present.",
  "What a request must contain. A request that is valid today stays valid.",
  "The code and the status of an error for the same fault.",
  "Operation ids, from the description of 23 November 2026 on.",
];

export function changesPage(links: PageLinks): string {
  return page(links, "Changes", {
    section: "Changes",
    body: `<main class="page">
<h1>Changes</h1>
<p class="quiet">The API has no version in its paths: a program that is written against it today keeps working.</p>
<h2>What may change at any time</h2>
${list(mayChange)}
<h2>What stays as it is</h2>
${list(staysAsItIs)}
<h2>How something is withdrawn</h2>
<p>${inline(
      "A route or a field that is to go is marked `deprecated` in the description, whose text says what to use instead, and it is listed below. It keeps working for at least twelve months. " +
        "Answers of a deprecated route carry `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), the day from which it may be gone. At present nothing is deprecated.",
    )}</p>
<h2>List of changes</h2>
${changes.map(({ date, texts }) => `<h3>${date}</h3>\n${list(texts)}`).join("\n")}
</main>`,
  });
}

function list(texts: readonly string[]): string {
  return `<ul>\n${texts.map((text) => `<li>${inline(text)}</li>`).join("\n")}\n</ul>`;
}
