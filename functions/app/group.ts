/** The declaration of the app group: the page at `/app`, and its files. */
import { lazyObject } from "../../shared/platform/config/once.ts";
import { line } from "../../shared/platform/text/schema.ts";
import type { GroupDeclaration } from "../declaration.ts";

// Issuers add parameters when they return (RFC 9207), and people add their own to addresses that they share.
const open = { method: "GET", access: "public", rateLimit: "none", anyQuery: true } as const;
const html = { contentType: "text/html; charset=utf-8" };

export const routeGroup = {
  name: "app",
  title: "App",
  description: "The app for people, in a browser.",
  resources: ["/app"],
  memory: 512,
  timeoutSeconds: 10,
  bundleKilobytes: 384,
  grants: { pages: true, settings: ["UPLOAD_URL", "PICTURES_URL"] },
  rows: {
    showApp: {
      ...open,
      path: "/app",
      summary: "Open the app in a browser",
      description: "People sign in there, and see and change what their account has.",
      answers: { 200: html },
    },
    showAppView: {
      ...open,
      path: "/app/{view+}",
      params: lazyObject(() => ({ view: line(1_000).describe("The view and what it shows, such as `map`") })),
      summary: "Open a view of the app in a browser",
      description: "Every address below `/app` is the same page, which shows the view that the address names.",
      answers: { 200: html },
    },
    getAppFile: {
      ...open,
      path: "/app/files/{file}",
      params: lazyObject(() => ({ file: line(100).describe("The name of the file, with a digest of its content") })),
      summary: "Load a script or a style sheet of the pages",
      description: "The content of a name never changes, so that browsers keep it for a year.",
      errors: ["not_found"],
      answers: { 200: { contentType: "text/javascript; charset=utf-8" } },
    },
  },
} as const satisfies GroupDeclaration;
