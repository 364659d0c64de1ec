/** A headless browser for tests of pages. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "./chromium.ts";
import { localStack } from "./stack.ts";

/** The browser of this worker, which ends with it. */
let browser: Promise<Browser> | undefined;
let context: BrowserContext;

export const usualViewport = { width: 1280, height: 1000 };

/** For the top of a test file: its tests have a browser, whose pages share a cache. It reaches nothing but the stack. */
export function startBrowser(): void {
  beforeAll(async () => {
    browser ??= launch();
    context = await (await browser).newContext({ viewport: usualViewport });
  });
  afterAll(() => context?.close());
}

async function launch(): Promise<Browser> {
  const { baseUrl, endpoints } = await localStack();
  return launchBrowser([baseUrl, endpoints.s3]);
}

export interface OpenPage {
  page: Page;
  /** Addresses of other hosts that the page requested. */
  foreign: string[];
  /** The errors and warnings of the page, without the requests that the page itself aborted. */
  complaints: string[];
}

/** Opens a page and records its errors and its requests to other hosts. `prepare`: what the test does before the page is loaded. */
export async function openPage(
  path: string,
  viewport = usualViewport,
  prepare?: (page: Page) => unknown,
): Promise<OpenPage> {
  const { baseUrl } = await localStack();
  const page = await context.newPage();
  await prepare?.(page);
  if (viewport !== usualViewport) await page.setViewportSize(viewport);
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // A request that the page's own policy blocks does not get as far as looking for the host.
    if (reason === "net::ERR_NAME_NOT_RESOLVED") foreign.push(request.url());
    if (reason !== "net::ERR_ABORTED") complaints.push(`failed: ${request.url()}`);
  });
  await page.goto(`${baseUrl}${path}`);
  return { page, foreign, complaints };
}
