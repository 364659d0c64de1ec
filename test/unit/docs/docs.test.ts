import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { assetPaths, createAssets, type GuideName, guides } from "../../../functions/docs/assets.ts";
import { docsErrorPage, docsOperations } from "../../../functions/docs/operations.ts";
import { changes } from "../../../functions/docs/pages/changes-page.ts";
import { guidePage } from "../../../functions/docs/pages/guide-page.ts";
import { routeGroups } from "../../../functions/routes.ts";
import { buildPages } from "../../../infra/browser/build-pages.ts";
import { issueCatalogue } from "../../../shared/import/row/issue-catalogue.ts";
import { pagePolicy } from "../../../shared/page/page-policy.ts";
import { errorCatalogue } from "../../../shared/platform/http/error-catalogue.ts";
import { AppError } from "../../../shared/platform/http/errors.ts";
import type { Row } from "../../../shared/platform/http/route/route.ts";
import { anonymousInput as input } from "../../support/process/operation-input.ts";

const assets = createAssets(undefined);
const { entries } = buildPages();
const pageFiles = async () => ({ entries, read: async () => undefined });
const operations = docsOperations({ groups: routeGroups, version: "1.2.3", assets, pageFiles });

function getAsset(file: string, v?: string, headers: Record<string, string> = {}) {
  return operations.getDocsAsset({ ...input, params: { file }, query: { v }, headers });
}

function showGuide(name: string, baseUrl = input.baseUrl) {
  return operations.showGuidePage({ ...input, params: { name }, baseUrl });
}

function showErrorPage(code: string, baseUrl = input.baseUrl) {
  return operations.showErrorPage({ ...input, params: { code }, baseUrl });
}

