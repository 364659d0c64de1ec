/** The declaration of the documentation group, which also serves every path that no other group has. */
import { lazyObject } from "../../shared/platform/config/once.ts";
import { line } from "../../shared/platform/text/schema.ts";
import type { GroupDeclaration } from "../declaration.ts";
import { assetPaths } from "./assets.ts";

const assetParams = lazyObject(() => ({ file: line(100).describe("The name of the file") }));
const assetQuery = lazyObject(() => ({
  v: line(100).optional().describe("The version of the file; with the right one the answer may be cached for a year"),
}));
const guideParams = lazyObject(() => ({ name: line(100).describe("The name of the guide") }));
const partParams = lazyObject(() => ({ part: line(100).describe("`index`, or the name of a group in the index") }));
const errorParams = lazyObject(() => ({ code: line(100).describe("A code of the error envelope") }));

const open = { method: "GET", access: "public", rateLimit: "none" } as const;
const html = { contentType: "text/html; charset=utf-8" };

export const routeGroup = {
  name: "docs",
  title: "Documentation",
  description: "This description and its pages.",
  resources: ["/openapi.json", "/docs"],
  catchAll: true,
  memory: 512,
  timeoutSeconds: 10,
  bundleKilobytes: 791,
  grants: {
    assets: { folder: "DOCS_ASSETS", paths: assetPaths },
    pages: true,
    settings: ["APP_VERSION"],
  },
  rows: {
    showHome: {
      ...open,
      path: "/",
      summary: "Go to the app in a browser",
      errors: ["not_found"],
      // Browsers are redirected, or get a page. Programs get the error envelope, because the root is no API route.
      answers: { 302: "none", 404: html },
    },
    getApiDescription: {
      ...open,
      path: "/openapi.json",
      summary: "Read the API description (OpenAPI 3.1)",
      description: "It changes only with a new version of the service, and has an `ETag`.",
      answers: { 200: { contentType: "application/json; charset=utf-8" }, 304: "none" },
    },
    getDescriptionPart: {
      ...open,
      path: "/docs/operations/{part}.json",
      summary: "Load a part of the API description: its index, or the operations of a group",
      params: partParams,
      errors: ["not_found"],
      answers: { 200: { contentType: "application/json; charset=utf-8" }, 304: "none" },
    },
    showDocsPage: {
      ...open,
      path: "/docs",
      summary: "Read and try every route in a browser",
      // People add parameters to addresses that they share.
      anyQuery: true,
      answers: { 200: html },
    },
    showImportPage: {
      ...open,
      anyQuery: true,
      path: "/docs/import",
      summary: "Go to the import of the app, which was here",
      answers: { 302: "none" },
    },
    showMapPage: {
      ...open,
      anyQuery: true,
      path: "/docs/map",
      summary: "Go to the map of the app, which was here",
      answers: { 302: "none" },
    },
    showGuidePage: {
      ...open,
      path: "/docs/guides/{name}",
      summary: "Read a guide, with examples",
      params: guideParams,
      errors: ["not_found"],
      answers: { 200: html, 404: html },
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
    showErrorListPage: {
      ...open,
      path: "/docs/errors",
      summary: "Read about every error code",
      answers: { 200: html },
    },
    showErrorPage: {
      ...open,
      path: "/docs/errors/{code}",
      summary: "Read about an error code",
      params: errorParams,
      errors: ["not_found"],
      answers: { 200: html, 404: html },
    },
    showImportIssuesPage: {
      ...open,
      path: "/docs/import-issues",
      summary: "Read about every issue that a row of an import may have",
      answers: { 200: html },
    },
    showChangesPage: {
      ...open,
      path: "/docs/changes",
      summary: "Read what may change in the API, and what has changed",
      answers: { 200: html },
    },
  },
} as const satisfies GroupDeclaration;
