/** The views in which an account is tidied and looked after: duplicates, today, and groups and tags. */
import type { Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { jpegOf } from "../../support/contact/pictures.ts";
import { type OpenPage, startBrowser } from "../../support/process/browser.ts";
import { expectAccessible, openView } from "../../support/process/signed-in-page.ts";
import { clientOf, freshAccount } from "../../support/process/stack.ts";

startBrowser();

let opened: OpenPage;
afterEach(async () => {
  await opened.page.unrouteAll();
  await opened.page.close();
  // The browser reports the answers that say why something can't be done.
  const wrong = opened.complaints.filter((complaint) => !/status of 4(00|09)/.test(complaint));
  expect([opened.foreign, wrong]).toEqual([[], []]);
});

/** Keeps requests from being sent until the returned function is called. */
async function hold(page: Page, pattern: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, (route) => promise.then(() => route.continue()));
  return resolve;
}

it("merges a pair with its choices, declines another one, and undoes both, by keys and by buttons", async () => {
  const { token } = await freshAccount();
  const client = await clientOf(token);
  const email = (value: string) => ({ value, type: "home", preferred: false }) as const;
  const add = async (firstName: string, lastName: string, headline: string) => {
    const emails = [email(`${lastName.toLowerCase()}@x.example`)];
    return (await client.createContact({ firstName, lastName, headline, emails })).contact.id;
  };
  const ada = await add("Ada", "Lee", "Engineer");
  const other = await add("Ada", "Lee", "Pilot");
  await client.patchContact({
    id: other,
    website: "https://ada.example",
    emails: [email("lee@x.example"), email("ada@y.example")],
  });
  for (const [id, red] of [
    [ada, 20],
    [other, 200],
  ] as const) {
    await client.uploadPhoto({ id, file: new Blob([Buffer.from(await jpegOf(60, 60, [red, 30, 30]))]) });
  }
  for (const firstName of ["Jon", "John"]) await add(firstName, "Berg", "Painter");
  opened = await openView("/app/duplicates", token);
  const { page } = opened;
  const merge = page.getByRole("button", { name: "Merge", exact: true });
  const pairs = page.getByRole("navigation", { name: "Pairs" }).getByRole("button");
  await expect
    .poll(() => pairs.allTextContents())
    .toEqual([
      "Ada Lee and Ada LeeSame e-mail address (lee@x.example) · Same name",
      "Jon Berg and John BergSame e-mail address (berg@x.example) · Another form of the first name",
    ]);
  await expect
    .poll(() => page.getByRole("group").allTextContents())
    .toEqual([
      "HeadlineEngineerPilot",
      "E-maillee@x.example (home)lee@x.example (home)\nada@y.example (home)Both",
      "PicturePicture of the left contactPicture of the right contact",
      "Website–https://ada.example",
      expect.stringContaining("The same in both: first name, last name"),
    ]);
  const result = page.getByRole("status").filter({ hasText: "One contact stays" });
  await expectAccessible(page);
  await page.getByRole("radio", { name: "Pilot" }).check();
  await expect.poll(() => result.textContent()).toMatch(/all their values except:Headline: Engineer/);
  await page.getByRole("radio", { name: "Picture of the right contact" }).check();
  await page.getByRole("radio", { name: /ada@y\.example/ }).check();
  await page.getByRole("radio", { name: "Both" }).check();
  await merge.click();
  await page.getByText("Merged Ada Lee into Ada Lee.").waitFor();
  const { contact } = await client.getContact({ id: ada });
  expect(contact).toMatchObject({ headline: "Pilot", website: "https://ada.example", emails: [{}, {}] });

  // The next pair follows, and the keys go on there.
  await expect.poll(() => pairs.count()).toBe(1);
  await page.getByRole("radio", { name: "John" }).waitFor();
  await page.keyboard.press("d");
  await page.getByText("Jon Berg and John Berg stay two people.").waitFor();
  await page.getByText("No two contacts look like one person.").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("u");
  await expect.poll(() => pairs.count()).toBe(1);
  await page.getByRole("button", { name: "Not the same" }).click();
  await page.getByRole("button", { name: "Recommend again: Jon Berg and John Berg" }).click();
  await expect.poll(() => pairs.count()).toBe(1);

  // A merge says why it can't be undone.
  const undo = page.getByRole("button", { name: "Undo merge: Ada Lee into Ada Lee" });
  await client.deleteContact({ id: ada });
  await undo.click();
  await page.getByText("The contact that survived the merge was deleted. Restore it first").waitFor();
  await client.restoreContacts({ ids: [ada] });
  await client.patchContact({ id: ada, website: "https://lee.example" });
  await undo.click();
  await page.getByText("Undone. What was changed since stays: website.").waitFor();
  expect((await client.getContact({ id: ada })).contact.headline).toBe("Engineer");
  await expect.poll(() => pairs.count()).toBe(2);
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "John" }).waitFor();

  // What is below a pair would move, and appears with it.
  const release = await hold(page, "**/contacts/merge");
  await page.setViewportSize({ width: 390, height: 900 });
  await page.reload();
  const opacities = () =>
    page.evaluate(
      "['.decided', 'nav[aria-label=Pairs]'].map((one) => getComputedStyle(document.querySelector(one)).opacity)",
    );
  await pairs.first().waitFor();
  await page.getByRole("heading", { name: "Merges of the last 30 days" }).waitFor();
  expect(await opacities()).toEqual(["0", "0"]);
  release();
  await expect.poll(opacities).toEqual(["1", "1"]);

  await client.patchContact({ id: ada, firstName: "Ada-".repeat(25) });
  await page.goto(`${page.url()}?left=${ada}&right=${other}`);
  await page.getByRole("radio", { name: "Engineer" }).waitFor();
  await page.keyboard.press("m");
  await page.getByText(/^Merged Ada Lee into (Ada-){25} Lee\./).waitFor();
  const bar = await page.locator(".notice").boundingBox();
  expect(bar?.height, "a long name has one line").toBeLessThan(100);
  await page.waitForURL(`**/app/people/${ada}`);
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect((await client.getContact({ id: other })).contact.headline).toBe("Pilot");
  const waysOf = {
    "/app/duplicates?left=x&right=y": "All pairs that may be one person",
    "/app/people?tagId=x": "Show all",
  };
  for (const [path, way] of Object.entries(waysOf)) {
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole("alert").getByText("There is nothing at this address.").waitFor();
    expect(await page.getByRole("button", { name: "Try again" }).count(), "it would be in vain").toBe(0);
    expect(await page.locator(".unread").count(), "nothing is awaited").toBe(0);
    await page.getByRole("link", { name: way }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
  }
});

