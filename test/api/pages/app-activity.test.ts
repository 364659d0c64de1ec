/** The views of the activity and of the trash, as the owner of an account uses them after an agent has worked in it. */
import { afterEach, expect, it } from "vitest";
import { type OpenPage, startBrowser } from "../../support/process/browser.ts";
import { expectAccessible, openView } from "../../support/process/signed-in-page.ts";
import { api, clientOf, freshAccount } from "../../support/process/stack.ts";

startBrowser();

let opened: OpenPage;
afterEach(async () => {
  await opened.page.unrouteAll();
  await opened.page.close();
  // The browser reports the answer that a test refuses.
  const wrong = opened.complaints.filter((complaint) => !complaint.includes("status of 409"));
  expect([opened.foreign, wrong]).toEqual([[], []]);
});

/** An account with Ann, Ben, Chiara and Dmitri, and a key through which an agent uses tools. */
async function startAccount() {
  const { token } = await freshAccount();
  const client = await clientOf(token);
  const ids: string[] = [];
  for (const firstName of ["Ann", "Ben", "Chiara", "Dmitri"]) {
    const { contact } = await client.createContact({ firstName, lastName: "Lee", headline: "Engineer" });
    ids.push(contact.id);
  }
  const { secret = "" } = await client.createApiKey({ label: "Assistant", permission: "full" });
  const useTool = async (name: string, args: object) => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
    const answer = await api("/mcp", { method: "POST", token: secret, json: message });
    expect(answer.status).toBe(200);
  };
  const names = async () => (await client.listContacts()).contacts.map(({ firstName }) => firstName).toSorted();
  return { token, client, ids, useTool, names };
}

it("restores deleted contacts one by one, the chosen ones and all that one call deleted, and deletes for good", async () => {
  const { token, client, ids, names } = await startAccount();
  const [ann = "", ...others] = ids;
  await client.deleteContact({ id: ann });
  await client.deleteContacts({ ids: others });
  opened = await openView("/app/settings", token);
  const { page } = opened;
  await page.getByRole("link", { name: "Trash" }).click();
  const rows = page.getByRole("listitem");
  // Those that were deleted together have a row above them.
  await expect.poll(() => rows.count()).toBe(5);
  expect(await rows.last().textContent()).toMatch(/Ann Lee.*You · deleted just now · goes for good in \d+ days/);
  await expectAccessible(page);

  await page.keyboard.press("/");
  await page.keyboard.type("ann");
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole("button", { name: "Restore Ann Lee" }).click();
  await page.getByText("Restored 1 contact.").waitFor();
  expect(await names()).toEqual(["Ann"]);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Trash" }).click();
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect(await names()).toEqual([]);
  await page.getByLabel("Search the trash").fill("nobody");
  await page.getByText("No contact in the trash has such a name").waitFor();
  await page.getByLabel("Search the trash").fill("");

  await page.getByRole("button", { name: "Choose these" }).click();
  for (const name of ["Ben Lee", "Chiara Lee"]) await page.getByRole("checkbox", { name }).uncheck();
  await page.getByRole("button", { name: "Delete chosen" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type delete to confirm").fill("yes");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.validity.patternMismatch"), "it is not sent").toBe(true);
  await expectAccessible(page);
  await dialog.getByLabel("Type delete to confirm").fill("delete");
  await page.keyboard.press("Enter");
  await page.getByText("1 contact is gone for good.").waitFor();
  await page.getByRole("button", { name: "Restore all since then" }).click();
  await page.getByText("Restored 3 contacts.").waitFor();
  expect(await names()).toEqual(["Ann", "Ben", "Chiara"]);
  await page.getByText("The trash is empty.").waitFor();
  await expectAccessible(page);
});

