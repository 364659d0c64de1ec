import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createAssets, findAsset, ownFiles, packageFiles } from "../../functions/docs/assets.ts";
import { docsErrorPage, docsOperations } from "../../functions/docs/operations.ts";
import { pagePolicy } from "../../functions/docs/pages.ts";
import { routeGroups } from "../../functions/routes.ts";
import { AppError, type ErrorCode, errorCatalogue } from "../../shared/http/errors.ts";

const assets = createAssets(undefined);
const operations = docsOperations({ groups: routeGroups, version: "1.2.3", assets });

const input = {
  caller: undefined,
  params: {},
  query: {},
  body: undefined,
  headers: {},
  requestId: "r",
  clientAddress: "127.0.0.1",
  baseUrl: "https://api.example.com",
  remainingTime: () => 1_000,
};

function getAsset(file: string, v?: string, headers: Record<string, string> = {}) {
  return operations.getDocsAsset({ ...input, params: { file }, query: { v }, headers });
}

function showError(code: string, baseUrl = input.baseUrl) {
  return operations.showError({ ...input, params: { code }, baseUrl });
}

describe("the API description", () => {
  it("is JSON that may be asked for again by its tag", async () => {
    const first = await operations.getApiDescription(input);
    if (first.status !== 200) throw new Error("not answered");
    expect(JSON.parse(String(first.body))).toMatchObject({ openapi: "3.1.1", info: { version: "1.2.3" } });
    const tag = first.headers?.etag ?? "";
    expect(await operations.getApiDescription({ ...input, headers: { "if-none-match": tag } })).toMatchObject({
      status: 304,
    });
    const other = { ...input, headers: { "if-none-match": '"other"' } };
    expect(await operations.getApiDescription(other)).toMatchObject({ status: 200 });
  });

  it.each([
    ["https://api.example.com", ["/", "/api"]],
    ["https://api.example.com/api", ["/api", "/"]],
    ["https://x.execute-api.example.com/prod", ["/prod", "/prod/api"]],
    ["https://x.execute-api.example.com/prod/api", ["/prod/api", "/prod"]],
    ["http://no host at all", ["/", "/api"]],
  ])("served at %s, calls %j", async (baseUrl, servers) => {
    const answer = await operations.getApiDescription({ ...input, baseUrl });
    const { servers: described } = JSON.parse(answer.status === 200 ? String(answer.body) : "{}");
    expect(described.map(({ url }: { url: string }) => url)).toEqual(servers);
  });
});

/** A link to another site loads nothing until it is followed. */
function withoutLinks(body: unknown): string {
  return String(body).replaceAll(/<a href="https:[^"]+">/g, "<a>");
}