it("empties the list of those who are due by keys, shows what comes, and takes back what was done", async () => {
  const { token } = await freshAccount();
  const client = await clientOf(token);
  opened = await openView("/app/today", token);
  const { page } = opened;
  await page.getByText("Nobody is due.").waitFor();
  await page.getByText("No mail will go, because no date has a reminder").waitFor();
  await page.getByRole("link", { name: "Import your address book" }).waitFor();
  await expectAccessible(page);

  const day = 86_400_000;
  const dayIn = (days: number) => new Date(Date.now() + days * day).toISOString();
  for (const [firstName, days] of [
    ["Ann", 90],
    ["Ben", 60],
    ["Eve", 40],
  ] as const) {
    const date = {
      type: "birthday",
      date: `1904${dayIn(firstName === "Eve" ? 12 : 40).slice(4, 10)}`,
      note: "",
    } as const;
    // Imported birthdays have no reminder, as Eve's.
    const importantDates = [{ ...date, notifyDaysBefore: firstName === "Eve" ? null : 0 }];
    await client.createContact({ firstName, keepFrequencyDays: 30, lastInteraction: dayIn(-days), importantDates });
  }
  const release = await hold(page, "**/contacts/keep-in-touch?*");
  // The view's own heading takes the place of that of the frame.
  const asked = page.waitForRequest("**/contacts/keep-in-touch?*");
  await page.reload();
  await asked;
  const heading = page.getByRole("heading", { name: "Today" });
  await heading.waitFor();
  const before = await heading.boundingBox();
  release();
  const due = page.getByRole("button", { name: /^Log: / });
  await due.first().waitFor();
  expect(await heading.boundingBox(), "the heading stays where it is").toMatchObject({ x: before?.x, y: before?.y });
  await expect
    .poll(() => due.evaluateAll((all) => all.map((each) => each.getAttribute("aria-label"))))
    .toEqual(["Log: Ann", "Log: Ben", "Log: Eve"]);
  await page.getByText("due for 60 days").waitFor();
  // A day may have begun while the page was hidden.
  const again = page.waitForRequest("**/contacts/keep-in-touch?*");
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await again;
  await page.getByText("Birthday in 12 days").waitFor();
  const importantDates = [{ type: "birthday", date: `1904${dayIn(30).slice(4, 10)}`, note: "" } as const];
  for (const firstName of "KLMNOPQR") await client.createContact({ firstName, importantDates });
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByRole("link", { name: "R", exact: true }).waitFor();
  await page.getByText(/Due .*day, /).waitFor();
  await page.getByRole("group").getByText(/Ann/).first().click();
  await page.getByText("unsubscribe", { exact: false }).first().waitFor();
  for (let left = 2; left >= 0; left--) {
    await page.keyboard.press("l");
    await page.getByRole("button", { name: "Meeting" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => due.count()).toBe(left);
  }
  await page.getByText("Logged: Meeting with Eve.").waitFor();
  await page.getByRole("img", { name: /Interactions a month: .* 3$/ }).waitFor();
  await page.keyboard.press("u");
  await expect.poll(() => due.count()).toBe(1);
  await page.getByRole("img", { name: /Interactions a month: .* 2$/ }).waitFor();
  await due.click();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Take back: Logged an interaction with Ann" }).last().click();
  await page.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await page.getByText("Took back 1 of 1 change.").waitFor();
  await expect.poll(() => due.first().getAttribute("aria-label")).toBe("Log: Ann");
  await page.getByRole("link", { name: "All changes" }).waitFor();
  // The bar at the bottom leads to what was done.
  await page.getByRole("status").getByRole("link", { name: "Activity" }).click();
  await page.getByRole("heading", { name: "Activity" }).waitFor();
});

it("adds groups and tags, changes them where they stand, and deletes them with their undo", async () => {
  const { token } = await freshAccount();
  const client = await clientOf(token);
  const { contact } = await client.createContact({ firstName: "Ann" });
  const { tag } = await client.createTag({ label: "climber" });
  await client.addTagContacts({ id: tag.id, contactIds: [contact.id] });
  const groups = async () => (await client.listGroups()).groups.map(({ label, emoji, color }) => [label, emoji, color]);
  opened = await openView("/app/settings", token);
  const { page } = opened;
  await page.getByRole("link", { name: "groups and tags" }).click();
  await page.getByText("There is no group yet.").waitFor();
  for (const label of ["Club", "Team"]) {
    await page.keyboard.press("n");
    await page.getByRole("dialog").getByLabel("Name").fill(label);
    await page.keyboard.press("Enter");
    await page.getByLabel(`Name of ${label}`).waitFor();
  }
  await page.getByLabel("Name of Club").fill("Rowing club");
  await page.keyboard.press("Enter");
  await page.getByText("Saved: Name of Club.").waitFor();
  await page.getByLabel("Emoji of Rowing club").fill("🚣");
  await page.keyboard.press("Tab");
  await page.getByText("Saved: Emoji of Rowing club.").waitFor();
  await page.getByLabel("Colour of Rowing club").fill("#1c8a4a");
  await page.getByText("Saved: Colour of Rowing club.").waitFor();
  expect((await groups())[0]).toEqual(["Rowing club", "🚣", "#1c8a4a"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.getByLabel("Colour of Rowing club").inputValue()).not.toBe("#1c8a4a");
  await page.getByLabel("Emoji of Team").fill("no emoji");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.getByLabel("Emoji of Team").getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByLabel("Emoji of Team").inputValue(), "what was refused stays").toBe("no emoji");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Delete climber" }).click();
  await page.getByText("Deleted the tag “climber”. Its contacts stay.").waitFor();
  await page.getByText("There is no tag yet.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "1 contact: climber" }).waitFor();
  await page.getByRole("heading", { name: "Tags", exact: true }).click();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/app/people?tagId=${tag.id}`);
});
