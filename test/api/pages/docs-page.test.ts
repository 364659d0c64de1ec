import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDescribed } from "../../../functions/docs/openapi/describe-api.ts";
import { routeGroups } from "../../../functions/routes.ts";
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import type { RouteGroup } from "../../../shared/platform/http/route/group.ts";
import type { Row } from "../../../shared/platform/http/route/route.ts";
import { createContact } from "../../support/contact/contact-api.ts";
import { smallestGif } from "../../support/contact/pictures.ts";
import { filesOf } from "../../support/import/import-calls.ts";
import { openPage, startBrowser } from "../../support/process/browser.ts";
import { api, freshAccount } from "../../support/process/stack.ts";
import { isFull } from "../../support/seed.ts";

startBrowser();

const groups: readonly RouteGroup[] = routeGroups;
const names = groups.flatMap(({ rows }) =>
  Object.entries<Row>(rows).flatMap(([name, row]) => (isDescribed(row) ? [name] : [])),
);

async function enterKey(page: Page, key: string, button = "Use"): Promise<void> {
  await page.getByLabel("API key or session token").fill(key);
  await page.getByRole("button", { name: button, exact: true }).click();
}

/** Waits until the page shows this message. */
async function untilShown(page: Page, message: string): Promise<void> {
  await page.getByRole("status").filter({ hasText: message }).waitFor();
}

/** Opens a route so that it can be tried. */
async function openOperation(page: Page, name: string): Promise<Locator> {
  const operation = page.locator(`.opblock[id$="-${name}"]`);
  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".try-out__btn").click();
  return operation;
}

/** Tries the call. Returns the shown answer when it contains these words. */
async function execute(operation: Locator, words: string): Promise<{ status: string; body: string }> {
  await operation.locator(".btn.execute").click();
  const live = operation.locator(".live-responses-table .response").filter({ hasText: words }).first();
  const [status, body] = [live.locator(".response-col_status"), live.locator(".response-col_description")];
  return { status: (await status.innerText()).trim(), body: await body.innerText() };
}

/**
 * Swagger UI works on the whole description for a second whenever a route is opened. So this page gets a description of the routes that the
 * tests try. The full run tries them with the whole description.
 */
async function shortenDescription(page: Page): Promise<void> {
  if (isFull) return;
  await page.route("**/openapi.json", async (route) => {
    const response = await route.fetch();
    const { paths, components, ...description } = await response.json();
    const tried = ["/tags/{id}", "/contacts/import/{source}/parse"];
    const shortPaths = Object.fromEntries(tried.map((path) => [path, paths[path]]));
    const schemas: Record<string, unknown> = {};
    const pending: unknown[] = [shortPaths];
    for (const part of pending) {
      for (const [, name = ""] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
        if (!(name in schemas)) pending.push(components.schemas[name]);
        schemas[name] = components.schemas[name];
      }
    }
    await route.fulfill({
      response,
      json: { ...description, paths: shortPaths, components: { ...components, schemas } },
    });
  });
}

describe("the docs page", () => {
  let page: Page;
  let token: string;
  beforeAll(async () => {
    ({ token } = await freshAccount());
    ({ page } = await openPage("/docs/errors"));
    await shortenDescription(page);
    await page.getByRole("link", { name: "Routes" }).click();
    await page.waitForSelector(".opblock");
  });
  afterAll(() => page?.close());

  it("lists every route, and calls no other host", async () => {
    // The sign-in page adds parameters to the address.
    const { page, foreign, complaints } = await openPage("/api/docs?code=given-by-signing-in");
    await page.waitForSelector(".opblock", { timeout: 60_000 });
    const shown = await page.locator(".opblock").evaluateAll((blocks) => blocks.map(({ id }) => id.split("-").at(-1)));
    expect(shown.toSorted()).toEqual(names.toSorted());
    expect(await page.locator(".info").textContent()).toContain("npm run --silent token");
    expect([foreign, complaints]).toEqual([[], []]);
    await page.close();
  });

  it("shows the answers of calls with the key that was entered, and their refusal without a key", async () => {
    const created = await api("/tags", { method: "POST", token, json: { label: "Harbour" } });
    const { tag } = (await created.json()) as { tag: { id: string } };
    const operation = await openOperation(page, "getTag");
    await operation.getByLabel("id", { exact: true }).fill(tag.id);
    await page.getByRole("button", { name: "Forget" }).click();
    const { status, body } = await execute(operation, "auth_required");
    expect([status.slice(0, 3), JSON.parse(body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1))]).toMatchObject([
      "401",
      { error: { code: "auth_required" } },
    ]);
    const code = operation.locator(".renderedMarkdown a code", { hasText: "rate_limit_exceeded" });
    expect(await code.innerHTML(), "it breaks only between words").toBe("rate_<wbr>limit_<wbr>exceeded");
    expect(await code.locator("..").getAttribute("href")).toMatch(/\/docs\/errors\/rate_limit_exceeded$/);

    await enterKey(page, "a key with spaces");
    await untilShown(page, "A key has no such characters.");
    await enterKey(page, ` ${token} `);
    await untilShown(page, "Calls carry this key.");
    expect((await execute(operation, "Harbour")).status).toContain("200");
  });

  it.runIf(isFull)("sends the file of an import (in the full run, of every source)", async () => {
    await enterKey(page, token);
    const parse = await openOperation(page, "parseImport");
    const sources = Object.keys(filesOf) as ImportSource[];
    for (const [at, source] of (isFull ? sources : sources.slice(0, 1)).entries()) {
      await parse.getByLabel("source", { exact: true }).selectOption(source);
      // Each file has more contacts, so that its answer differs from the one before.
      const { name, content } = filesOf[source](Array.from({ length: at + 1 }, (_, number) => number));
      const buffer = Buffer.from(content);
      await parse.getByLabel("file", { exact: true }).setInputFiles({ name, mimeType: "text/plain", buffer });
      expect((await execute(parse, `"validCount": ${at + 1}`)).status, source).toContain("200");
    }
  });

  it.runIf(isFull)("sends a picture", async () => {
    const { contact } = await createContact(token, { firstName: "Ingeborg" });
    await enterKey(page, token);
    const photo = await openOperation(page, "uploadPhoto");
    await photo.getByLabel("id", { exact: true }).fill(contact.id);
    const picture = { name: "a.gif", mimeType: "image/gif", buffer: smallestGif };
    await photo.getByLabel("file", { exact: true }).setInputFiles(picture);
    expect((await execute(photo, '"success": true')).status).toContain("200");
  });
});