it("lists what an agent did, from its key, by day with each value before and after", async () => {
  const { token, client, ids, useTool } = await startAccount();
  const [ann = "", ben = ""] = ids;
  await useTool("patchContact", { id: ann, headline: "Pilot", notes: "Met in Prague" });
  await useTool("deleteContact", { id: ben });
  await client.patchContact({ id: ann, headline: "Captain" });
  opened = await openView("/app/developer", token);
  const { page } = opened;
  await page.getByRole("link", { name: "Activity" }).click();
  const rows = page.getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole("heading", { name: "Today" }).waitFor();
  const texts = await rows.allTextContents();
  expect(texts[0]).toMatch(/^Deleted Ben Lee.*The key “Assistant” · by an agent · Trash/);
  expect(texts[1]).toMatch(/^Changed Ann Lee.*headline: Engineer → Pilot.*notes: nothing → Met in Prague/);
  await expectAccessible(page);

  await page.getByLabel("Who").selectOption("You");
  await expect.poll(() => rows.first().textContent()).toMatch(/^Changed Ann Lee.*headline: Pilot → Captain.*You/);
  await page.getByRole("checkbox", { name: "Only agents" }).check();
  await page.getByText("No change was found.").waitFor();
  await page.getByRole("link", { name: "Show all changes" }).click();
  await expect.poll(() => rows.count()).toBe(8);
  await page.getByLabel("Until").fill("2026-01-01T00:00");
  await page.getByText("No change was found.").waitFor();
  await page.goBack();
  await page.getByRole("checkbox", { name: "Only agents", checked: true }).uncheck();
  // What happens elsewhere appears when one comes back to the page.
  await client.patchContact({ id: ann, headline: "Admiral" });
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByText("headline: Captain → Admiral").waitFor();

  for (let at = 0; at < 50; at++) await client.createTag({ label: `Tag ${at}` });
  await page.getByRole("link", { name: "Settings", exact: true }).first().click();
  await page.getByRole("link", { name: "Activity" }).click();
  await expect.poll(() => rows.count()).toBe(50);
  await page.getByText("Created the tag “Tag 49”").waitFor();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => rows.count()).toBe(59);
  await page.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("button", { name: "Restore Ben Lee" }).waitFor();
  await page.goBack();
  await expect.poll(() => rows.count(), { message: "Back shows as many" }).toBeGreaterThan(50);
});

it("takes back all that an agent did but what was changed since, and undoes that again", async () => {
  const { token, client, ids, useTool, names } = await startAccount();
  const [ann = "", ben = ""] = ids;
  await useTool("patchContact", { id: ann, headline: "Pilot", notes: "Met in Prague" });
  await useTool("deleteContact", { id: ben });
  await useTool("createContact", { firstName: "Eve" });
  await client.patchContact({ id: ann, headline: "Captain" });
  const fieldsOfAnn = async () => {
    const { headline, notes } = (await client.getContact({ id: ann })).contact;
    return { headline, notes };
  };
  opened = await openView("/app/settings", token);
  const { page } = opened;
  await page.getByRole("link", { name: "Activity" }).click();
  await page.getByRole("checkbox", { name: "Only agents" }).check();
  const rows = page.getByRole("main").getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(3);
  const refusal = { status: 409, json: { error: { code: "conflict", message: "Another undo runs." } } };
  await page.route("**/me/activity/undo", (route) => route.fulfill(refusal), { times: 1 });
  await page.getByRole("button", { name: "Undo all of this" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("alert").getByText("Another undo runs.").waitFor();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("3 of 3 changes can be taken back.").waitFor();
  await dialog.getByText("Changed Ann Lee (headline): it was changed again since.").waitFor();
  expect(await names(), "the dry run writes nothing").toEqual(["Ann", "Chiara", "Dmitri", "Eve"]);
  await expectAccessible(page);
  // The focus is on the button of the dialog.
  await page.keyboard.press("Enter");
  await page.getByText("Took back 3 of 3 changes.").waitFor();
  expect(await names()).toEqual(["Ann", "Ben", "Chiara", "Dmitri"]);
  expect(await fieldsOfAnn()).toEqual({ headline: "Captain", notes: null });

  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect(await names()).toEqual(["Ann", "Chiara", "Dmitri", "Eve"]);
  expect(await fieldsOfAnn()).toEqual({ headline: "Captain", notes: "Met in Prague" });

  await page.getByRole("checkbox", { name: "Only agents" }).uncheck();
  await page.getByRole("button", { name: "Take back: Changed Ann Lee" }).last().click();
  await dialog.getByText("1 of 1 change can be taken back.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("a");
  const calls = page.getByRole("complementary", { name: "Calls of this view" });
  await calls.getByRole("tab", { name: "TypeScript" }).click();
  await calls.getByText("client.undoActivity(").first().waitFor();
});
