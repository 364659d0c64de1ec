/** The declaration of the API key group. */
import { answerSeconds, type GroupDeclaration } from "../declaration.ts";
import { apiKeyAnswer, apiKeyCreate, apiKeyCreated, apiKeyList, apiKeyParams, apiKeyPatch } from "./schemas.ts";

const common = { access: "session", rateLimit: "default" } as const;

export const routeGroup = {
  name: "api-keys",
  title: "API keys",
  description: "Keys for programs. Only a session can manage them.",
  resources: ["/me/api-keys"],
  memory: 512,
  timeoutSeconds: answerSeconds,
  bundleKilobytes: 421,
  grants: { table: ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"], pepper: true },
  rows: {
    listApiKeys: {
      ...common,
      method: "GET",
      path: "/me/api-keys",
      summary: "List the API keys of the account, newest first",
      description: "The keys themselves can't be read again; `lastUsedAt` says when each was used.",
      answers: { 200: apiKeyList },
    },
    createApiKey: {
      ...common,
      method: "POST",
      path: "/me/api-keys",
      summary: "Create an API key",
      description: "An account has at most five keys. `secret` is shown in this answer and never again.",
      body: apiKeyCreate,
      example: { label: "Address book sync", permission: "full" },
      errors: ["api_key_limit_exceeded"],
      answers: { 201: apiKeyCreated },
      shownOnce: ["secret"],
    },
    patchApiKey: {
      ...common,
      method: "PATCH",
      path: "/me/api-keys/{id}",
      summary: "Rename an API key",
      description: "Only `label` can change. To change the permission, create another key.",
      params: apiKeyParams,
      body: apiKeyPatch,
      example: { label: "Address book sync, laptop" },
      errors: ["api_key_not_found"],
      answers: { 200: apiKeyAnswer },
    },
    deleteApiKey: {
      ...common,
      method: "DELETE",
      path: "/me/api-keys/{id}",
      summary: "Delete an API key, which stops working at once",
      description: "It can't be taken back: a client that still has the key gets 401.",
      params: apiKeyParams,
      errors: ["api_key_not_found"],
      answers: { 204: "none" },
    },
  },
} as const satisfies GroupDeclaration;
