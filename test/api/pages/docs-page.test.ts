import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDescribed } from "../../../functions/docs/openapi/describe-api.ts";
import type { OperationIndex } from "../../../functions/docs/openapi/operation-index.ts";
import { routeGroups } from "../../../functions/routes.ts";
import type { ImportSource } from "../../../shared/import/row/parsed-contact.ts";
import type { RouteGroup } from "../../../shared/platform/http/route/group.ts";
import type { Row } from "../../../shared/platform/http/route/route.ts";
import { createContact } from "../../support/contact/contact-api.ts";
import { smallestGif } from "../../support/contact/pictures.ts";
import { filesOf } from "../../support/import/import-calls.ts";
import { openPage, startBrowser, usualViewport } from "../../support/process/browser.ts";
import { api, freshAccount } from "../../support/process/stack.ts";
import { isFull } from "../../support/seed.ts";

startBrowser();

const groups: readonly RouteGroup[] = routeGroups;
const names = groups.flatMap(({ rows }) =>
  Object.entries<Row>(rows).flatMap(([name, row]) => (isDescribed(row) ? [name] : [])),
);

const lightest = "checkLiveness";

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key or session token").fill(key);
  await page.getByRole("button", { name: "Use", exact: true }).click();
}

/** Waits until the page shows this message. */
async function untilShown(page: Page, message: string): Promise<void> {
  await page.getByRole("status").filter({ hasText: message }).waitFor();
}

