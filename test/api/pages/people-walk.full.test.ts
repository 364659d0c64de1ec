/** One person's way through the rooms of the app, from the first sign-in to an empty list of those who are due, in both sizes. */
import type { Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { jpegOf } from "../../support/contact/pictures.ts";
import { type OpenPage, openPage, startBrowser } from "../../support/process/browser.ts";
import { api, clientOf, tokenFor } from "../../support/process/stack.ts";

startBrowser();

let opened: OpenPage;
afterEach(async () => {
  await opened.page.close();
  // A value is saved by If-Match, which the photo and the meeting before have changed.
  const wrong = opened.complaints.filter((complaint) => !complaint.includes("status of 412"));
  expect([opened.foreign, wrong]).toEqual([[], []]);
});

const patience = { timeout: 120_000 };

it.each([1280, 390])("lives with 200 people for a day, %i wide", async (width) => {
  const email = `rooms-${width}@example.com`;
  opened = await openPage("/", { width, height: 900 });
  const { page } = opened;
  const dialog = page.getByRole("dialog");
  await page.getByRole("link", { name: "Sign in" }).click(patience);
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.keyboard.press("Enter");
  const go = async (name: string) => {
    const link = page.getByRole("navigation").getByRole("link", { name, exact: true }).filter({ visible: true });
    if ((await link.count()) === 0) await page.getByRole("button", { name: "More", exact: true }).first().click();
    await link.click();
  };
  const done = (text: string | RegExp) => page.getByRole("status").getByText(text).first().waitFor(patience);
  const undo = async () => {
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await done("Undone.");
  };
  const find = async (words: string) => {
    await go("People");
    await page.getByRole("searchbox", { name: "Search people" }).filter({ visible: true }).fill(words);
    await page.locator("mark").filter({ visible: true }).first().waitFor();
  };
  const open = async (name: string) => {
    await find(name);
    await page.getByRole("link", { name, exact: true }).first().click();
    await page.getByRole("heading", { name }).waitFor();
  };

  await page.getByRole("button", { name: "Look around with 200 made-up people" }).click();
  await done("Imported 200 made-up contacts.");
  const client = await clientOf(await tokenFor(email));
  const count = async () => (await client.listContacts({ limit: 1 })).pagination.totalCount;
  expect(await count()).toBe(200);

  // One person: a number, a photo, a meeting, a group, a tag and a friend.
  const [ada, ...others] = (await client.listContacts({ search: "ada" })).contacts;
  const [friend] = others;
  if (!ada || !friend) throw new Error("There are several people named Ada.");
  const nameOf = (one: typeof ada) => `${one.firstName} ${one.lastName}`;
  await open(nameOf(ada));
  await page.getByRole("textbox", { name: "Headline" }).fill("Captain");
  await page.keyboard.press("Enter");
  await done("Saved: Headline.");
  await page.getByRole("button", { name: "Edit" }).first().click();
  await dialog.getByRole("button", { name: "Add a phone" }).click();
  await dialog.getByLabel("Number", { exact: true }).last().fill("+49 30 1234567");
  await dialog.getByRole("button", { name: "Save" }).click();
  await done(`Saved: ${nameOf(ada)}.`);
  const file = { name: "ada.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await jpegOf()) };
  await page.getByLabel("Add a photo").setInputFiles(file);
  await done(`${nameOf(ada)} has a new photo.`);
  await page.getByRole("button", { name: "Log" }).click();
  await page.getByRole("button", { name: "Meeting" }).click();
  await done(`Logged: Meeting with ${nameOf(ada)}.`);
  for (const [kind, label] of [
    ["group", "Choir"],
    ["tag", "alto"],
  ] as const) {
    await page.getByRole("button", { name: "Add to a group or tag" }).click();
    await page.keyboard.type(label);
    await page.getByRole("button", { name: `New ${kind} “${label}”` }).click();
    await page.getByRole("link", { name: label }).waitFor();
  }
  await page.getByRole("button", { name: "Add a relationship" }).click();
  await dialog.getByLabel("Who").fill(nameOf(friend));
  await dialog.getByRole("button", { name: nameOf(friend) }).click();
  await dialog.getByRole("combobox").selectOption("friend");
  await dialog.getByRole("button", { name: "Add" }).click();
  await done(`${nameOf(friend)} is friend now.`);
  const { contact } = await client.getContact({ id: ada.id });
  expect(contact).toMatchObject({
    headline: "Captain",
    avatar: expect.any(String),
    lastInteraction: expect.any(String),
  });
  expect(contact.phones.map(({ value }) => value)).toContain("301234567");
  expect(await client.listContactGroups({ id: ada.id })).toMatchObject({
    groups: expect.arrayContaining([expect.objectContaining({ label: "Choir" })]),
  });
  expect(await client.listContactTags({ id: ada.id })).toMatchObject({ tags: [{ label: "alto" }] });

  // The same person once more, merged and taken apart again.
  await go("People");
  await page.getByRole("button", { name: "Add a person" }).click();
  await dialog.getByLabel("First name").fill(ada.firstName);
  await dialog.getByLabel("Last name").fill(ada.lastName);
  await dialog.getByLabel(/e-mail/i).fill(ada.emails[0]?.value ?? "");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(/There is already/).waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await done(`Added ${nameOf(ada)}.`);
  await go("Duplicates");
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await done(`Merged ${nameOf(ada)} into ${nameOf(ada)}.`);
  expect(await count()).toBe(200);
  await undo();
  expect(await count()).toBe(201);

  // Three people go, and come back from the trash.
  await find("sara");
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  for (const at of [0, 1, 2]) await boxes.nth(at).click({ force: true });
  await page.getByRole("button", { name: "Delete" }).filter({ visible: true }).click();
  await done("Deleted 3 people.");
  expect(await count()).toBe(198);
  await go("Settings");
  await page.getByRole("link", { name: "Trash" }).first().click();
  await page.getByRole("button", { name: "Restore all since then" }).click();
  await done("Restored 3 contacts.");
  expect(await count()).toBe(201);

  await agentIsUndone(page, client, go, done);

  // Those who are due.
  const due = [ada, friend];
  for (const { id } of due) await client.patchContact({ id, keepFrequencyDays: 1 });
  const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
  for (const { id } of (await client.listInteractions({ contactId: ada.id })).interactions)
    await client.patchInteraction({ id, date: weekAgo });
  await client.patchContact({ id: friend.id, lastInteraction: weekAgo });
  await go("Today");
  for (const left of [1, 0]) {
    await page
      .getByRole("button", { name: /^Log: / })
      .first()
      .click();
    await page.getByRole("button", { name: "Call", exact: true }).click();
    await expect.poll(() => page.getByRole("button", { name: /^Log: / }).count()).toBe(left);
  }
  await page.getByText("Nobody is due.").waitFor();
  if (width < 640) await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("button", { name: "Sign out" }).filter({ visible: true }).first().click();
  await page.getByRole("link", { name: "Sign in" }).waitFor();
});

type Client = Awaited<ReturnType<typeof clientOf>>;

/** An agent changes ten people through tools, and all of it is undone from the activity. */
async function agentIsUndone(
  page: Page,
  client: Client,
  go: (name: string) => Promise<void>,
  done: (text: string) => Promise<void>,
): Promise<void> {
  const dialog = page.getByRole("dialog");
  await go("Developer");
  await page.getByRole("button", { name: "New key" }).click();
  await dialog.getByLabel("Label").fill("Assistant");
  await dialog.getByRole("radio", { name: "Full access" }).check();
  await dialog.getByRole("button", { name: "Create" }).click();
  const key = (await dialog.getByText(/^service_key_/).textContent()) ?? "";
  await page.keyboard.press("Escape");
  const chosen = (await client.listContacts({ limit: 10, fields: ["headline"] })).contacts;
  for (const { id } of chosen) {
    const params = { name: "patchContact", arguments: { id, headline: "Changed by an agent" } };
    const answer = await api("/mcp", {
      method: "POST",
      token: key,
      json: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    });
    expect(answer.status).toBe(200);
  }
  await go("Settings");
  await page.getByRole("link", { name: "Activity" }).first().click();
  await page.getByLabel("Only agents").check();
  await page.getByRole("button", { name: "Undo all of this" }).click();
  await dialog.getByText("10 of 10 changes can be taken back.").waitFor();
  await dialog.getByRole("button", { name: "Take back" }).click();
  await done("Took back 10 of 10 changes.");
  expect((await client.listContacts({ limit: 10, fields: ["headline"] })).contacts).toEqual(chosen);
}
