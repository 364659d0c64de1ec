/** The list of people, as its owner uses it: from an empty account to several people at once. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { type OpenPage, startBrowser } from "../../support/process/browser.ts";
import { expectAccessible, openView } from "../../support/process/signed-in-page.ts";
import { clientOf, freshAccount } from "../../support/process/stack.ts";

startBrowser();

let opened: OpenPage;
afterEach(async () => {
  await opened.page.unrouteAll();
  await opened.page.close();
  // The browser reports the answer that a test refuses.
  const wrong = opened.complaints.filter((complaint) => !complaint.includes("status of 429"));
  expect([opened.foreign, wrong]).toEqual([[], []]);
});

const rowsOf = (page: Page) => page.locator("[data-row]");
const scrollTop = (page: Page) => page.evaluate<number>("document.querySelector('.people-rows').scrollTop");
const scrollTo = (page: Page, top: number) =>
  page.evaluate(`document.querySelector(".people-rows").scrollTop = ${top}`);
const focusedName = (page: Page) => page.evaluate<string>("document.activeElement.textContent");

it("leads from an empty account to made-up people and back, and to the first own person by keys alone", async () => {
  const { token } = await freshAccount();
  const client = await clientOf(token);
  opened = await openView("/app", token);
  const { page } = opened;
  await page.getByRole("heading", { name: "Nobody is here yet" }).waitFor();
  const ways = [page.getByRole("link", { name: "Import your address book" }), page.getByText("Add a person")];
  for (const way of ways) expect(await way.isVisible()).toBe(true);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Look around with 200 made-up people" }).click();
  await page.getByText("Imported 200 made-up contacts.").waitFor({ timeout: 60_000 });
  await page.getByText("200 people", { exact: true }).first().waitFor();
  expect(await rowsOf(page).first().textContent()).toMatch(/^Ada /);
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  await page.getByRole("heading", { name: "Nobody is here yet" }).waitFor();

  await client.createContact({ firstName: "Ben", phones: [{ value: "+49 30 1234567" }] });
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByRole("link", { name: "Ben", exact: true }).waitFor();
  await page.keyboard.press("n");
  await page.keyboard.type("Ann");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Lee");
  await page.keyboard.press("Tab");
  await page.keyboard.type("+49 30 1234567");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add a person" });
  await dialog.getByRole("alert").getByText("There is already Ben with this number").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByText("Added Ann Lee.").waitFor();
  const [ann] = (await client.listContacts({ search: "ann" })).contacts;
  expect(ann).toMatchObject({ firstName: "Ann", lastName: "Lee", phones: [{ prefix: "+49", value: "301234567" }] });
  await page.waitForURL(`**/app/people/${ann?.id}`);
  await page.getByRole("link", { name: "Ann Lee", exact: true }).waitFor();
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  await page.waitForURL("**/app/people");
  await page.getByText("1 person", { exact: true }).first().waitFor();
});

it("reads what a short scroll brings into view from the page before", async () => {
  const { token } = await startAccount(250);
  opened = await openView("/app/people", token);
  const { page } = opened;
  await page.getByText("250 people", { exact: true }).first().waitFor();
  // At this height, the rows 199 to 204 are in the same half of a view, so a scroll from one to the other is a rest.
  const height = await page.evaluate<number>("document.querySelector('.people-rows').clientHeight");
  await page.setViewportSize({ width: 1280, height: 1_000 + 700 - height });
  await scrollTo(page, 60 * 204);
  await page.locator('[aria-posinset="205"]').waitFor();
  await scrollTo(page, 60 * 199);
  await page.getByRole("link", { name: "P199 Lee199", exact: true }).waitFor();
});

/** An account with people and two groups, the first of which has the pilots. */
async function startAccount(count = 150) {
  const { token } = await freshAccount();
  const client = await clientOf(token);
  const cards = Array.from({ length: count }, (_, at) => {
    const number = String(at).padStart(3, "0");
    const job = at % 50 === 0 ? "Pilot\r\nCATEGORIES:Crew" : "Baker";
    return `BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lee${number};P${number};;;\r\nTITLE:${job}\r\nEMAIL:p${number}@example.com\r\nEND:VCARD\r\n`;
  });
  const source = "vcard";
  const { importId } = await client.parseImport({ source, file: [new File(cards, "people.vcf")] });
  const patience = { timeout: 60_000 };
  await expect
    .poll(async () => (await client.getImport({ source, importId, limit: 1 })).status, patience)
    .toBe("parsed");
  const { receipt } = await client.startImportCommit({ source, importId });
  const status = async () => (await client.getImportReceipt({ id: receipt.id, limit: 1 })).receipt.status;
  await expect.poll(status, patience).toBe("done");
  const { group } = await client.createGroup({ label: "Sailing" });
  return { token, client, sailing: group.id };
}

it("finds people by search, order and filters, which links and Back bring back, and opens them beside the list", async () => {
  const { token, client } = await startAccount();
  opened = await openView("/app/people", token);
  const { page } = opened;
  await page.getByText("150 people", { exact: true }).first().waitFor();

  // A list that was scrolled stays where it is while people are chosen, also after another place.
  await scrollTo(page, 6_030);
  await page.getByRole("link", { name: "P101 Lee101", exact: true }).click();
  await page.waitForURL(/people\/[\da-f-]{36}$/);
  await page.keyboard.press("j");
  await expect.poll(() => focusedName(page)).toBe("P102 Lee102");
  await page.keyboard.press("Enter");
  await page.locator("[aria-current=page]", { hasText: "P102 Lee102" }).waitFor();
  await expect.poll(() => scrollTop(page)).toBe(6_030);
  for (const width of [1280, 900, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole("link", { name: "Today", exact: true }).click();
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await page.goBack();
    // A narrow screen shows the person, and the list behind the link that leads back.
    const back = page.getByRole("link", { name: "‹ People" });
    if (width < 1_100) await back.click();
    await page.getByRole("link", { name: "P102 Lee102", exact: true }).waitFor();
    await expect.poll(() => scrollTop(page), { message: `at ${width} pixels` }).toBe(6_030);
    if (width < 1_100) {
      await page.getByRole("link", { name: "P102 Lee102", exact: true }).click();
      const focused = () => page.evaluate<string>("document.activeElement.tagName");
      await expect.poll(focused, { message: "the focus is on the person" }).toBe("H1");
    }
    await expect.poll(() => back.isVisible()).toBe(width < 1_100);
  }
  await page.setViewportSize({ width: 1280, height: 1000 });

  // Typing replaces the address, and an answer that was overtaken is not shown.
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/contacts?*search=p01&*", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.keyboard.press("/");
  await page.keyboard.type("p01");
  await page.waitForURL("**search=p01");
  await page.keyboard.type("4");
  await page.getByText("1 person", { exact: true }).waitFor();
  release();
  await expect.poll(() => rowsOf(page).allTextContents()).toEqual(["P014 Lee014"]);
  await expect.poll(() => rowsOf(page).locator("mark").allTextContents()).toEqual(["P014"]);
  await page.keyboard.press("Enter");
  await page.locator("[aria-current=page]", { hasText: "P014" }).waitFor();
  await page.getByRole("heading", { name: "P014 Lee014" }).waitFor();
  await page.keyboard.press("l");
  await page.getByRole("button", { name: "Meeting" }).waitFor();
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await page.getByRole("link", { name: "P014 Lee014" }).press("Escape");
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe("/app/people?search=p014");
  await page.getByRole("link", { name: "Show all" }).click();
  await page.getByText("150 people", { exact: true }).first().waitFor();
  await expect.poll(() => page.getByRole("searchbox", { name: "Search people" }).inputValue()).toBe("");
  await page.goBack();
  await page.getByText("1 person", { exact: true }).waitFor();
  await expect.poll(() => page.getByRole("searchbox", { name: "Search people" }).inputValue()).toBe("p014");
  await page.keyboard.press("/");
  await page.keyboard.type("nobody there");
  await page.waitForURL("**search=nobody+there");
  await page.getByText("Nobody was found.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("150 people", { exact: true }).first().waitFor();
  await page.getByRole("searchbox", { name: "Search people" }).fill("p021@exam");
  await expect.poll(() => page.locator("li mark").allTextContents()).toEqual(["p021@exam"]);
  await page.keyboard.press("Escape");

  await page.getByRole("combobox", { name: "Order" }).selectOption("First name, Z to A");
  await page.getByRole("link", { name: "P149 Lee149" }).waitFor();
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("link", { name: "Crew 3" }).click();
  await page.getByText("3 people · Crew").waitFor();
  await expect.poll(() => rowsOf(page).allTextContents()).toEqual(["P100 Lee100", "P050 Lee050", "P000 Lee000"]);
  const { href } = new URL(page.url());
  await page.getByRole("button", { name: "Filter" }).click();
  expect(await page.getByRole("link", { name: "In trash" }).getAttribute("href")).toBe("/app/settings/trash");
  expect(await page.getByRole("link", { name: "Due today" }).getAttribute("href")).toBe("/app/today");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  // What another device changes appears, and a link shows the same list to others.
  const [pilot] = (await client.listContacts({ search: "p050" })).contacts;
  await client.patchContact({ id: pilot?.id ?? "", headline: "Captain" });
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByText("Captain").waitFor();
  await page.goto(href);
  await page.getByText("3 people · Crew").waitFor();
  await page.goto(new URL("/app/people", href).href);
  await page.getByRole("link", { name: "P149 Lee149" }).waitFor();
  await expect.poll(() => page.getByRole("combobox", { name: "Order" }).inputValue()).toBe("nameDesc");
  await page.evaluate("localStorage.clear()");
});

it("changes several people at once, and takes each change back", async () => {
  const { token, client, sailing } = await startAccount();
  const members = async () => (await client.listGroupContacts({ id: sailing })).pagination.totalCount;
  const people = async () => (await client.listContacts({ limit: 1 })).pagination.totalCount;
  opened = await openView("/app/people", token);
  const { page } = opened;
  await rowsOf(page).first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("heading", { name: "1 selected" }).waitFor();
  await page.getByRole("checkbox", { name: "Select P004 Lee004" }).click({ modifiers: ["Shift"] });
  await page.getByRole("heading", { name: "5 selected" }).waitFor();
  await page.keyboard.press("x");
  await page.getByRole("heading", { name: "4 selected" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Groups and tags" }).click();
  await page.getByRole("button", { name: "Add to Sailing" }).click();
  await page.getByText("Added 4 people to Sailing.").waitFor();
  expect(await members()).toBe(4);
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect(await members()).toBe(0);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "vCard" }).click();
  const file = join(mkdtempSync(join(tmpdir(), "exported-")), "contacts.vcf");
  await (await download).saveAs(file);
  expect(readFileSync(file, "utf8").match(/^FN:.*/gm)).toEqual(
    ["000", "001", "002", "003"].map((number) => `FN:P${number} Lee${number}`),
  );

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Deleted 4 people.").waitFor();
  await page.getByText("146 people", { exact: true }).first().waitFor();
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  await page.getByText("150 people", { exact: true }).first().waitFor();

  await page.getByRole("searchbox", { name: "Search people" }).fill("baker");
  await page.getByText("147 people", { exact: true }).waitFor();
  await page.getByRole("checkbox", { name: "Select P001 Lee001" }).click();
  await page.getByRole("button", { name: "Select all 147" }).click();
  await page.getByRole("checkbox", { name: "Select P002 Lee002" }).click();
  await page.getByRole("heading", { name: "146 selected" }).waitFor();
  await page.getByRole("button", { name: "Groups and tags" }).click();
  await page.getByRole("button", { name: "Add to Sailing" }).click();
  await page.getByText("Added 146 people to Sailing.").waitFor();
  await page.getByRole("button", { name: "Groups and tags" }).click();
  await page.getByRole("button", { name: "Remove from Sailing" }).click();
  await page.getByText("Removed 146 people from Sailing.").waitFor();
  expect(await members()).toBe(0);
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect(await members()).toBe(146);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Deleted 146 people.").waitFor();
  expect(await people()).toBe(4);
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  expect(await people()).toBe(150);
  await page.getByRole("checkbox", { name: "Select P003 Lee003" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search people" }).waitFor();
});

it("deletes more people than one answer waits for in the background, and restores them", async () => {
  const { token, client } = await startAccount(1_100);
  const people = async () => (await client.listContacts({ limit: 1 })).pagination.totalCount;
  opened = await openView("/app/people", token);
  const { page } = opened;
  await page.getByRole("checkbox", { name: "Select P001 Lee001" }).click();
  await page.getByRole("button", { name: "Select all 1,100" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("1,100 people are being deleted in the background.").waitFor();
  await expect.poll(people, { timeout: 30_000 }).toBeLessThan(1_100);
  await page.keyboard.press("u");
  await page.getByText("Undone.").waitFor();
  await expect.poll(people, { timeout: 60_000 }).toBe(1_100);
});

it("reads 50,000 people only where the scroll rests", async () => {
  const { token, client } = await startAccount();
  const { contacts, pagination, stats } = await client.listContacts({ limit: 1 });
  const offsets = new Set<string>();
  opened = await openView("/app/settings", token);
  const { page } = opened;
  await page.clock.install();
  await page.reload();
  await page.route("**/contacts?*", (route) => {
    const query = new URL(route.request().url()).searchParams;
    const offset = Number(query.get("offset"));
    offsets.add(String(offset));
    const rows = Array.from({ length: 100 }, (_, at) => ({
      ...contacts[0],
      id: `${offset + at}`,
      firstName: `N${offset + at}`,
    }));
    return route.fulfill({
      json: { contacts: rows, pagination: { ...pagination, offset, totalCount: 50_000 }, stats },
    });
  });
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("link", { name: "N0 Lee000" }).waitFor();
  // By a clock that stands still beside it, because a slow machine would make a scroll rest.
  await page.clock.pauseAt(Date.now() + 60_000);
  for (let top = 60_000; top <= 3_000_000; top += 60_000) {
    await page.evaluate(`new Promise((resolve) => {
      const rows = document.querySelector(".people-rows");
      rows.addEventListener("scroll", resolve, { once: true });
      rows.scrollTop = ${top};
    })`);
    await page.clock.runFor(20);
  }
  expect([...offsets], "nothing is read on the way").toEqual(["0"]);
  await page.clock.resume();
  await page.getByRole("link", { name: "N49999 Lee000" }).waitFor();
  await expect.poll(() => page.locator(".unread").count()).toBe(0);
  expect([...offsets], "the first page and the last one").toEqual(["0", "49900"]);
  expect(await page.locator("li").count(), "rows that exist").toBeLessThan(60);
  // What was read is there again at once.
  await scrollTo(page, 0);
  await page.getByRole("link", { name: "N0 Lee000" }).waitFor();
  expect(offsets.size).toBe(2);

  const refusal = {
    status: 429,
    headers: { "retry-after": "60" },
    json: { error: { code: "rate_limited", message: "Too many requests." } },
  };
  await page.route("**/contacts?*offset=20000*", (route) => route.fulfill(refusal), { times: 1 });
  await scrollTo(page, 20_010 * 60);
  await page.getByRole("alert").getByText("Too many requests.").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "N20010 Lee000" }).waitFor();
});
