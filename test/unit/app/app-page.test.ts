import { expect, it } from "vitest";
import { routeGroup } from "../../../functions/app/group.ts";
import { appOperations } from "../../../functions/app/operations.ts";
import { createMatcher } from "../../../shared/platform/http/route/match.ts";
import { anonymousInput as input } from "../../support/process/operation-input.ts";

const entry = { script: "app-A1.js", styles: "app-B2.css", chunks: ["chunk-C3.js"] };
const operations = appOperations({
  files: async () => ({
    entries: { app: entry, docs: entry },
    read: async (name) => (name === "a.js" ? "1" : undefined),
  }),
  uploadUrl: "https://uploads.example",
  picturesUrl: "https://pictures.example",
});

it.each([
  ["https://api.example.com", ""],
  ["https://api.example.com/api", "/api"],
  ["https://x.execute-api.example.com/prod", "/prod"],
])("the page of %s has all its addresses below %j", async (baseUrl, base) => {
  const { body, headers } = await operations.showAppView({ ...input, params: { view: "map" }, query: {}, baseUrl });
  expect(Array.from(String(body).matchAll(/(?:href|src)="([^"]+)"/g), ([, address]) => address)).toEqual([
    `${base}/docs/assets/icon.svg`,
    `${base}/app/files/app-B2.css`,
    `${base}/app/files/chunk-C3.js`,
    `${base}/app/files/app-A1.js`,
    `${base}/docs`,
  ]);
  expect(body).toContain(`<body data-base="${base}">`);
  // Files go only to the import bucket.
  expect(headers?.["content-security-policy"]).toContain("connect-src 'self' https://uploads.example;");
});

const match = createMatcher(routeGroup.rows);

it.each([
  ["/app", "showApp"],
  ["/app/", "showApp"],
  ["/app/map", "showAppView"],
  ["/app/people/0190b6a4-0000-7abc-8def-000000000000", "showAppView"],
  ["/app/files/a.js", "getAppFile"],
])("the address %s is for %s", (path, name) => {
  expect(match("GET", path)).toMatchObject({ kind: "row", name });
});

it.each(["pages.json", "../pages.json", "__proto__", "b.js"])("there is no file %j", async (file) => {
  await expect(operations.getAppFile({ ...input, params: { file } })).rejects.toMatchObject({ code: "not_found" });
});
