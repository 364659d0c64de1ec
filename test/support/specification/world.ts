/** Accounts with one of everything, which the tests of the specification create over HTTP. */
import { expect } from "vitest";
import { fieldsMerged } from "../../../shared/contact/fields.ts";
import { smallestGif } from "../contact/pictures.ts";
import { api, freshAccount } from "../process/stack.ts";

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

export interface World {
  /** By the placeholders of paths: `contactId` and so on. */
  ids: Readonly<Record<string, string>>;
  email: string;
  token: string;
  ask: (method: string, path: string, body?: unknown, init?: RequestInit) => Promise<Answered>;
  /** The JSON of an answer. Fails for an error. */
  get: (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;
}

type Account = Awaited<ReturnType<typeof freshAccount>>;

/** Adds to an account, or to a new one, a contact with all fields and the other resources whose ids are needed. */
export async function makeWorld(needs: (id: string) => boolean = () => false, account?: Account): Promise<World> {
  const { email, token } = account ?? (await freshAccount());
  const ask: World["ask"] = async (method, path, body, init) => {
    const content = body instanceof FormData ? { body } : { json: body };
    const answer = await api(path, { ...init, method, token, ...content });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const get = async (method: string, path: string, body?: unknown) => {
    const { status, text } = await ask(method, path, body);
    expect([200, 201], `${method} ${path}: ${text}`).toContain(status);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const idIn = (answer: Record<string, unknown>, name: string) => (answer[name] as { id: string }).id;

  const contactId = idIn(await get("POST", "/contacts", fullContact()), "contact");
  const ids: Record<string, string> = { contactId };
  if (needs("groupId")) {
    ids.groupId = idIn(await get("POST", "/groups", { label: "Climbing" }), "group");
    await get("POST", `/groups/${ids.groupId}/contacts`, { contactIds: [contactId] });
  }
  if (needs("tagId")) {
    ids.tagId = idIn(await get("POST", "/tags", { label: `Harbour ${contactId}` }), "tag");
    await get("POST", `/contacts/${contactId}/tags`, { tagId: ids.tagId });
  }
  if (needs("interactionId")) {
    const met = { type: "Coffee", date: "2026-01-02T03:04:05Z", title: "By the harbour", description: "Rain." };
    ids.interactionId = idIn(
      await get("POST", "/interactions", { ...met, participantIds: [contactId] }),
      "interaction",
    );
  }
  if (needs("relationshipId")) {
    const related = { relatedPersonId: (await get("GET", "/me")).id, relationshipType: "friend" };
    ids.relationshipId = idIn(await get("POST", `/contacts/${contactId}/relationships`, related), "relationship");
  }
  if (needs("mergeId")) {
    const other = idIn(await get("POST", "/contacts", { firstName: "Ann" }), "contact");
    const merge = await get("POST", "/contacts/merge", { leftPersonId: contactId, rightPersonId: other });
    ids.mergeId = String(merge.mergeId);
  }
  if (needs("keyId")) ids.keyId = String((await get("POST", "/me/api-keys", { label: "sync" })).id);
  if (needs("webhookId")) {
    // Nothing listens there, and no test imports on the server in this account.
    const hook = { url: "http://127.0.0.1:9/hooks", events: ["import.done"], description: "CRM" };
    ids.webhookId = idIn(await get("POST", "/webhooks", hook), "webhook");
    const { text } = await ask("POST", `/webhooks/${ids.webhookId}/test`);
    ids.deliveryId = idIn(JSON.parse(text), "delivery");
  }
  if (needs("accountId")) ids.accountId = String((await get("GET", "/me")).id);
  return { ids, email, token, ask, get };
}

/** Gives the account's own contact the name and the address of the contact, so that they are recommended to be merged. */
export async function resembleContact({ ids, get }: World): Promise<void> {
  const { firstName, lastName, emails } = fullContact();
  await get("PATCH", `/contacts/${ids.accountId}`, { firstName, lastName, emails });
}

/** Adds pictures to the contact and to the account's own contact. */
export async function givePictures({ ids, get }: World): Promise<void> {
  for (const id of [ids.contactId, ids.accountId]) await get("POST", `/contacts/${id}/photo`, photoForm());
}

/** Moves a contact with a picture into the trash. */
export async function fillTrash({ get }: World): Promise<void> {
  const { contact } = (await get("POST", "/contacts", { firstName: "Gone" })) as { contact: { id: string } };
  await get("POST", `/contacts/${contact.id}/photo`, photoForm());
  await get("DELETE", `/contacts/${contact.id}`);
}

export function photoForm(): FormData {
  const form = new FormData();
  form.append("photo", new Blob([smallestGif]), "photo.gif");
  return form;
}

export function cardForm(): FormData {
  const form = new FormData();
  const card = ["BEGIN:VCARD", "VERSION:3.0", "FN:Åsa Lind", "EMAIL:asa@x.example", "END:VCARD", ""];
  form.append("file", new File([card.join("\r\n")], "book.vcf"));
  return form;
}

/** A contact with every field that can be written. The service finds coordinates by the names of places, so `granularity` is not null. */
export function fullContact(): Record<string, unknown> {
  // The reminder of this date is due within a month.
  const soon = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000).toISOString().slice(5, 10);
  return {
    ...Object.fromEntries(fieldsMerged("text").map((field) => [field, `Some ${field}`])),
    firstName: "Ann",
    lastName: "Bell",
    middleName: "Mae",
    headline: "Pilot",
    location: "Porto, Portugal",
    timezone: "Europe/Lisbon",
    language: "pt",
    emails: [{ value: "ann@example.org" }],
    phones: [{ prefix: "+49", value: "301234567" }],
    addresses: [
      {
        ...{ type: "home", label: "Home", value: "Calle Mayor 1, Madrid", addressLine1: "Calle Mayor 1" },
        ...{ addressLine2: "2nd floor", addressCity: "Madrid", addressState: "Madrid", addressStateCode: "MD" },
        ...{ addressPostalCode: "28013", addressCountry: "Spain", addressCountryCode: "ES" },
      },
    ],
    importantDates: [{ type: "birthday", date: `1988-${soon}`, note: "Cake", notifyDaysBefore: 7 }],
    network_a: "ann-bell",
    network_b: "ann.b",
    network_c: "ann.bell",
    network_d: "+491701234567",
    network_e: "+491701234568",
    website: "example.org/ann",
    notes: "Met at the harbour.",
    keepFrequencyDays: 30,
  };
}
