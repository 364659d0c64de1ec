/** Requests about contacts over HTTP. */
import { expect } from "vitest";
import type { Contact, ContactInput } from "../../../shared/client/types.ts";
import { requestedFields } from "../../../shared/contact/fields.ts";
import { type ApiRequest, api, clientOf, localStack } from "../process/stack.ts";

export interface Written {
  contact: Contact;
  txid: string;
}

/** The contact as requests that don't ask for fields get it. */
export function usualContact(contact: Contact): Partial<Contact> {
  const names: readonly string[] = requestedFields;
  return Object.fromEntries(Object.entries(contact).filter(([name]) => !names.includes(name)));
}

/** Creates a contact that the API must accept. */
export async function createContact(token: string, fields: object): Promise<Written> {
  const { status, body } = await (await clientOf(token)).createContact(fields as ContactInput).withResponse();
  expect(status).toBe(201);
  return body;
}

/** The secret of a new API key of this account, that may only read. */
export async function readKeyOf(token: string): Promise<string> {
  return (await (await clientOf(token)).createApiKey({ label: "reader", permission: "read" })).secret ?? "";
}

/** The error of a refused request, in the envelope that every refusal has. */
export async function refusalOf(path: string, init: ApiRequest) {
  const answer = await api(path, init);
  const text = await answer.text();
  const { error } = JSON.parse(text) as { error: Record<string, unknown> & { details?: { path: string }[] } };
  const { baseUrl } = await localStack();
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(error.request_id).toBe(answer.headers.get("x-request-id"));
  expect(error.doc_url).toBe(`${baseUrl}/docs/errors/${error.code}`);
  expect(error.param).toBe(error.details?.[0]?.path);
  return {
    status: answer.status,
    code: error.code,
    paths: error.details?.map(({ path }) => path),
    headers: answer.headers,
  };
}
