/** Requests about contacts over HTTP. */
import { expect } from "vitest";
import type { ContactAnswer } from "../../../shared/contact/answer/answer.ts";
import { type ApiRequest, api, localStack } from "../process/stack.ts";

export interface Written {
  contact: ContactAnswer;
  txid: string;
}

/** Creates a contact that the API must accept. */
export async function createContact(token: string, body: object): Promise<Written> {
  const answer = await api("/contacts", { method: "POST", json: body, token });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Written;
}

/** The secret of a new API key of this account, that may only read. */
export async function readKeyOf(token: string): Promise<string> {
  const answer = await api("/me/api-keys", { method: "POST", token, json: { label: "reader", permission: "read" } });
  return ((await answer.json()) as { secret: string }).secret;
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
