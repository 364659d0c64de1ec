/** The page of a person, as somebody uses it who keeps an address book: by keyboard where that is quicker, and with the pointer. */
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
  // The browser reports answers that a test provokes.
  const wrong = opened.complaints.filter((complaint) => !/status of (400|404|412)/.test(complaint));
  expect([opened.foreign, wrong]).toEqual([[], []]);
});

/** An account with Ada, of whom much is known, and Charles and Mary. */
async function startAccount() {
  const { token } = await freshAccount();
  const client = await clientOf(token);
  const add = async (fields: Parameters<typeof client.createContact>[0]) =>
    (await client.createContact(fields)).contact.id;
  const ada = await add({
    ...{ firstName: "Ada", lastName: "Lovelace", middleName: "King", headline: "Analyst", location: "London" },
    emails: [{ value: "ada@example.com", type: "work", preferred: true }],
    phones: [{ value: "+442071838750", type: "mobile" }],
    addresses: [{ type: "home", addressLine1: "12 St James's Square", addressCity: "London" }],
    importantDates: [{ type: "birthday", date: "1904-12-10" }],
    ...{ network_b: "ada.l", website: "ada.example.com", notes: "Met at the engine." },
  });
  const charles = await add({ firstName: "Charles", lastName: "Babbage", headline: "Engineer" });
  const mary = await add({ firstName: "Mary", lastName: "Somerville" });
  const contact = async (id = ada) => (await client.getContact({ id })).contact;
  return { token, client, ada, charles, mary, contact };
}

