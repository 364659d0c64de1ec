import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { routeGroups } from "../../functions/routes.ts";
import type { RouteGroup } from "../../shared/http/group.ts";
import type { ImportSource } from "../../shared/imports/parsed-contact.ts";
import { openPage } from "../support/browser.ts";
import { createContact } from "../support/contact-api.ts";
import { filesOf } from "../support/import-calls.ts";
import { jpegOf } from "../support/pictures.ts";
import { api, freshAccount } from "../support/stack.ts";

const groups: readonly RouteGroup[] = routeGroups;
const names = groups.flatMap(({ rows }) => Object.keys(rows));

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key or session token").fill(key);
  await page.getByRole("button", { name: "Use" }).click();
}

/** Waits until the page says this. */
async function told(page: Page, words: string): Promise<void> {
  await page.getByRole("status").filter({ hasText: words }).waitFor();
}

/** Opens the route, ready to be tried. */
async function openOperation(page: Page, name: string): Promise<Locator> {
  const operation = page.locator(`.opblock[id$="-${name}"]`);
  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".try-out__btn").click();
  return operation;
}

/** The status of the call that is tried, once the page shows it. */
async function execute(page: Page, operation: Locator): Promise<number> {
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => new URL(candidate.url()).pathname.startsWith("/contacts")),
    operation.locator(".btn.execute").click(),
  ]);
  await operation.locator(".live-responses-table").waitFor();
  return response.status();
}

describe("the docs page", () => {
  it.each(["/docs", "/api/docs", "/docs?code=given-by-signing-in"])(
    "lists every route at %s, and asks no other host for anything",
    async (path) => {
      const { page, foreign, complaints } = await openPage(path);
      await page.waitForSelector(".opblock");
      const shown = await page
        .locator(".opblock")
        .evaluateAll((blocks) => blocks.map(({ id }) => id.split("-").at(-1)));
      expect(shown.toSorted()).toEqual(names.toSorted());
      expect(await page.locator(".info").textContent()).toContain("npm run --silent token");
      expect([foreign, complaints]).toEqual([[], []]);
      await page.close();
    },
  );

  it("takes a token, which its calls carry, and keeps it for this tab only, until it is told to forget it", async () => {
    const { token } = await freshAccount();
    const firstName = "Ingeborg";
    await api("/contacts", { method: "POST", token, json: { firstName } });
    const { page, foreign, complaints } = await openPage("/docs");
    expect(await page.locator("main").textContent()).toContain("the key stays in this tab.");
    await page.evaluate("localStorage.setItem('authorized', 'a token that an earlier version of the page kept')");

    await enterKey(page, "a key with spaces");
    await told(page, "A key has no such characters.");
    await enterKey(page, ` ${token} `);
    await told(page, "Calls carry this key.");
    await page.reload();
    await told(page, "Calls carry this key.");
    expect(await page.evaluate("[localStorage.length, document.cookie]")).toEqual([0, ""]);

    const operation = await openOperation(page, "listContacts");
    expect(await execute(page, operation)).toBe(200);
    const live = operation.locator(".live-responses-table .response").first();
    expect(await live.locator(".response-col_status").textContent()).toContain("200");
    expect(await live.locator(".response-col_description").textContent()).toContain(firstName);

    // The map has the same key, and forgets it for both.
    await page.locator(".bar a", { hasText: "Map" }).click();
    await told(page, "No pins in this view.");
    expect(await page.getByLabel("API key or session token").inputValue()).toBe(token);
    await page.getByRole("button", { name: "Forget" }).click();
    await page.goBack();
    await told(page, "Without a key, only public routes answer.");
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
    expect([foreign, complaints]).toEqual([[], []]);
    await page.close();
  });

  it.each(Object.keys(filesOf) as ImportSource[])("has %s files read that are tried with Execute", async (source) => {
    const { token } = await freshAccount();
    const { page, foreign, complaints } = await openPage("/docs");
    await enterKey(page, token);
    const operation = await openOperation(page, "parseImport");
    await operation.getByLabel("source", { exact: true }).selectOption(source);
    const { name, content } = filesOf[source]([7]);
    await operation
      .getByLabel("file", { exact: true })
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
    expect(await execute(page, operation)).toBe(200);
    const answer = operation.locator(".live-responses-table .response-col_description").last();
    expect(await answer.textContent()).toContain('"validCount": 1');
    // Of lists of files, swagger-ui itself looks for a component that it then does without.
    expect(complaints.filter((complaint) => !complaint.includes("JsonSchema_string_binary"))).toEqual([]);
    expect(foreign).toEqual([]);
    await page.close();
  });

  it("gives a contact the picture that is tried with Execute", async () => {
    const { token } = await freshAccount();
    const { contact } = await createContact(token, { firstName: "Ingeborg" });
    const { page, foreign, complaints } = await openPage("/docs");
    await enterKey(page, token);
    const operation = await openOperation(page, "uploadPhoto");
    await operation.getByLabel("id", { exact: true }).fill(contact.id);
    const buffer = Buffer.from(await jpegOf());
    await operation
      .getByLabel("file", { exact: true })
      .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    expect(await execute(page, operation)).toBe(200);
    expect([foreign, complaints]).toEqual([[], []]);
    await page.close();
  });

  it("shows the refusal of a call without a token", async () => {
    const { page } = await openPage("/docs");
    const operation = await openOperation(page, "listContacts");
    expect(await execute(page, operation)).toBe(401);
    const live = operation.locator(".live-responses-table .response").first();
    expect(await live.locator(".response-col_status").textContent()).toContain("401");
    expect(await live.locator(".response-col_description").textContent()).toContain("auth_required");
    const code = operation.locator(".renderedMarkdown a code", { hasText: "rate_limit_exceeded" });
    expect(await code.innerHTML(), "it breaks between words only").toBe("rate_<wbr>limit_<wbr>exceeded");
    await page.close();
  });

  it.each(["/", "/api", "/api/"])(
    "is where %s leads a browser, while a program learns that nothing is there",
    async (path) => {
      const { page, foreign, complaints } = await openPage(path);
      expect(new URL(page.url()).pathname).toBe(path.startsWith("/api") ? "/api/docs" : "/docs");
      await page.waitForSelector(".opblock");
      expect([foreign, complaints]).toEqual([[], []]);
      await page.close();
      const answer = await api(path, { redirect: "manual" });
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: "not_found" } }]);
    },
  );

  it.each(["/docs/nope", "/docs/errors/nope", "/api/docs/nope", "/nope"])(
    "has a neighbour for %s, which leads nowhere, while a program gets the envelope",
    async (path) => {
      const { page, foreign, complaints } = await openPage(path);
      expect(await page.locator("h1").textContent()).toBe("There is nothing at this address.");
      await page.getByRole("link", { name: "not_found" }).click();
      await page.getByRole("heading", { name: "not_found" }).waitFor();
      // The browser itself notes every answer of 400 and above.
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

  it("links the mail that is caught beside it", async () => {
    const { page, complaints } = await openPage("/docs");
    await page.locator(".bar a", { hasText: "Mail" }).click();
    await page.getByRole("heading", { name: "Mail", exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("leads from the list of errors to the page of each", async () => {
    const { page, foreign, complaints } = await openPage("/docs");
    await page.locator(".bar a", { hasText: "Errors" }).click();
    await page.locator("td a", { hasText: "contact_not_found" }).click();
    await page.waitForURL("**/docs/errors/contact_not_found");
    expect(await page.locator("main").textContent()).toContain("This account has no such contact.");
    expect([foreign, complaints]).toEqual([[], []]);
    await page.close();
  });
});