describe("the root", () => {
  it("leads a browser to the docs page, also at the root of a stage, and tells a program that nothing is there", async () => {
    const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    for (const [baseUrl, location] of [
      ["https://api.example.com", "/docs"],
      ["https://x.execute-api.example.com/prod/api", "/prod/api/docs"],
    ] as const)
      expect(await operations.showHome({ ...input, baseUrl, headers })).toEqual({ status: 302, headers: { location } });
    await expect(operations.showHome(input)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the pages", () => {
  it("allow no script or style but our own files", async () => {
    const { showDocs, showMap, listErrors } = operations;
    const pages = [await showDocs(input), await showMap(input), await listErrors(input), await showError("conflict")];
    const refusal = await docsErrorPage({ assets })(new AppError("not_found"), input);
    for (const { headers, body } of [...pages, refusal]) {
      expect(headers?.["content-security-policy"]).toBe(pagePolicy);
      expect(String(body)).not.toMatch(/<script>|<style|\son\w+=|style=|javascript:/);
      expect(withoutLinks(body)).not.toMatch(/(src|href)="(?!\/)/);
    }
    expect(pagePolicy).not.toMatch(/unsafe|\*|https?:/);
  });

  it.each([
    ["showDocs", 6],
    ["showMap", 4],
  ] as const)("load only files that are served, by their present version: %s", async (name, files) => {
    const { body } = await operations[name]({ ...input, baseUrl: "https://api.example.com/api" });
    const links = [...String(body).matchAll(/\/docs\/assets\/([\w.-]+)\?v=([\w-]+)/g)];
    expect(new Set(links.map(([, file]) => file)).size).toBe(files);
    expect(withoutLinks(body).match(/(src|href|data-description|data-api)="(?!\/api["/])/g)).toBeNull();
    for (const [, file = "", version] of links) {
      const answer = await getAsset(file, version);
      expect(answer, file).toMatchObject({
        status: 200,
        headers: { "cache-control": "public, max-age=31536000, immutable" },
      });
    }
  });

  it("have scripts that import one another by their present version", async () => {
    const present = await assets();
    const imports = ownFiles.flatMap((file) => [...present[file].content.matchAll(/ from "([^"]+)"/g)]);
    expect(imports.length).toBeGreaterThan(ownFiles.filter((file) => file.endsWith(".js")).length - 2);
    for (const [, path = ""] of imports) {
      const [, name = "", version] = /^\.\/([\w-]+\.js)\?v=([\w-]+)$/.exec(path) ?? [];
      expect(findAsset(present, name)?.version, path).toBe(version);
    }
  });

  it.each(Object.keys(errorCatalogue) as ErrorCode[])(
    "have one for %s, with status, message and remedy",
    async (code) => {
      const { status, message, remedy } = errorCatalogue[code];
      const html = String((await showError(code)).body);
      const text = html
        .replace(/<[^>]+>/g, "")
        .replaceAll("&#39;", "'")
        .replaceAll("&#60;", "<")
        .replaceAll("&#62;", ">");
      for (const part of [code, String(status), message, remedy.replaceAll("`", "")]) expect(text).toContain(part);
      expect(String((await operations.listErrors(input)).body)).toContain(`href="/docs/errors/${code}"`);
    },
  );

  it("link the caught mail where there is any", async () => {
    const local = docsOperations({ groups: routeGroups, version: "1.2.3", assets, mailPage: "/docs/mail" });
    expect(String((await local.showDocs(input)).body)).toContain('<a href="/docs/mail">Mail</a>');
    expect(String((await operations.showDocs(input)).body)).not.toContain("mail");
  });

  it.each(["nothing", "__proto__", "toString", "validation_error ", "<script>"])("have none for %j", async (code) => {
    await expect(showError(code)).rejects.toMatchObject({ code: "not_found" });
  });

  it("put nothing of the caller's into the markup", async () => {
    const { body } = await showError("conflict", 'https://"><script>alert(1)</script>/api');
    expect(String(body)).not.toContain("<script>");
  });

  it("of errors break their codes between words only", async () => {
    const { body } = await showError("api_key_method_forbidden");
    expect(String(body)).toContain("<h1><code>api_<wbr>key_<wbr>method_<wbr>forbidden</code></h1>");
  });
});

describe("the files", () => {
  it.each([
    ["swagger-ui.css", "text/css; charset=utf-8"],
    ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
    ["docs.js", "text/javascript; charset=utf-8"],
    ["docs.css", "text/css; charset=utf-8"],
    ["map.js", "text/javascript; charset=utf-8"],
    ["map-view.js", "text/javascript; charset=utf-8"],
    ["map.css", "text/css; charset=utf-8"],
    ["icon.svg", "image/svg+xml"],
  ])("%s comes as %s", async (file, contentType) => {
    const answer = await getAsset(file);
    expect(answer).toMatchObject({ status: 200, contentType, headers: { "cache-control": "public, max-age=300" } });
    expect(await getAsset(file, "0", { "if-none-match": answer.headers?.etag ?? "" })).toMatchObject({ status: 304 });
  });

  it.each([
    "../package.json",
    "package.json",
    "index.html",
    "map-view.d.ts",
    "..%2f..%2fetc%2fpasswd",
    "",
    "constructor",
    "__proto__",
  ])("are no others: %j", async (file) => {
    await expect(getAsset(file)).rejects.toMatchObject({ code: "not_found" });
  });

  it("are the same from one folder, as they lie beside the function in the cloud", async () => {
    const folder = await mkdtemp(join(tmpdir(), "assets-"));
    const places = [
      ...packageFiles.map((file) => `node_modules/swagger-ui-dist/${file}`),
      ...ownFiles.map((file) => `functions/docs/browser/${file}`),
    ];
    await Promise.all(places.map((place) => copyFile(place, join(folder, basename(place)))));
    expect(await createAssets(folder)()).toEqual(await assets());
    await rm(folder, { recursive: true });
  });

  it("are read again after a failure", async () => {
    const broken = createAssets("no-such-folder");
    await expect(broken()).rejects.toThrow("ENOENT");
    await expect(broken()).rejects.toThrow("ENOENT");
  });
});