describe("a key", () => {
  it.runIf(isFull)(
    "is kept for this tab only, by the map and the docs page, until one of them forgets it",
    async () => {
      const { token } = await freshAccount();
      const { page, foreign, complaints } = await openPage("/docs/map");
      await shortenDescription(page);
      await page.evaluate("localStorage.setItem('authorized', 'a token that an earlier version of the page kept')");
      const addresses: string[] = [];
      page.on("request", (request) => addresses.push(request.url()));
      await enterKey(page, token, "Show pins");
      await untilShown(page, "No pins in this view.");
      await page.reload();
      await untilShown(page, "No pins in this view.");
      expect(addresses.filter((address) => address.includes(token.slice(0, 20)))).toEqual([]);

      await page.locator(".bar a", { hasText: "Routes" }).click();
      await untilShown(page, "Calls carry this key.");
      expect(await page.locator("main").textContent()).toContain("the key stays in this tab.");
      expect(await page.getByLabel("API key or session token").inputValue()).toBe(token);
      expect(await page.evaluate("[localStorage.length, document.cookie]")).toEqual([0, ""]);

      await page.getByRole("button", { name: "Forget" }).click();
      await untilShown(page, "Without a key, only public routes answer.");
      expect(await page.evaluate("sessionStorage.length")).toBe(0);
      await page.goBack();
      await untilShown(page, "Enter an API key to see your pins.");
      expect([foreign, complaints]).toEqual([[], []]);
      await page.close();
    },
  );
});

describe("other pages", () => {
  it.each(["/docs/errors/nope", "/api/docs/nope", "/nope"])(
    "include one for the unknown path %s, where programs get the error envelope",
    async (path) => {
      const { page, foreign, complaints } = await openPage(path);
      expect(await page.locator("h1").textContent()).toBe("There is nothing at this address.");
      await page.getByRole("link", { name: "not_found" }).click();
      await page.getByRole("heading", { name: "not_found" }).waitFor();
      // The browser reports every answer with a status of 400 and above.
      expect(complaints.filter((complaint) => !complaint.includes("status of 404"))).toEqual([]);
      expect(foreign).toEqual([]);
      await page.close();
      for (const [accept, type] of [
        ["text/html", "text/html; charset=utf-8"],
        ["*/*", "application/json; charset=utf-8"],
      ] as const) {
        const answer = await api(path, { headers: { accept } });
        expect([answer.status, answer.headers.get("content-type")]).toEqual([404, type]);
      }
    },
  );

  it("link the list of errors, the page of each error, and the caught mails", async () => {
    const { page, foreign, complaints } = await openPage("/docs/map");
    await page.locator(".bar a", { hasText: "Errors" }).click();
    await page.locator("td a", { hasText: "contact_not_found" }).click();
    await page.waitForURL("**/docs/errors/contact_not_found");
    expect(await page.locator("main").textContent()).toContain("This account has no such contact.");
    await page.locator(".bar a", { hasText: "Mail" }).click();
    await page.getByRole("heading", { name: "Mail", exact: true }).waitFor();
    expect([foreign, complaints]).toEqual([[], []]);
    await page.close();
  });
});
