/** What all views of the app have around them, as a person uses it. */
import type { Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { type OpenPage, openPage, startBrowser, usualViewport } from "../../support/process/browser.ts";
import { expectAccessible } from "../../support/process/signed-in-page.ts";
import { freshAccount, localStack, tokenFor } from "../../support/process/stack.ts";

startBrowser();

let opened: OpenPage;
/** Answers of 400 and above, and requests without one, are in the browser's console. */
let expectedComplaints = /^$/;
afterEach(async () => {
  const { page } = opened;
  await page.context().setOffline(false);
  await page.unrouteAll();
  await page.evaluate("localStorage.clear()");
  await page.close();
  const wrong = opened.complaints.filter((complaint) => !expectedComplaints.test(complaint));
  expectedComplaints = /^$/;
  expect([opened.foreign, wrong]).toEqual([[], []]);
});

async function signIn(page: Page, token: string): Promise<void> {
  const { baseUrl } = await localStack();
  await page.context().clearCookies();
  const answer = await page.request.post(`${baseUrl}/session`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(204);
}

/** Opens an address with a session that no cookie of another test changes. */
async function openAs(token: string | undefined, path: string, prepare?: (page: Page) => unknown): Promise<Page> {
  opened = await openPage(path, usualViewport, async (page) => {
    await page.context().clearCookies();
    if (token) await signIn(page, token);
    await prepare?.(page);
  });
  return opened.page;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const place = (page: Page, name: string) => page.getByRole("navigation").getByRole("link", { name });
const focused = "document.activeElement?.tagName + ' ' + document.activeElement?.textContent";

it("signs in and out, and moves through the app by keyboard", async () => {
  const page = await openAs(undefined, "/app/settings?from=mail");
  await heading(page, "Your contacts, all together").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sign in" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "E-mail address" }).waitFor();
  await page.keyboard.type("keyboard@example.com");
  await page.keyboard.press("Enter");
  await heading(page, "Settings").waitFor();
  expect(new URL(page.url()).search, "returns to where one was").toBe("?from=mail");
  await page.getByLabel("Time zone").waitFor();

  await page.setViewportSize({ width: 1280, height: 400 });
  await expect.poll(() => page.locator("main .grey-bar").count()).toBe(0);
  await page.evaluate("scrollTo(0, 200)");
  await place(page, "Developer").focus();
  const scrolled = await page.evaluate("scrollY");
  expect(scrolled, "there is a position to return to").toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  // Screen readers read the new heading.
  await expect.poll(() => page.evaluate(focused)).toBe("H1 Developer");
  expect(await page.title()).toBe("Developer - Contacts");
  expect(await place(page, "Developer").getAttribute("aria-current")).toBe("page");
  expect(await page.evaluate("scrollY"), "a new view begins at its top").toBe(0);

  await page.keyboard.press("a");
  const drawer = page.getByRole("complementary", { name: "Calls of this view" });
  await drawer.getByText("curl 'http").first().waitFor();
  await drawer.getByRole("tab", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  await drawer.getByRole("tabpanel", { name: "TypeScript" }).getByText("await client.listApiKeys();").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  // The focus is where it was.
  await expect.poll(() => page.evaluate(focused)).toBe("H1 Developer");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goBack();
  await expect.poll(() => page.evaluate(focused)).toBe("H1 Settings");
  await expect.poll(() => page.evaluate("scrollY")).toBe(scrolled);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("navigation").getByRole("button", { name: "Sign out" }).click();
  await heading(page, "Your contacts, all together").waitFor();
  await page.goBack();
  expect(await page.getByText("keyboard@example.com").count(), "Back does not show the account").toBe(0);
});

it("keeps what was typed when the session ends, and goes on after the person has signed in again", async () => {
  expectedComplaints = /status of 401/;
  const { token } = await freshAccount();
  const page = await openAs(token, "/app/developer");
  await page.getByRole("button", { name: "New key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Label").fill("Laptop");
  await page.context().clearCookies();
  await dialog.getByRole("button", { name: "Create" }).click();
  const link = dialog.getByRole("alert").getByRole("link", { name: "Sign in" });
  expect(await link.getAttribute("target")).toBe("_blank");
  await page.getByText("Your session has ended. What you have typed stays here").waitFor();
  expect(await dialog.getByLabel("Label").inputValue()).toBe("Laptop");
  await signIn(page, token);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByText("Your session has ended. What you have typed").waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText(/^service_key_/).waitFor();
});

it("shows nothing of an account when another one signs in by another tab", async () => {
  const [one, other] = [await freshAccount(), await freshAccount()];
  const page = await openAs(one.token, "/app/settings");
  await page.getByText(one.email).first().waitFor();
  await signIn(page, other.token);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByText(other.email).first().waitFor();
  expect(await page.content()).not.toContain(one.email);
});

it("says that it is offline, and reads again when it no longer is", async () => {
  expectedComplaints = /INTERNET_DISCONNECTED|^failed: /;
  const { token } = await freshAccount();
  const page = await openAs(token, "/app/settings");
  await page.getByLabel("Time zone").waitFor();
  await page.context().setOffline(true);
  await page.getByText("You are offline").waitFor();
  const read = page.waitForResponse(/\/me\/settings$/);
  await page.context().setOffline(false);
  await page.getByText("You are offline").waitFor({ state: "detached" });
  expect((await read).status()).toBe(200);
});

it("loads itself again once when a file of its version is gone, and says so", async () => {
  expectedComplaints = /status of 404/;
  const { token } = await freshAccount();
  let loads = 0;
  let goodLoads = [2];
  const page = await openAs(token, "/app/settings", async (page) => {
    page.on("request", (request) => {
      loads += request.isNavigationRequest() ? 1 : 0;
    });
    await page.route(/\/developer-\w+\.js$/, (route) =>
      goodLoads.includes(loads) ? route.continue() : route.fulfill({ status: 404 }),
    );
  });
  await heading(page, "Settings").waitFor();
  await place(page, "Developer").click();
  await page.getByRole("status").getByText("The page has loaded itself again").waitFor();
  await page.getByRole("button", { name: "New key" }).waitFor();
  goodLoads = [];
  await page.reload();
  await page.getByRole("alert").getByText("This view can't be shown").waitFor();
  expect(loads, "at first, for the missing file, and by the person, and for the file that stays missing").toBe(4);
});

it("asks at most three times in an idle minute, and says when the session ends and can't be renewed", async () => {
  expectedComplaints = /status of 401/;
  const token = await tokenFor("no-refresh@example.com", { expiresIn: 100 });
  const page = await openAs(token, "/app/settings", (page) => page.clock.install());
  await page.getByLabel("Time zone").waitFor();
  await page.clock.runFor(10_000);
  await page.getByText("because your sign-in service does not renew it").waitFor();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.clock.runFor(60_000);
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  expect(requests.length).toBeLessThanOrEqual(3);
  expect(requests.filter((url) => !url.includes("/contacts/changes"))).toEqual([]);
});
