import { describe, expect, it } from "vitest";
import { routeGroups } from "../../functions/routes.ts";
import type { RouteGroup } from "../../shared/http/group.ts";
import { openPage } from "../support/browser.ts";
import { api, freshAccount } from "../support/stack.ts";

const groups: readonly RouteGroup[] = routeGroups;
const names = groups.flatMap(({ rows }) => Object.keys(rows));

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

  it("takes a token, and a call that is tried answers", async () => {
    const { token } = await freshAccount();
    const firstName = "Ingeborg";
    await api("/contacts", { method: "POST", token, json: { firstName } });
    const { page, foreign, complaints } = await openPage("/docs");

    await page.locator(".scheme-container .btn.authorize").click();
    expect(await page.locator(".auth-container h4 code").allTextContents()).toEqual(["session", "apiKey"]);
    const session = page.locator(".auth-container", { hasText: "access token of a signed-in person" });
    await session.locator("input").fill(token);
    await session.locator("button[type=submit]").click();
    await page.locator(".modal-ux .close-modal").click();

    const operation = page.locator("#operations-Contacts-listContacts");
    await operation.locator(".opblock-summary-control").click();
    await operation.locator(".try-out__btn").click();
    const [response] = await Promise.all([
      page.waitForResponse((candidate) => new URL(candidate.url()).pathname === "/contacts"),
      operation.locator(".btn.execute").click(),
    ]);
    expect(response.status()).toBe(200);
    const live = operation.locator(".live-responses-table .response").first();
    expect(await live.locator(".response-col_status").textContent()).toContain("200");
    expect(await live.locator(".response-col_description").textContent()).toContain(firstName);
    expect([foreign, complaints]).toEqual([[], []]);
    await page.close();
  });

  it("shows the refusal of a call without a token", async () => {
    const { page } = await openPage("/docs");
    const operation = page.locator("#operations-Contacts-listContacts");
    await operation.locator(".opblock-summary-control").click();
    await operation.locator(".try-out__btn").click();
    await operation.locator(".btn.execute").click();
    const live = operation.locator(".live-responses-table .response").first();
    expect(await live.locator(".response-col_status").textContent()).toContain("401");
    expect(await live.locator(".response-col_description").textContent()).toContain("auth_required");
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
