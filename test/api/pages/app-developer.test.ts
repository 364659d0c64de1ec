/** The view for developers, as a person uses it. */
import { afterEach, expect, it } from "vitest";
import { type OpenPage, startBrowser } from "../../support/process/browser.ts";
import { expectAccessible, openView } from "../../support/process/signed-in-page.ts";
import { api, clientOf, freshAccount } from "../../support/process/stack.ts";
import { startReceiver } from "../../support/webhook/receiver.ts";

startBrowser();

let opened: OpenPage;
afterEach(async () => {
  await opened.page.close();
  // The browser reports every answer with a status of 400 and above.
  const wrong = opened.complaints.filter((complaint) => !/status of (400|409)/.test(complaint));
  expect([opened.foreign, wrong]).toEqual([[], []]);
});

it("makes a key that is shown once, renames it and deletes it, and says when there are too many", async () => {
  const { token } = await freshAccount();
  opened = await openView("/app/developer", token);
  const { page } = opened;
  const dialog = page.getByRole("dialog");
  const create = async (label: string) => {
    await page.getByRole("button", { name: "New key" }).click();
    await dialog.getByLabel("Label").fill(label);
    await dialog.getByRole("radio", { name: "Full access" }).check();
    await dialog.getByRole("button", { name: "Create" }).click();
  };
  await create("Laptop");
  const key = (await dialog.getByText(/^service_key_\w{12}_\w{49}$/).textContent()) ?? "";
  expect((await api("/contacts", { token: key, method: "POST", json: { firstName: "Ann" } })).status).toBe(201);
  await dialog.getByRole("button", { name: "Copy" }).waitFor();
  // Enter copies the key.
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Copy");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.content()).not.toContain(key);

  const row = page.getByRole("listitem").filter({ hasText: "service_key_" });
  await row.getByText("Full access").waitFor();
  await row.getByRole("button", { name: "Rename" }).click();
  await dialog.getByLabel("Label").fill("Desk");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await row.getByText("Desk", { exact: true }).waitFor();

  const client = await clientOf(token);
  for (const label of ["2", "3", "4", "5"]) await client.createApiKey({ label });
  await create("Sixth");
  await dialog.getByRole("alert").getByText("maximum number").waitFor();

  // The keys of another program appear with the next answer.
  await page.reload();
  await row.filter({ hasText: "Desk" }).getByRole("button", { name: "Delete" }).click();
  await dialog.getByText("can't be undone").waitFor();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText('The key "Desk" is deleted.').waitFor();
  await expect.poll(() => row.count()).toBe(4);
  expect((await api("/contacts", { token: key })).status).toBe(401);
});

it("adds a webhook, shows what it answers, and switches, rotates and deletes it", async () => {
  const { token } = await freshAccount();
  const receiver = await startReceiver();
  opened = await openView("/app/developer", token);
  const { page } = opened;
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "New webhook" }).click();
  await dialog.getByLabel("URL").fill("ftp://nowhere.example");
  await dialog.getByRole("button", { name: "Add" }).click();
  await dialog.getByText("Must be an https URL").waitFor();
  await dialog.getByText("Must contain at least one event").waitFor();
  expect(await dialog.getByLabel("URL").getAttribute("aria-invalid")).toBe("true");
  await dialog.getByLabel("URL").fill(receiver.url);
  await dialog.getByRole("checkbox", { name: "contact.created" }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add" }).click();
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? "";
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Send test" }).click();
  await page.getByText(/^Answered 204 after/).waitFor();
  expect(receiver.received.map(({ body }) => body.type)).toEqual(["webhook.test"]);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => page.getByText(/^Answered 204 after/).count()).toBe(2);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Switch off" }).click();
  await page.getByText("The webhook is switched off.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone.").waitFor();
  const client = await clientOf(token);
  expect((await client.listWebhooks()).webhooks.map(({ enabled }) => enabled)).toEqual([true]);

  await page.getByRole("button", { name: "Rotate secret" }).click();
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  expect(await dialog.getByText(/^whsec_/).textContent()).not.toBe(secret);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("The webhook is deleted.").waitFor();
  expect((await client.listWebhooks()).webhooks).toEqual([]);
});

it("shows a session token for the command line, and keeps it nowhere", async () => {
  const { token } = await freshAccount();
  opened = await openView("/app/developer", token);
  const { page } = opened;
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Show a session token" }).click();
  await dialog.getByRole("button", { name: "Show a session token" }).click();
  await dialog.getByText(/which expires at \d/).waitFor();
  const shown = (await dialog.locator("code").textContent()) ?? "";
  expect((await api("/me/api-keys", { token: shown })).status).toBe(200);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "API", exact: true }).click();
  await expect.poll(() => page.content()).not.toContain(shown);
  expect(await page.evaluate("JSON.stringify([localStorage, sessionStorage])")).not.toContain(shown);
});
