/** The operations of the documentation routes. */
import { createHash } from "node:crypto";
import { type PageFiles, pageHead } from "../../shared/page/page-files.ts";
import { pagePolicy } from "../../shared/page/page-policy.ts";
import { noneMatches } from "../../shared/platform/http/answer/etag.ts";
import { acceptsHtml, type ErrorPage } from "../../shared/platform/http/answer/respond.ts";
import { type ErrorCode, errorCatalogue } from "../../shared/platform/http/error-catalogue.ts";
import { AppError } from "../../shared/platform/http/errors.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import { type Assets, findAsset, type GuideName, guides } from "./assets.ts";
import type { routeGroup } from "./group.ts";
import { type DescribedGroup, describeApi } from "./openapi/describe-api.ts";
import { introduction } from "./openapi/introduction.ts";
import { describeParts } from "./openapi/parts.ts";
import { changesPage } from "./pages/changes-page.ts";
import { issuesPage } from "./pages/issues-page.ts";
import { docsPage, errorListPage, errorPage, type PageLinks, refusalPage } from "./pages/pages.ts";

export interface DocsParts {
  /** This is a parameter because importing the route table here would be circular. */
  groups: readonly DescribedGroup[];
  version: string;
  assets: () => Promise<Assets>;
  pageFiles: () => Promise<PageFiles>;
  /** The path of the page that shows caught mails, if there is one. */
  mailPage?: string | undefined;
}

export function docsOperations(parts: DocsParts): Operations<typeof routeGroup.rows> {
  const { groups, version, assets, pageFiles } = parts;
  const pageHeaders = { ...policyHeaders, "cache-control": "public, max-age=300" };
  const describe = rememberLast((baseUrl: string) =>
    describeApi(groups, {
      version,
      servers: serversOf(baseUrl),
      docsUrl: `${baseUrl}/docs`,
      docsPath: `${pathOf(baseUrl)}/docs`,
    }),
  );
  const wholeText = rememberLast((baseUrl: string) => JSON.stringify(describe(baseUrl)));
  const partTexts = rememberLast((baseUrl: string) => {
    const parts = Object.entries(describeParts(describe(baseUrl)));
    return new Map(parts.map(([name, part]) => [name, JSON.stringify(part)]));
  });

  return {
    async getApiDescription({ baseUrl, headers }) {
      return answerTagged(wholeText(baseUrl), headers);
    },

    async getDescriptionPart({ params: { part }, baseUrl, headers }) {
      const text = partTexts(baseUrl).get(part);
      if (text === undefined) throw new AppError("not_found");
      return answerTagged(text, headers);
    },

    async showHome({ baseUrl, headers }) {
      if (!acceptsHtml(headers.accept)) throw new AppError("not_found");
      return { status: 302, headers: { location: `${pathOf(baseUrl)}/app` } };
    },

    async showDocsPage({ baseUrl }) {
      // Only the pages with Markdown need its library.
      const { htmlOf } = await import("./pages/guide-page.ts");
      const links = await linksOf(baseUrl, parts);
      const text = htmlOf(introduction(links.docs), links);
      const head = pageHead((await pageFiles()).entries.docs, links.api);
      // A kept page would ask for scripts that a deployment has replaced.
      const headers = { ...policyHeaders, "cache-control": "no-cache" };
      return { status: 200, headers, body: docsPage(links, { version, introduction: text, head }) };
    },

    async showImportPage({ baseUrl }) {
      return { status: 302, headers: { location: `${pathOf(baseUrl)}/app/import` } };
    },

    async showMapPage({ baseUrl }) {
      return { status: 302, headers: { location: `${pathOf(baseUrl)}/app/map` } };
    },

    async showGuidePage({ params: { name }, baseUrl }) {
      if (!isGuideName(name)) throw new AppError("not_found");
      const { guidePage } = await import("./pages/guide-page.ts");
      const markdown = (await assets())[`${name}.md`].content;
      return { status: 200, headers: pageHeaders, body: guidePage(name, markdown, await linksOf(baseUrl, parts)) };
    },

    async getDocsAsset({ params: { file }, query: { v }, headers }) {
      const asset = findAsset(await assets(), file);
      if (!asset) throw new AppError("not_found");
      const lifetime = v === asset.version ? "max-age=31536000, immutable" : "max-age=300";
      const tag = `"${asset.version}"`;
      const common = { headers: { etag: tag, "cache-control": `public, ${lifetime}` } };
      if (!noneMatches(headers["if-none-match"], tag)) return { status: 304, ...common };
      return { status: 200, ...common, body: asset.content, contentType: asset.contentType };
    },

    async showErrorListPage({ baseUrl }) {
      return { status: 200, headers: pageHeaders, body: errorListPage(await linksOf(baseUrl, parts)) };
    },

    async showErrorPage({ params: { code }, baseUrl }) {
      if (!isErrorCode(code)) throw new AppError("not_found");
      const body = errorPage(code, await linksOf(baseUrl, parts), `${baseUrl}/docs`);
      return { status: 200, headers: pageHeaders, body };
    },

    async showImportIssuesPage({ baseUrl }) {
      return { status: 200, headers: pageHeaders, body: issuesPage(await linksOf(baseUrl, parts)) };
    },

    async showChangesPage({ baseUrl }) {
      return { status: 200, headers: pageHeaders, body: changesPage(await linksOf(baseUrl, parts)) };
    },
  };
}

/** Shows an error as a page, for people who follow a wrong link. */
export function docsErrorPage(parts: LinkParts): ErrorPage {
  return async (error, { requestId, baseUrl }) => {
    return { headers: policyHeaders, body: refusalPage(error, requestId, await linksOf(baseUrl, parts)) };
  };
}

/** A browser asks each time whether the text has changed, and gets it only then. */
function answerTagged(body: string, headers: Readonly<Record<string, string>>) {
  const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 16)}"`;
  const common = { headers: { etag: tag, "cache-control": "public, no-cache" } };
  return noneMatches(headers["if-none-match"], tag)
    ? { status: 200 as const, ...common, body }
    : { status: 304 as const, ...common };
}

const policyHeaders = { "content-security-policy": pagePolicy() };

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}

function isGuideName(name: string): name is GuideName {
  return Object.hasOwn(guides, name);
}

type LinkParts = Pick<DocsParts, "assets" | "mailPage">;

/** The links are paths, so that a proxy that changes the scheme or the host breaks none of them. */
async function linksOf(baseUrl: string, parts: LinkParts): Promise<PageLinks> {
  const base = pathOf(baseUrl);
  const assets = await parts.assets();
  return {
    docs: `${base}/docs`,
    mail: parts.mailPage,
    description: `${base}/openapi.json`,
    api: base,
    asset: (name) => `${base}/docs/assets/${name}?v=${assets[name].version}`,
  };
}

/** The root and `/api`. The first is the one that the request used. */
function serversOf(baseUrl: string): string[] {
  const root = pathOf(baseUrl).replace(/\/api$/, "");
  const servers = [root || "/", `${root}/api`];
  return baseUrl.endsWith("/api") ? servers.toReversed() : servers;
}

/** This does not use `URL`, because the host comes from the caller and may be invalid. */
function pathOf(baseUrl: string): string {
  return baseUrl.replace(/^\w+:\/\/[^/]*/, "");
}

/** Keeps the value of the last key, because nearly all requests use the same base address. */
function rememberLast<Value>(make: (key: string) => Value): (key: string) => Value {
  let last: { key: string; value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}
