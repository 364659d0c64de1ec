import { expect, it } from "vitest";
import { openPage, startBrowser } from "../../support/process/browser.ts";
import { localStack } from "../../support/process/stack.ts";

startBrowser();

it("a person signs in on the issuer's page, and out by the button that a link of another page leads to", async () => {
  const { baseUrl, issuerUrl } = await localStack();
  const { page, complaints } = await openPage("/session/sign-in?returnTo=/docs/errors");
  await page.getByRole("textbox", { name: "E-mail address" }).fill("door@example.com");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${baseUrl}/docs/errors`);
  const session = () => page.evaluate(async () => (await fetch("/session")).json());
  expect(await session()).toMatchObject({ signedIn: true, name: "Door", email: "door@example.com" });
  expect(await page.evaluate("document.cookie")).toBe("");
  const status = (path: string) => page.evaluate(async (path) => (await fetch(path, { method: "POST" })).status, path);
  expect([await status("/session/refresh"), await status("/session/token")]).toEqual([204, 200]);

  await page.goto(`${issuerUrl}/.well-known/openid-configuration`);
  await page.evaluate(`location.assign("${baseUrl}/session/sign-out")`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${baseUrl}/app`);
  await page.goto(`${baseUrl}/docs/errors`);
  expect(await session()).toEqual({ signedIn: false });

  const answer = await page.goto(`${baseUrl}/session/callback?code=old&state=unknown`);
  expect(answer?.status()).toBe(400);
  await page.getByRole("link", { name: "Sign in again" }).click();
  await page.getByRole("textbox", { name: "E-mail address" }).waitFor();
  // The browser says so of each answer that is an error.
  expect(complaints.filter((text) => !text.includes("status of 400"))).toEqual([]);
});
