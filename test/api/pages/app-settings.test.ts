/** The view of the settings, as a person uses it. */
import { afterEach, expect, it } from "vitest";
import { filesOf } from "../../support/import/import-calls.ts";
import { type OpenPage, startBrowser } from "../../support/process/browser.ts";
import { expectAccessible, openView } from "../../support/process/signed-in-page.ts";
import { clientOf, freshAccount } from "../../support/process/stack.ts";

startBrowser();

let opened: OpenPage;
afterEach(async () => {
  await opened.page.close();
  // The browser reports every answer with a status of 400 and above, such as those to the session of a deleted account.
  const wrong = opened.complaints.filter((complaint) => !/status of 40[01]/.test(complaint));
  expect([opened.foreign, wrong]).toEqual([[], []]);
});

it("saves each setting when its field is left, with an undo, and shows a fault at its field", async () => {
  const { token } = await freshAccount();
  const client = await clientOf(token);
  const { timezone, language } = await client.getSettings();
  opened = await openView("/app/settings", token);
  const { page } = opened;
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("Name").press("Tab");
  await page.getByText("Saved: Name.").waitFor();
  expect((await client.getAccount()).name).toBe("Ada Lovelace");
  await page.route(
    "**/me",
    (route) => route.fulfill({ status: 400, json: { error: { code: "conflict", message: "Busy." } } }),
    { times: 1 },
  );
  await page.getByLabel("Name").fill("Ada King");
  await page.getByLabel("Name").press("Tab");
  await page.getByRole("button", { name: "Save again" }).click();
  await expect.poll(async () => (await client.getAccount()).name).toBe("Ada King");

  const zone = page.getByRole("combobox", { name: "Time zone" });
  await expect.poll(() => zone.inputValue()).toBe(timezone);
  await zone.fill("Europe/Prague");
  await zone.press("Enter");
  await page.getByText("Saved: Time zone.").waitFor();
  expect((await client.getSettings()).timezone).toBe("Europe/Prague");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => zone.inputValue()).toBe(timezone);

  const tag = page.getByRole("combobox", { name: "Language" });
  await tag.fill("no language");
  await tag.press("Tab");
  await page.getByText("Must be a BCP 47 language tag").waitFor();
  expect(await tag.getAttribute("aria-invalid")).toBe("true");
  expect((await client.getSettings()).language).toBe(language);
  await tag.fill("cs-cz");
  await tag.press("Tab");
  await expect.poll(() => tag.inputValue()).toBe("cs-CZ");

  // Whoever leaves the view leaves its field.
  await page.getByRole("link", { name: "Activity" }).click();
  await page.goBack();
  await page.getByLabel("Name").fill("Ada Byron");
  await page.goForward();
  await page.getByText("Saved: Name.").waitFor();
  expect((await client.getAccount()).name).toBe("Ada Byron");
  await page.goBack();
  await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Ada Byron");
  await page.route("**/me", (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
  await page.getByLabel("Name").fill("Ada Noel");
  await page.goForward();
  await page.getByText("Not saved: Name.").waitFor();
  await page.goBack();

  await page.getByRole("button", { name: "Switch reminders off" }).click();
  await page.getByText("Reminders are off.").waitFor();
  await page.getByLabel("Time of day").fill("07:30");
  await page.getByLabel("Time of day").press("Tab");
  const expected = { language: "cs-CZ", remindersEnabled: false, reminderSendTime: "07:30" };
  await expect.poll(() => client.getSettings()).toMatchObject(expected);
  await expectAccessible(page);
});

it("makes the calendar address, exports, undoes an import, and deletes the account by its address", async () => {
  const { token, email } = await freshAccount();
  const client = await clientOf(token);
  const { name, content } = filesOf.vcard([1, 2, 3]);
  const parsed = await client.parseImport({ source: "vcard", file: [new File([content], name)] });
  await client.startImportCommit({ source: "vcard", importId: parsed.importId });
  opened = await openView("/app/settings", token);
  const { page } = opened;
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: "Create an address" }).click();
  await dialog.getByRole("button", { name: "Create an address" }).click();
  const calendar = (await dialog.getByText(/\.ics$/).textContent()) ?? "";
  expect(await (await fetch(calendar)).text()).toContain("BEGIN:VCALENDAR");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Create an address" }).waitFor();
  expect((await fetch(calendar)).status).toBe(404);

  await page.getByText("3 imported").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Contacts as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("contacts.csv");

  await page.getByRole("button", { name: "Undo import" }).click();
  await page.getByText("undone · 3 imported").waitFor();
  expect((await client.listContacts()).pagination.totalCount).toBe(0);
  await expectAccessible(page);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { name: "The import is undone" }).waitFor();
  await page.goBack();

  await page.getByRole("button", { name: "Delete the account" }).click();
  const confirmation = dialog.getByLabel(`Type ${email} to confirm`);
  await confirmation.fill("somebody@example.com");
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await dialog.getByText("Must be the e-mail address of the account").waitFor();
  await confirmation.fill(email.toUpperCase());
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await page.getByRole("link", { name: "Sign in" }).waitFor();
  await expect(client.getAccount()).rejects.toMatchObject({ code: "auth_required" });
});