it("changes fields where they stand and in the form, with undo, and asks when somebody else has changed the same", async () => {
  const { token, client, ada, contact } = await startAccount();
  opened = await openView(`/app/people/${ada}`, token);
  const { page } = opened;
  const dialog = page.getByRole("dialog");
  const headline = page.getByRole("textbox", { name: "Headline" });
  await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
  await page.getByRole("link", { name: "Map: London" }).locator(".pin").waitFor();
  expect(await page.evaluate(shiftsOfPage), "nothing moves when content arrives").toBe(0);
  await expectAccessible(page);
  expect(await page.getByRole("link", { name: "ada@example.com" }).getAttribute("href")).toBe("mailto:ada@example.com");
  expect(await page.getByRole("link", { name: "+44 2071838750" }).getAttribute("href")).toBe("tel:+442071838750");

  await headline.fill("Poet of science");
  await page.keyboard.press("Enter");
  await page.getByText("Saved: Headline.").waitFor();
  expect((await contact()).headline).toBe("Poet of science");
  await page.getByRole("heading", { name: "Ada Lovelace" }).click();
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  await expect.poll(() => headline.inputValue()).toBe("Analyst");
  await headline.fill("Never");
  await page.keyboard.press("Escape");
  await expect.poll(() => headline.inputValue(), { message: "Esc takes back what was typed" }).toBe("Analyst");

  // Typing never waits for an answer, and what was saved meanwhile is no change of somebody else.
  const answer = Promise.withResolvers<void>();
  const hold = { times: 1 };
  await page.route(`**/contacts/${ada}`, (route) => answer.promise.then(() => route.continue()), hold);
  await headline.fill("One");
  await page.keyboard.press("Enter");
  await headline.fill("One two");
  await page.keyboard.press("Enter");
  answer.resolve();
  await page.getByText("Saved: Headline.").waitFor();
  await expect.poll(() => headline.inputValue()).toBe("One two");
  await expect.poll(async () => (await contact()).headline).toBe("One two");
  expect(await dialog.count()).toBe(0);

  // Another field does not matter.
  await headline.fill("Countess");
  await client.patchContact({ id: ada, location: "Bath" });
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await contact()).headline).toBe("Countess");
  await headline.fill("Mine");
  await client.patchContact({ id: ada, headline: "Theirs" });
  await page.keyboard.press("Enter");
  await dialog.getByText("Another page, program or agent has changed the same.").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save again" }).click();
  await dialog.getByRole("radio", { name: "The other value Theirs" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Nothing was changed.").waitFor();
  await expect.poll(() => headline.inputValue()).toBe("Theirs");
  await headline.fill("Mine");
  await client.patchContact({ id: ada, headline: "Others" });
  await page.keyboard.press("Enter");
  // The own value is chosen.
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved: Headline.").waitFor();
  expect(await contact()).toMatchObject({ headline: "Mine", location: "Bath" });
  await client.patchContact({ id: ada, headline: "Others" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Not undone (headline): it was changed again since.").waitFor();

  await page.getByRole("textbox", { name: "Notes" }).fill("Likes horses.");
  // The browser asks before it leaves the page.
  const asks = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))";
  await expect.poll(() => page.evaluate(asks)).toBe(true);
  await page.getByRole("textbox", { name: "Keep in touch, days" }).fill("often");
  await page.getByText("Saved: Notes.").waitFor();
  await page.keyboard.press("Enter");
  await page
    .locator(".keepFrequencyDays .fault")
    .getByText(/number/)
    .waitFor();
  await page.getByRole("textbox", { name: "Keep in touch, days" }).fill("30");
  await page.keyboard.press("Enter");
  await page.getByText("due in 30 days").waitFor();
  await expect.poll(() => page.evaluate(asks), { message: "everything is saved" }).toBe(false);
  expect(await contact()).toMatchObject({ notes: "Likes horses.", keepFrequencyDays: 30 });

  await page.getByRole("button", { name: "Edit" }).press("e");
  await dialog.getByLabel("Nickname").fill("Countess");
  const answers = [false, false, true];
  page.on("dialog", (question) => (answers.shift() ? question.accept() : question.dismiss()));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate(asks)).toBe(true);
  expect(await dialog.getByLabel("Nickname").inputValue(), "it is dropped only by who says so").toBe("Countess");
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(asks)).toBe(false);
  expect(answers).toEqual([]);

  await page.getByRole("button", { name: "Edit" }).press("e");
  await dialog.getByLabel("Number", { exact: true }).fill("+47 22 55 50 01");
  await dialog.getByRole("button", { name: "Add an e-mail" }).press("Enter");
  await expect
    .poll(() => page.evaluate("document.activeElement.type"), { message: "typing goes on in what was added" })
    .toBe("email");
  await dialog.getByLabel("E-mail address").last().fill("nobody");
  await dialog.getByLabel("Website").fill("");
  await dialog.getByRole("checkbox", { name: "Year unknown" }).uncheck();
  await dialog.getByLabel("Date", { exact: true }).fill("1990-12-10");
  await page.keyboard.press("Enter");
  await dialog
    .locator(".entry .fault")
    .getByText(/e-mail|email/i)
    .waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("E-mail address").last().fill("ada@example.org");
  await page.keyboard.press("Enter");
  await page.getByText("Saved: Ada Lovelace.").waitFor();
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(() => page.evaluate("document.activeElement.textContent"), { message: "the focus is where it was" })
    .toBe("Edit");
  const changed = await contact();
  expect(changed.phones).toMatchObject([{ prefix: "+47", value: "22555001", type: "mobile" }]);
  expect(changed.emails.map(({ value }) => value)).toEqual(["ada@example.com", "ada@example.org"]);
  expect(changed).toMatchObject({ website: null, importantDates: [{ date: "1990-12-10" }], network_b: "ada.l" });
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect(await contact()).toMatchObject({ website: "https://ada.example.com", phones: [{ prefix: "+44" }] });

  await page.getByText("History").click();
  await page.getByRole("button", { name: "Take back: Changed Ada Lovelace" }).first().waitFor();
  const ofNotes = page.getByRole("listitem").filter({ hasText: "notes: Met at the engine. → Likes horses." });
  await ofNotes.getByRole("button", { name: "Take back" }).click();
  await dialog.getByText("1 of 1 change can be taken back.").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Took back 1 of 1 change.").waitFor();
  expect((await contact()).notes).toBe("Met at the engine.");
  await expectAccessible(page);
});

