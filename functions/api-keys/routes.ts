/** The rows of the API key group. */
import { defineRoutes } from "../../shared/http/route.ts";
import { apiKeyAnswer, apiKeyCreate, apiKeyCreated, apiKeyList, apiKeyParams, apiKeyPatch } from "./schemas.ts";

const common = { access: "session", rateLimit: "default" } as const;

export const apiKeyRoutes = defineRoutes({
  listApiKeys: {
    ...common,
    method: "GET",
    path: "/me/api-keys",
    summary: "List the account's API keys, newest first",
    answers: { 200: apiKeyList },
  },
  createApiKey: {
    ...common,
    method: "POST",
    path: "/me/api-keys",
    summary: "Create an API key",
    body: apiKeyCreate,
    errors: ["api_key_limit_exceeded"],
    answers: { 201: apiKeyCreated },
    toldOnce: ["secret"],
  },
  patchApiKey: {
    ...common,
    method: "PATCH",
    path: "/me/api-keys/{id}",
    summary: "Rename an API key",
    params: apiKeyParams,
    body: apiKeyPatch,
    errors: ["api_key_not_found"],
    answers: { 200: apiKeyAnswer },
  },
  deleteApiKey: {
    ...common,
    method: "DELETE",
    path: "/me/api-keys/{id}",
    summary: "Delete an API key, which ends it at once",
    params: apiKeyParams,
    errors: ["api_key_not_found"],
    answers: { 204: "none" },
  },
});
