/** A headless browser for tests of pages. */
import chromium from "@sparticuz/chromium";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { localStack } from "./stack.ts";

let browser: Browser;

/** For the top of a test file: its tests have a browser. */
export function startBrowser(): void {
  beforeAll(async () => {
    await localStack();
    browser = await playwright.launch({
      // Not the package's own arguments: they switch web security off, and one process for all ends with its first page.
      args: ["--no-sandbox", "--disable-gpu"],
      executablePath: await chromium.executablePath(),
      headless: true,
    });
  });
  afterAll(() => browser?.close());
}

export interface OpenPage {
  page: Page;
  /** Addresses of other hosts that the page asked for. */
  foreign: string[];
  /** Whatever went wrong in the page; a request that the page itself called off did not. */
  complaints: string[];
}

/** A page that can reach nothing but this machine, and notes whatever goes wrong in it. */
export async function openPage(path: string, viewport = { width: 1280, height: 1000 }): Promise<OpenPage> {
  const { baseUrl } = await localStack();
  const page = await browser.newPage({ viewport });
  const foreign: string[] = [];
  const complaints: string[] = [];
  await page.route("**", (route) => {
    if (new URL(route.request().url()).origin === new URL(baseUrl).origin) return route.continue();
    foreign.push(route.request().url());
    return route.abort();
  });
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(`failed: ${request.url()}`);
  });
  await page.goto(`${baseUrl}${path}`);
  return { page, foreign, complaints };
}