it("keeps what was typed when its person goes back, opens another one, or closes a dialog by Back", async () => {
  const { token, client, ada, contact } = await startAccount();
  opened = await openView("/app/people", token);
  const { page } = opened;
  const notes = page.getByRole("textbox", { name: "Notes" });
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 });
  await page.getByRole("link", { name: "Charles Babbage" }).click();
  await heading("Charles Babbage").waitFor();
  await page.getByRole("link", { name: "Ada Lovelace" }).click();
  await heading("Ada Lovelace").waitFor();
  await notes.fill("Likes tea.");
  await page.goBack();
  await page.getByText("Saved: Notes.").waitFor();
  await heading("Charles Babbage").waitFor();
  expect((await contact()).notes).toBe("Likes tea.");

  await page.goForward();
  await expect.poll(() => notes.inputValue()).toBe("Likes tea.");
  await page.route(`**/contacts/${ada}`, (route) =>
    route.request().method() === "PATCH" ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
  );
  await notes.fill("Likes horses.");
  await page.goBack();
  const fault = page.locator(".notice").getByText("Not saved: Notes of Ada Lovelace.");
  await fault.waitFor();
  const asks = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))";
  expect(await page.evaluate(asks)).toBe(true);
  await page.unrouteAll();
  await fault.getByRole("link", { name: "Open" }).click();
  await heading("Ada Lovelace").waitFor();
  expect(await notes.inputValue()).toBe("Likes horses.");
  await page.getByText("Saved: Notes.").waitFor();
  expect((await contact()).notes).toBe("Likes horses.");
  expect(await page.evaluate(asks)).toBe(false);

  await page.keyboard.press("e");
  await page.getByRole("dialog").getByLabel("Nickname").click();
  await page.keyboard.type("Countess");
  const answers = [false, true];
  page.on("dialog", (question) => (answers.shift() ? question.accept() : question.dismiss()));
  await page.evaluate("history.back()");
  await expect.poll(() => answers).toEqual([true]);
  expect(await page.getByRole("dialog").getByLabel("Nickname").inputValue()).toBe("Countess");
  await client.patchContact({ id: ada, nickname: "Poet" });
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "It was changed meanwhile" });
  await question.waitFor();
  await page.evaluate("history.back()");
  await question.waitFor({ state: "detached" });
  expect(answers, "the form below is not asked about").toEqual([true]);
  await page.keyboard.type("!");
  await page.evaluate("history.back()");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await heading("Ada Lovelace").waitFor();
  expect(page.url(), "Back closes the dialog and nothing else").toContain(ada);
});

/** The sum of all movements that the browser has seen (Layout Instability API). */
const shiftsOfPage = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;