/** Opens an operation by its address. */
async function openOperation(page: Page, name: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(name)}`);
  await page.locator(`pre:has-text("client.${name}(")`).waitFor();
}

/** Tries the call. Returns the shown answer when its heading begins with the status. */
async function send(page: Page, status: number): Promise<string> {
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: new RegExp(`^${status} in \\d+ ms$`) }).waitFor();
  return page
    .locator(".sample", { has: page.getByRole("heading", { name: "Answer" }) })
    .locator("pre")
    .innerText();
}

describe("the docs page", () => {
  let page: Page;
  let token: string;
  beforeAll(async () => {
    ({ token } = await freshAccount());
    ({ page } = await openPage("/docs"));
    await page.locator("#operations summary").first().waitFor();
  });
  afterAll(() => page?.close());

  it("opens with the introduction, lists every operation, calls no other host, and weighs at most 150 kB compressed", async () => {
    const weights: number[] = [];
    const { page, foreign, complaints } = await openPage("/api/docs?utm_source=mail", usualViewport, (page) =>
      page.on("response", async (response) => {
        const body = await response.body().catch(() => Buffer.of());
        weights.push(gzipSync(body, { level: 6 }).length);
      }),
    );
    expect(await page.locator("main").textContent()).toContain("npm run --silent token");
    const links = page.locator("#operations a");
    await expect.poll(() => links.count()).toBe(names.length);
    const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")?.slice(1) ?? ""));
    expect(shown.toSorted()).toEqual(names.toSorted());
    // The largest part.
    await openOperation(page, "listContacts");
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(150_000);
    expect([foreign, complaints]).toEqual([[], []]);
    await page.close();
  });

  it("finds an operation by a word of its descriptions, by the keyboard, and keeps its address", async () => {
    await page.locator("body").press("/");
    await page.keyboard.type("birthday upcoming");
    await untilShown(page, "1 found");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const heading = page.getByRole("heading", { level: 1 });
    await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("operation-heading");
    expect(page.url()).toMatch(/#listUpcomingDates$/);
    const title = await page.title();
    await page.reload();
    await heading.filter({ hasText: title.split(" - ")[0] ?? "" }).waitFor();
    await page.getByLabel("Find operations").fill("xyzzy");
    await untilShown(page, "Nothing has these words.");
    // So were the addresses of an earlier page.
    await page.evaluate("location.hash = '/Contacts/getContact'");
    await heading.filter({ hasText: "Read a contact" }).waitFor();
    await page.getByRole("link", { name: "Routes" }).click();
    await page.getByRole("heading", { name: "Rules for every call" }).waitFor();
  });

  it("shows the fields of fields, the errors with their pages, and the call as a command and as a program", async () => {
    await openOperation(page, "suggestAddresses");
    await page.locator(".operation summary", { hasText: "Places" }).click();
    expect(await page.getByRole("link", { name: "GeoNames" }).getAttribute("href")).toBe("https://www.geonames.org");
    await openOperation(page, "patchContact");
    await page.getByText("Fields of emails").first().click();
    await page.getByText("Fields of emails").first().locator("..").getByText("preferred").first().waitFor();
    const error = page.getByRole("link", { name: "precondition_failed" });
    expect(await error.getAttribute("href")).toBe("/docs/errors/precondition_failed");
    await page.getByLabel("id (required)").fill("7");
    await page.getByLabel("body (required)").fill('{"notes":"Met."}');
    const samples = await page.locator(".sample pre").allTextContents();
    expect(samples.join("\n")).toMatch(
      /curl -X PATCH '[^']+\/contacts\/7'[\s\S]*client.patchContact\(\{\s+"id": "7",\s+"notes": "Met."\s+\}\)/,
    );
  });

  it("shows the answers of calls with the key that was entered, which it checks and keeps for this tab only", async () => {
    const created = await api("/tags", { method: "POST", token, json: { label: "Harbour" } });
    const { tag } = (await created.json()) as { tag: { id: string } };
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await page.evaluate("sessionStorage.clear()");
    await openOperation(page, "getTag");
    await page.getByLabel("id (required)").fill(tag.id);
    expect(JSON.parse(await send(page, 401))).toMatchObject({ error: { code: "auth_required" } });
    expect(await page.getByText("What to do: auth_required").getByRole("link").getAttribute("href")).toBe(
      "/docs/errors/auth_required",
    );
    await enterKey(page, "a key with spaces");
    await untilShown(page, "A key has no such characters.");
    await enterKey(page, "service_key_wrong");
    await untilShown(page, "The key does not work: The API key is not valid.");
    await enterKey(page, ` ${token} `);
    await untilShown(page, "Calls carry this key. It works");
    expect(await send(page, 200)).toContain("Harbour");
    await page.reload();
    await untilShown(page, "Calls carry this key. It works");
    expect(addresses.filter((address) => address.includes(token.slice(0, 20)))).toEqual([]);
    expect(await page.evaluate("[localStorage.length, document.cookie]")).toEqual([0, ""]);
    await page.getByRole("button", { name: "Forget" }).click();
    await untilShown(page, "Calls carry no credential");
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
  });

  it("sends calls with the session of the browser after signing in, which returns to the operation", async () => {
    const { page, foreign, complaints } = await openPage("/docs#createTag");
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await page.getByLabel("E-mail address").fill("docs-reader@example.com");
    await page.keyboard.press("Enter");
    await untilShown(page, "Calls carry your session (docs-reader@example.com).");
    expect(page.url()).toMatch(/\/docs#createTag$/);
    expect(await send(page, 201)).toContain('"tag"');
    expect([foreign, complaints]).toEqual([[], []]);
    await page.context().clearCookies();
    await page.close();
  });

  it("has no task above 200 ms with a description of twice the size", async () => {
    const { page } = await openPage("/docs/errors");
    await page.route("**/docs/operations/*.json", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: doubled(await response.json()) });
    });
    await page.addInitScript(`
      window.tasks = [];
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ type: "longtask", buffered: true });
    `);
    await page.getByRole("link", { name: "Routes" }).click();
    await expect.poll(() => page.locator("#operations a").count()).toBe(2 * names.length);
    await openOperation(page, "createContact");
    await page.getByText("Fields of").last().click();
    await page.getByLabel("Find operations").pressSequentially("birthday");
    await openOperation(page, lightest);
    expect(Math.max(0, ...(await page.evaluate<number[]>("tasks")))).toBeLessThan(200);
    await page.close();
  });

  it.runIf(isFull)("sends the file of an import of every source, and a picture", async () => {
    await openOperation(page, "parseImport");
    await enterKey(page, token);
    for (const source of Object.keys(filesOf) as ImportSource[]) {
      await page.getByLabel("source (required)").selectOption(source);
      const { name, content } = filesOf[source]([0]);
      const buffer = Buffer.from(content);
      await page.getByLabel("file (required)").setInputFiles({ name, mimeType: "text/plain", buffer });
      expect(await send(page, 200), source).toContain('"validCount": 1');
    }
    const { contact } = await createContact(token, { firstName: "Ingeborg" });
    await openOperation(page, "uploadPhoto");
    await page.getByLabel("id (required)").fill(contact.id);
    const picture = { name: "a.gif", mimeType: "image/gif", buffer: smallestGif };
    await page.getByLabel("file", { exact: true }).setInputFiles(picture);
    expect(await send(page, 200)).toContain('"success": true');
  });
});

type Parts = OperationIndex & { operations: Record<string, object>; components: Record<string, object> };

/** An index with each group twice, or a part with each operation and component twice. */
function doubled({ groups, operations, components }: Parts): Partial<Parts> {
  const twice = (named: Record<string, object>) =>
    Object.fromEntries(
      Object.entries(named).flatMap(([name, value]) => [
        [name, value],
        [`${name}2`, value],
      ]),
    );
  if (!groups) {
    const kinds = Object.entries(components).map(([kind, named]) => [kind, twice(named as Record<string, object>)]);
    return { operations: twice(operations), components: Object.fromEntries(kinds) };
  }
  const others = groups.map((group) => {
    return {
      ...group,
      name: `${group.name}2`,
      operations: group.operations.map((each) => ({ ...each, id: `${each.id}2` })),
    };
  });
  return { groups: [...groups, ...others] };
}

describe("other pages", () => {
  it.each(["/docs/errors/nope", "/api/docs/nope", "/nope"])(
    "include one for the unknown path %s, where programs get the error envelope",
    async (path) => {
      const { page, foreign, complaints } = await openPage(path);
      expect(await page.locator("h1").textContent()).toBe("There is nothing at this address.");
      expect(await page.locator("main").getByRole("link").allTextContents()).toEqual(
        expect.arrayContaining(["the app", "every route", "every error", "Imports"]),
      );
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
    const { page, foreign, complaints } = await openPage("/docs/changes");
    expect(await page.locator(".bar [aria-current=page]").textContent()).toBe("Changes");
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
