/** What the documentation's routes do. */
import { createHash } from "node:crypto";
import { AppError, type ErrorCode, errorCatalogue } from "../../shared/http/errors.ts";
import { noneMatches } from "../../shared/http/etag.ts";
import type { RouteGroup } from "../../shared/http/group.ts";
import type { ErrorPage } from "../../shared/http/pipeline.ts";
import type { Operations } from "../../shared/http/route.ts";
import { takesHtml } from "../../shared/http/takes-html.ts";
import { type Assets, findAsset } from "./assets.ts";
import { mapPage } from "./map-page.ts";
import { describeApi } from "./openapi.ts";
import { docsPage, errorListPage, errorPage, type PageLinks, pagePolicy, refusalPage } from "./pages.ts";
import type { docsRoutes } from "./routes.ts";
import { worldOutline } from "./world-outline.ts";

export interface DocsParts {
  /** Handed in rather than imported: the table holds this group's rows too. */
  groups: readonly RouteGroup[];
  version: string;
  assets: () => Promise<Assets>;
  /** The path of the page that shows caught mail, where there is one. */
  mailPage?: string | undefined;
}

export function docsOperations(parts: DocsParts): Operations<typeof docsRoutes> {
  const { groups, version, assets } = parts;
  const pageHeaders = { ...policyHeaders, "cache-control": "public, max-age=300" };
  const describe = rememberLast((baseUrl: string) => {
    const body = JSON.stringify(
      describeApi(groups, {
        version,
        servers: serversOf(baseUrl),
        docsUrl: `${baseUrl}/docs`,
        docsPath: `${pathOf(baseUrl)}/docs`,
      }),
    );
    return { body, tag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 16)}"` };
  });

  return {
    async getApiDescription({ baseUrl, headers }) {
      const { body, tag } = describe(baseUrl);
      const common = { headers: { etag: tag, "cache-control": "public, no-cache" } };
      return noneMatches(headers["if-none-match"], tag) ? { status: 200, ...common, body } : { status: 304, ...common };
    },

    async showHome({ baseUrl, headers }) {
      if (!takesHtml(headers.accept)) throw new AppError("not_found");
      return { status: 302, headers: { location: `${pathOf(baseUrl)}/docs` } };
    },

    async showDocs({ baseUrl }) {
      return { status: 200, headers: pageHeaders, body: docsPage(await linksOf(baseUrl, parts), version) };
    },

    async showMap({ baseUrl }) {
      return { status: 200, headers: pageHeaders, body: mapPage(await linksOf(baseUrl, parts), worldOutline()) };
    },

    async getDocsAsset({ params: { file }, query: { v }, headers }) {
      const asset = findAsset(await assets(), file);
      if (!asset) throw new AppError("not_found");
      const lasting = v === asset.version ? "max-age=31536000, immutable" : "max-age=300";
      const tag = `"${asset.version}"`;
      const common = { headers: { etag: tag, "cache-control": `public, ${lasting}` } };
      if (!noneMatches(headers["if-none-match"], tag)) return { status: 304, ...common };
      return { status: 200, ...common, body: asset.content, contentType: asset.contentType };
    },

    async listErrors({ baseUrl }) {
      return { status: 200, headers: pageHeaders, body: errorListPage(await linksOf(baseUrl, parts)) };
    },

    async showError({ params: { code }, baseUrl }) {
      if (!isErrorCode(code)) throw new AppError("not_found");
      const body = errorPage(code, await linksOf(baseUrl, parts), `${baseUrl}/docs`);
      return { status: 200, headers: pageHeaders, body };
    },
  };
}

/** Whoever follows a link that leads nowhere is told so on a page like the others. */
export function docsErrorPage(parts: LinkParts): ErrorPage {
  return async (error, { requestId, baseUrl }) => {
    return { headers: policyHeaders, body: refusalPage(error, requestId, await linksOf(baseUrl, parts)) };
  };
}

const policyHeaders = { "content-security-policy": pagePolicy };

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code);
}

type LinkParts = Pick<DocsParts, "assets" | "mailPage">;

/** Paths instead of whole addresses, so that a proxy that changes scheme or host breaks no link. */
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

/** The root and `/api`; the one by which the caller came first. */
function serversOf(baseUrl: string): string[] {
  const root = pathOf(baseUrl).replace(/\/api$/, "");
  const servers = [root || "/", `${root}/api`];
  return baseUrl.endsWith("/api") ? servers.toReversed() : servers;
}

/** Not by way of a URL: the host is the caller's word, and may be none. */
function pathOf(baseUrl: string): string {
  return baseUrl.replace(/^\w+:\/\/[^/]*/, "");
}

/** Callers nearly always come by the same address: one answer is kept. */
function rememberLast<Value>(make: (key: string) => Value): (key: string) => Value {
  let last: { key: string; value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: make(key) };
    return last.value;
  };
}