it("logs what happened in two clicks, and adds to groups, tags and relationships, each with undo", async () => {
  const { token, client, ada, charles, contact } = await startAccount();
  opened = await openView(`/app/people/${ada}`, token);
  const { page } = opened;
  const dialog = page.getByRole("dialog");
  const interactions = async () => (await client.listInteractions({ contactId: ada })).interactions;
  await page.getByRole("button", { name: "Log" }).click();
  await page.getByRole("button", { name: "Coffee" }).click();
  await page.getByText("Logged: Coffee with Ada Lovelace.").waitFor();
  expect(await interactions()).toMatchObject([{ type: "Coffee", title: null }]);
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect(await interactions()).toEqual([]);
  await page.getByText("Nothing yet.").waitFor();

  await page.keyboard.press("l");
  await page.keyboard.press("Enter");
  await page.getByText("Logged: Meeting with Ada Lovelace.").waitFor();
  await page.getByRole("button", { name: "Add details" }).click();
  await dialog.getByLabel("Title").fill("Plans");
  await dialog.getByLabel("Description").fill("She sends the table.");
  await dialog.getByLabel("Date").fill("2026-03-01T10:00");
  await dialog.getByLabel("Who took part besides Ada Lovelace").fill("mary");
  await dialog.getByRole("button", { name: "Mary Somerville" }).waitFor();
  const found = Promise.withResolvers<void>();
  await page.route("**/contacts/select?*", (route) => found.promise.then(() => route.continue()), { times: 1 });
  await dialog.getByLabel("Who took part besides Ada Lovelace").fill("charl");
  await page.keyboard.press("Enter");
  expect(await dialog.getByRole("button", { name: "Without Mary Somerville" }).count()).toBe(0);
  found.resolve();
  await dialog.getByRole("button", { name: "Charles Babbage" }).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Who took part besides Ada Lovelace").press("Enter");
  await dialog.getByRole("button", { name: "Without Charles Babbage" }).waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved: Plans.").waitFor();
  const [plans] = await interactions();
  expect(plans).toMatchObject({ title: "Plans", description: "She sends the table.", participantIds: [ada, charles] });
  expect(plans?.date).toBe(new Date("2026-03-01T10:00").toISOString());
  await page.getByRole("article").getByRole("link", { name: "Charles Babbage" }).waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Removed: Plans.").waitFor();
  expect(await interactions()).toEqual([]);
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect(await interactions()).toMatchObject([{ title: "Plans" }]);

  const labels = page.getByRole("region", { name: "Groups and tags" });
  await page.getByRole("button", { name: "Add to a group or tag" }).click();
  await page.keyboard.type("Engines");
  await page.getByRole("button", { name: "New group “Engines”" }).click();
  await labels.getByRole("link", { name: "Engines" }).waitFor();
  expect(await client.listContactGroups({ id: ada })).toMatchObject({ groups: [{ label: "Engines" }] });
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect(await client.listGroups()).toMatchObject({ totalCount: 0 });
  await client.createTag({ label: "poets" });
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByRole("button", { name: "Add to a group or tag" }).press("Enter");
  await page.getByRole("button", { name: "poets" }).waitFor();
  await page.keyboard.type("po");
  await page.keyboard.press("Enter");
  await page.getByText("Added to “poets”.").waitFor();
  expect(await client.listContactTags({ id: ada })).toMatchObject({ tags: [{ label: "poets" }] });
  await labels.getByRole("button", { name: "Remove from poets" }).click();
  await page.getByText("Removed from “poets”.").waitFor();
  expect(await client.listContactTags({ id: ada })).toMatchObject({ tags: [] });
  await page.keyboard.press("u");
  await labels.getByRole("link", { name: "poets" }).waitFor();

  const relationships = async () => (await client.listRelationships({ id: ada })).relationships;
  await page.getByRole("button", { name: "Add a relationship" }).click();
  await dialog.getByLabel("Who").fill("babbage");
  await dialog.getByRole("button", { name: "Charles Babbage" }).click();
  await dialog.getByLabel("To Ada Lovelace, this person is").selectOption("colleague");
  await dialog.getByRole("button", { name: "Add" }).click();
  await page.getByText("Charles Babbage is colleague now.").waitFor();
  expect(await relationships()).toMatchObject([{ relationshipType: "colleague", relatedPersonId: charles }]);
  await page.getByLabel("What Charles Babbage is").selectOption("friend");
  await page.getByText("Charles Babbage is friend now.").waitFor();
  await page.getByRole("button", { name: "Remove the relationship with Charles Babbage" }).click();
  await page.getByText("The relationship with Charles Babbage is removed.").waitFor();
  expect(await relationships()).toEqual([]);
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect(await relationships()).toMatchObject([{ relationshipType: "friend" }]);
  await expectAccessible(page);
  await page.getByRole("article").getByRole("link", { name: "Charles Babbage" }).first().click();
  await page.getByRole("heading", { name: "Charles Babbage" }).waitFor();
  expect((await contact()).lastInteraction).not.toBeNull();
});

