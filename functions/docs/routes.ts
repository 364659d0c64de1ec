/** The rows of the documentation. */
import { defineRoutes } from "../../shared/http/route.ts";
import { assetParams, assetQuery, docsQuery, errorParams } from "./schemas.ts";

const open = { method: "GET", access: "public", rateLimit: "none" } as const;
const html = { contentType: "text/html; charset=utf-8" };

export const docsRoutes = defineRoutes({
  showHome: {
    ...open,
    path: "/",
    summary: "Find the documentation in a browser",
    errors: ["not_found"],
    // People are led on or get a page, programs the envelope: they have no business here.
    answers: { 302: "none", 404: html },
  },
  getApiDescription: {
    ...open,
    path: "/openapi.json",
    summary: "Read the API description (OpenAPI 3.1)",
    answers: { 200: { contentType: "application/json; charset=utf-8" }, 304: "none" },
  },
  showDocs: {
    ...open,
    path: "/docs",
    summary: "Read and try every route in a browser",
    query: docsQuery,
    answers: { 200: html },
  },
  showMap: {
    ...open,
    path: "/docs/map",
    summary: "See your contacts on a map in a browser",
    answers: { 200: html },
  },
  getDocsAsset: {
    ...open,
    path: "/docs/assets/{file}",
    summary: "Load a script or a style sheet of the pages",
    params: assetParams,
    query: assetQuery,
    errors: ["not_found"],
    answers: { 200: { contentType: "text/plain; charset=utf-8" }, 304: "none" },
  },
  listErrors: {
    ...open,
    path: "/docs/errors",
    summary: "Read about every error code",
    answers: { 200: html },
  },
  showError: {
    ...open,
    path: "/docs/errors/{code}",
    summary: "Read about an error code",
    params: errorParams,
    errors: ["not_found"],
    answers: { 200: html, 404: html },
  },
});