describe("the API description", () => {
  it("is JSON with an entity tag", async () => {
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

  it("is also there in parts, each with an entity tag", async () => {
    const read = (part: string, tag = "") =>
      operations.getDescriptionPart({ ...input, params: { part }, headers: { "if-none-match": tag } });
    const index = await read("index");
    if (index.status !== 200) throw new Error("not answered");
    for (const { name, operations } of JSON.parse(String(index.body)).groups) {
      const part = await read(name);
      expect(part.status === 200 && String(part.body)).toContain(`"${operations[0].id}":{`);
      expect(await read(name, part.headers?.etag)).toMatchObject({ status: 304 });
    }
    await expect(read("__proto__")).rejects.toMatchObject({ code: "not_found" });
  });

  it.each([
    ["https://api.example.com", ["/", "/api"]],
    ["https://api.example.com/api", ["/api", "/"]],
    ["https://x.execute-api.example.com/prod", ["/prod", "/prod/api"]],
    ["https://x.execute-api.example.com/prod/api", ["/prod/api", "/prod"]],
    ["http://no host at all", ["/", "/api"]],
  ])("read at %s, lists the servers %j", async (baseUrl, servers) => {
    const answer = await operations.getApiDescription({ ...input, baseUrl });
    const { servers: described } = JSON.parse(answer.status === 200 ? String(answer.body) : "{}");
    expect(described.map(({ url }: { url: string }) => url)).toEqual(servers);
  });
});

/** The text of a page as a reader sees it. */
function plain(html: string): string {
  return html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll("&#60;", "<")
    .replaceAll("&#62;", ">");
}

/** The markup without links to other sites, which load nothing until they are followed. */
function withoutLinks(body: unknown): string {
  return String(body).replaceAll(/<a href="https:[^"]+">/g, "<a>");
}

describe("the root", () => {
  it("redirects a browser to the app, also below a stage, and answers a program 404", async () => {
    const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    for (const [baseUrl, location] of [
      ["https://api.example.com", "/app"],
      ["https://x.execute-api.example.com/prod/api", "/prod/api/app"],
    ] as const)
      expect(await operations.showHome({ ...input, baseUrl, headers })).toEqual({ status: 302, headers: { location } });
    await expect(operations.showHome(input)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the pages", () => {
  it("allow only the service's own scripts and style sheets", async () => {
    const { showDocsPage, showErrorListPage } = operations;
    const pages = [
      await showDocsPage(input),
      await showErrorListPage(input),
      await showErrorPage("conflict"),
      ...(await Promise.all(Object.keys(guides).map((name) => showGuide(name)))),
    ];
    const refusal = await docsErrorPage({ assets })(new AppError("not_found"), input);
    for (const { headers, body } of [...pages, refusal]) {
      expect(headers?.["content-security-policy"]).toBe(pagePolicy());
      expect(String(body)).not.toMatch(/<script>|<style|\son\w+=|style=|javascript:/);
      expect(withoutLinks(body)).not.toMatch(/(src|href)="(?!\/)/);
    }
    expect(pagePolicy()).not.toMatch(/unsafe|\*|https?:/);
  });

  it("lead on to the views of the app that replaced them", async () => {
    const baseUrl = "https://api.example.com/prod/api";
    const locations = [
      await operations.showMapPage({ ...input, baseUrl }),
      await operations.showImportPage({ ...input, baseUrl }),
    ];
    expect(locations).toEqual(
      ["map", "import"].map((view) => ({ status: 302, headers: { location: `/prod/api/app/${view}` } })),
    );
  });

  it("load only files that the service serves, by their current version", async () => {
    const { body } = await operations.showDocsPage({ ...input, baseUrl: "https://api.example.com/api" });
    const links = [...String(body).matchAll(/\/docs\/assets\/([\w.-]+)\?v=([\w-]+)/g)];
    expect(new Set(links.map(([, file]) => file)).size).toBe(3);
    expect(withoutLinks(body).match(/(src|href|data-description|data-api)="(?!\/api["/])/g)).toBeNull();
    for (const [, file = "", version] of links) {
      const answer = await getAsset(file, version);
      expect(answer, file).toMatchObject({
        status: 200,
        headers: { "cache-control": "public, max-age=31536000, immutable" },
      });
    }
  });

  it("are asked for again if their scripts have names that end with a deployment", async () => {
    const { headers, body } = await operations.showDocsPage(input);
    expect(String(body)).toContain(`/app/files/${entries.docs.script}`);
    expect(headers).toMatchObject({ "cache-control": "no-cache" });
  });

  it("show the status, the message and the remedy of every error code", async () => {
    const list = String((await operations.showErrorListPage(input)).body);
    for (const [code, { status, message, remedy }] of Object.entries(errorCatalogue)) {
      const text = plain(String((await showErrorPage(code)).body));
      for (const part of [code, String(status), message, remedy.replaceAll("`", "")]) expect(text).toContain(part);
      expect(list).toContain(`href="/docs/errors/${code}"`);
    }
  });

  it("show what happened and what to do for every issue of an import", async () => {
    const text = plain(String((await operations.showImportIssuesPage(input)).body));
    for (const [code, parts] of Object.entries(issueCatalogue)) {
      for (const part of [code, ...parts]) expect(text).toContain(part.replaceAll("`", ""));
    }
  });

  it("list changes of routes that exist, the newest change first", async () => {
    const text = plain(String((await operations.showChangesPage(input)).body));
    const routes = routeGroups.flatMap(({ rows }) =>
      Object.values<Row>(rows).map((row) => `${row.method} ${row.path}`),
    );
    for (const { date, texts } of changes) {
      expect(text).toContain(date);
      const named = texts.flatMap((each) => each.match(/(?<=`)(?:GET|POST|PUT|PATCH|DELETE) [^`]+/g) ?? []);
      expect(routes).toEqual(expect.arrayContaining(named));
    }
    const dates = changes.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it("have the guides as the repository has them, linked from the first page, with links that work below a stage", async () => {
    const base = "https://x.execute-api.example.com/prod/api";
    const home = String((await operations.showDocsPage({ ...input, baseUrl: base })).body);
    const pages = await Promise.all(
      Object.keys(guides).map(async (name) => [name, String((await showGuide(name, base)).body)] as const),
    );
    const anchors = pages.flatMap(([name, html]) =>
      ["", ...html.matchAll(/ id="([\w-]+)"/g)].map(
        (found) => `/prod/api/docs/guides/${name}${found && `#${found[1]}`}`,
      ),
    );
    for (const [name, html] of pages) {
      expect(html).toContain(`>${guides[name as GuideName]}</h1>`);
      expect(home).toContain(`href="/prod/api/docs/guides/${name}"`);
      const links = [...html.matchAll(/<a href="([^"]*guides[^"]*|[^/][^"]*)"/g)].map(([, href = ""]) => href);
      expect(anchors).toEqual(expect.arrayContaining(links.filter((href) => !href.startsWith("https:"))));
    }
  });

  it("escape the code of a guide, and lead from one guide to a heading of another", async () => {
    const links = { docs: "/docs", mail: undefined, description: "", api: "", asset: () => "" };
    const html = guidePage("agents", "## Use `a` & b\n\n[c](imports.md#by-the-api)\n\n```sh\n<b>\n```", links);
    expect(html).toContain('<h2 id="use-a--b">Use <code>a</code> &amp; b</h2>');
    expect(html).toContain('<a href="/docs/guides/imports#by-the-api">c</a>');
    expect(html).toContain('<pre tabindex="0"><code>&#60;b&#62;</code></pre>');
  });

  it.each(["nothing", "__proto__", "toString", "validation_error ", "<script>"])(
    "answer 404 for the unknown error code and guide %j",
    async (name) => {
      await expect(showErrorPage(name)).rejects.toMatchObject({ code: "not_found" });
      await expect(showGuide(name)).rejects.toMatchObject({ code: "not_found" });
    },
  );

  it("escape text from the request", async () => {
    const { body } = await showErrorPage("conflict", 'https://"><script>alert(1)</script>/api');
    expect(String(body)).not.toContain("<script>");
  });
});

describe("the files", () => {
  it.each([
    ["sheet.css", "text/css; charset=utf-8"],
    ["icon.svg", "image/svg+xml"],
    ["imports.md", "text/markdown; charset=utf-8"],
  ])("%s is served as %s, with an entity tag", async (file, contentType) => {
    const answer = await getAsset(file);
    expect(answer).toMatchObject({ status: 200, contentType, headers: { "cache-control": "public, max-age=300" } });
    expect(await getAsset(file, "0", { "if-none-match": answer.headers?.etag ?? "" })).toMatchObject({ status: 304 });
  });

  it.each(["../package.json", "package.json", "index.html", "..%2f..%2fetc%2fpasswd", "", "constructor", "__proto__"])(
    "do not include %j",
    async (file) => {
      await expect(getAsset(file)).rejects.toMatchObject({ code: "not_found" });
    },
  );

  it("are the same when they are read from one folder, as in the cloud", async () => {
    const folder = await mkdtemp(join(tmpdir(), "assets-"));
    await Promise.all(assetPaths.map((path) => copyFile(path, join(folder, basename(path)))));
    expect(await createAssets(folder)()).toEqual(await assets());
    await rm(folder, { recursive: true });
  });
});