it("takes a photo, sends the contact to others, deletes it with undo, and leads on where it is gone", async () => {
  const { token, client, ada, charles, mary, contact } = await startAccount();
  opened = await openView(`/app/people/${ada}`, token);
  const { page } = opened;
  const dialog = page.getByRole("dialog");
  const file = { name: "ada.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await jpegOf()) };
  await page.getByLabel("Add a photo").setInputFiles(file);
  await page.getByText("Ada Lovelace has a new photo.").waitFor();
  expect((await contact()).avatar).not.toBeNull();
  await page.getByRole("button", { name: "More about Ada Lovelace" }).click();
  await page.getByRole("button", { name: "Remove the photo" }).click();
  await dialog.getByLabel("Type remove to confirm").fill("remove");
  await page.keyboard.press("Enter");
  await page.getByText("The photo of Ada Lovelace is removed.").waitFor();
  expect((await contact()).avatar).toBeNull();
  expect(await page.getByRole("button", { name: "Undo" }).count(), "the photo is gone").toBe(0);
  await page.getByLabel("Add a photo").setInputFiles(file);
  await page.getByText("Ada Lovelace has a new photo.").waitFor();
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect((await contact()).avatar).toBeNull();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download vCard" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Ada Lovelace.vcf");
  await page.getByRole("button", { name: "Share…" }).click();
  await dialog.getByLabel("Recipients").fill("charles@example.com, nobody");
  await dialog.getByRole("button", { name: "Send" }).click();
  await dialog
    .locator(".fault")
    .getByText(/e-mail|email/i)
    .waitFor();
  await expectAccessible(page);
  // Playwright says no when the page asks whether to drop what was typed.
  await page.keyboard.press("Escape");
  await dialog.getByLabel("Recipients").fill("charles@example.com");
  await dialog.getByRole("button", { name: "Send" }).click();
  await page.getByText("Ada Lovelace was sent to 1 address.").waitFor();

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("Deleted Ada Lovelace.").waitFor();
  await page.getByRole("heading", { name: "People" }).waitFor();
  expect(await client.listTrash()).toMatchObject({ contacts: [{ id: ada }] });
  await page.keyboard.press("u");
  await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
  expect(await client.listTrash()).toMatchObject({ contacts: [] });

  await page.getByRole("button", { name: "More about Ada Lovelace" }).click();
  await page.getByRole("button", { name: "Merge with…" }).click();
  await dialog.getByLabel("Who").fill("mary");
  await dialog.getByRole("button", { name: "Mary Somerville" }).click();
  await dialog.getByRole("button", { name: "Compare" }).click();
  await expect.poll(() => new URL(page.url()).search).toBe(`?left=${ada}&right=${mary}`);

  await client.mergeContacts({ leftPersonId: ada, rightPersonId: mary });
  const show = (id: string) => page.goto(new URL(`/app/people/${id}`, page.url()).href);
  await show(mary);
  await page.getByText("It was merged into this contact.").waitFor();
  await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
  expect(page.url()).toContain(ada);
  await client.deleteContact({ id: charles });
  await show(charles);
  await page.getByRole("heading", { name: "There is no such contact" }).waitFor();
  await page.getByRole("article").getByRole("link", { name: "Trash" }).waitFor();
  await expectAccessible(page);
  await show("nonsense");
  await page.getByRole("heading", { name: "There is no such contact" }).waitFor();
  const { contact: own } = await client.getOwnContact();
  await show(own.id);
  await page.getByRole("button", { name: "Edit" }).waitFor();
  expect(await page.getByRole("button", { name: "Delete", exact: true }).count(), "the own contact stays").toBe(0);
});

it("has room for a thumb on each control", async () => {
  const { token, client, ada, charles } = await startAccount();
  await client.createInteraction({ type: "Call", participantIds: [ada, charles] });
  await client.createRelationship({ id: ada, relatedPersonId: charles, relationshipType: "colleague" });
  const { tag } = await client.createTag({ label: "poets" });
  await client.tagContact({ id: ada, tagId: tag.id });
  opened = await openView(`/app/people/${ada}`, token);
  const storageState = await opened.page.context().storageState();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, storageState };
  const context = await opened.page.context().browser()?.newContext(phone);
  const page = await context?.newPage();
  await page?.goto(opened.page.url());
  await page?.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
  expect(await page?.evaluate(smallControls)).toEqual([]);
  // The navigation has a button of the same words.
  expect(await page?.getByRole("button", { name: "More", exact: true }).count()).toBe(1);
  await page?.getByRole("button", { name: "Edit" }).tap();
  await page?.getByLabel("First name").waitFor();
  expect(await page?.evaluate(smallControls)).toEqual([]);
  await context?.close();
});

/** The visible controls of the page and its dialogs that are lower than 44 pixels, each with the label that can be pressed, too. */
const smallControls = `[...document.querySelectorAll("article :is(a, button, input, select, textarea, summary)")]
  .filter((control) => control.checkVisibility())
  .filter((control) => (control.closest("label, .photo") ?? control).getBoundingClientRect().height < 43)
  .map((control) => control.outerHTML)`;
