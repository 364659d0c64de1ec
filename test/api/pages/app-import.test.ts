/** The way through an import in the app. The list of rows is tested beside this file. */
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { filesOf, parseFiles } from "../../support/import/import-calls.ts";
import { type OpenPage, startBrowser } from "../../support/process/browser.ts";
import { expectAccessible, openView } from "../../support/process/signed-in-page.ts";
import { clientOf, freshAccount, localStack } from "../../support/process/stack.ts";
import { isFull } from "../../support/seed.ts";

startBrowser();

const patience = { timeout: 60_000 };

let token: string;
let opened: OpenPage;
/** The complaints that a test expects: the browser reports every answer with a status of 400 and above. */
let expected = /^$/;
beforeEach(async () => {
  ({ token } = await freshAccount());
});
afterEach(async () => {
  const { page, foreign, complaints } = opened;
  const wrong = complaints.filter((complaint) => !expected.test(complaint));
  expected = /^$/;
  await page.close();
  expect([foreign, wrong]).toEqual([[], []]);
});

async function open(path = "/app/import"): Promise<Page> {
  opened = await openView(path, token);
  return opened.page;
}

const cards = (count: number, name = "book.vcf", from = 0) => ({
  name,
  mimeType: "text/vcard",
  buffer: Buffer.from(filesOf.vcard(Array.from({ length: count }, (_, index) => from + index)).content),
});

function choose(page: Page, ...files: ReturnType<typeof cards>[]): Promise<void> {
  return page.locator("input[type=file]").setInputFiles(files);
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true, level: 1 });

/** Waits until the step with this heading has begun, which has the focus, because a button or a link led to it. */
async function untilStep(page: Page, name: string): Promise<void> {
  await heading(page, name).waitFor(patience);
  const hasFocus = () => heading(page, name).evaluate((element) => element === element.ownerDocument.activeElement);
  await expect.poll(hasFocus, patience).toBe(true);
}

const importButton = (page: Page) => page.getByRole("button", { name: "Import", exact: true });
const undoButton = (page: Page) => page.getByRole("button", { name: "Undo", exact: true });
const anotherFile = (page: Page) => page.getByRole("link", { name: "Import another file" });

async function countContacts(): Promise<number> {
  return (await (await clientOf(token)).listContacts({ limit: 1 })).pagination.totalCount;
}

describe("the import", () => {
  it("leads from a file to its receipt, which names its groups, and takes the import back", patience, async () => {
    const page = await open();
    await choose(page, cards(30));
    await page.getByText("30 contacts", { exact: true }).waitFor(patience);
    await page.getByLabel(/^Also add all to these groups/).fill("Harbour, Reunion");
    await importButton(page).click();
    await untilStep(page, "Imported 30 contacts");
    await page.getByText("In the groups Harbour, Reunion.").waitFor();
    expect(await countContacts()).toBe(30);
    const { groups } = await (await clientOf(token)).listGroups();
    expect(groups.map(({ label }) => label).toSorted()).toEqual(["Harbour", "Reunion"]);

    // The notice offers the undo first, and later the receipt does.
    const notice = page.getByRole("status").filter({ hasText: "Imported 30 contacts." });
    await notice.getByRole("button", { name: "Undo" }).waitFor();
    expect(await undoButton(page).count()).toBe(1);
    await page.getByRole("button", { name: "Close the message" }).click();
    await undoButton(page).waitFor();
    await page.keyboard.press("u");
    await untilStep(page, "The import is undone");
    await page.getByText("Everything was taken back.").waitFor();
    expect(await countContacts()).toBe(0);
  });

  it("fills an empty account with made-up people, shows them on the map, and takes them back", patience, async () => {
    const page = await open();
    await page.getByRole("button", { name: "Look around with 200 made-up people" }).click();
    await untilStep(page, "Imported 200 contacts");
    expect(await countContacts()).toBe(200);
    expect(await page.getByRole("link", { name: "See them on the map" }).getAttribute("href")).toBe("/app/map");
    await undoButton(page).click();
    await page.getByText("Undone.").waitFor(patience);
    await heading(page, "The import is undone").waitFor(patience);
    expect(await countContacts()).toBe(0);
    await anotherFile(page).click();
    await page.getByRole("button", { name: "Look around with 200 made-up people" }).waitFor(patience);
  });

  it("can be used with the keyboard alone, and is accessible in both sizes and schemes", patience, async () => {
    const page = await open();
    await expectAccessible(page);
    const chooser = page.waitForEvent("filechooser");
    await page.locator("input[type=file]").focus();
    await page.keyboard.press("Enter");
    await (await chooser).setFiles(cards(2));
    await untilStep(page, "Check the rows");
    await page.getByText("2 chosen, 0 left out.").waitFor();
    await expectAccessible(page);
    await tabTo(page, "row");
    await page.keyboard.press("Space");
    await page.getByText("1 contact", { exact: true }).waitFor();
    await tabTo(page, "Import");
    await page.keyboard.press("Enter");
    await untilStep(page, "Imported 1 contact");
    await expectAccessible(page);
    // The notice may have gone meanwhile; then the receipt has the button.
    await undoButton(page).waitFor();
    await page.keyboard.press("u");
    await untilStep(page, "The import is undone");
  });

  it.runIf(isFull)(
    "names a file that was skipped, and imports what further rows of a person bring",
    patience,
    async () => {
      const page = await open();
      const twin = String(cards(1).buffer).replace("END:", "TEL;TYPE=cell:+46 70 123 45 67\r\nEND:");
      const foreign = { ...cards(0, "page.vcf"), buffer: Buffer.from("<html></html>") };
      await choose(page, cards(2), { ...cards(0, "twin.vcf"), buffer: Buffer.from(twin) }, foreign);
      await page.getByText('The file "page.vcf" was skipped. This is an HTML or XML page.').waitFor(patience);
      await page.getByText("3 rows", { exact: true }).waitFor();
      await importButton(page).click();
      await heading(page, "Imported 2 contacts. Added values of 1 row").waitFor(patience);
      const { contacts } = await (await clientOf(token)).listContacts();
      expect(contacts.map(({ phones }) => phones.length).toSorted()).toEqual([0, 1]);
    },
  );

  it.runIf(isFull)("finds a file that is being read, and an import that runs, after a reload", patience, async () => {
    const page = await open();
    const positionOf = (name: string) =>
      page
        .getByRole("progressbar", { name })
        .evaluate((bar) => Math.round(100 * (bar as unknown as { position: number }).position));
    // Both states last until the page has been loaded again.
    await page.route(/\/contacts\/import\/vcard\/[\w-]+\?limit=1$/, async (route) => {
      const answer = { status: "parsing", rowsRead: 1_200, bytesRead: 300, bytesTotal: 1_000, error: null };
      await route.fulfill({ json: answer });
    });
    await choose(page, cards(3));
    await page.getByText("1,200 rows, 1 KB of 1 KB").waitFor(patience);
    expect(await positionOf("Read so far")).toBe(30);
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await page.getByText("3 contacts", { exact: true }).waitFor(patience);
    await importButton(page).click();
    await heading(page, "Imported 3 contacts").waitFor(patience);

    await page.route(/\/import-receipts\/[\w-]+$/, async (route) => {
      const response = await route.fetch();
      const { receipt, ...rest } = await response.json();
      await route.fulfill({ json: { ...rest, receipt: { ...receipt, status: "running", imported: 1 } } });
    });
    await page.reload();
    await page.getByText("1 of 3", { exact: true }).waitFor(patience);
    expect(await positionOf("Importing")).toBe(33);
    await page.unrouteAll({ behavior: "wait" });
    await heading(page, "Imported 3 contacts").waitFor(patience);
  });

  it.runIf(isFull)("sends a large file straight to the storage", patience, async () => {
    const page = await open();
    const { endpoints } = await localStack();
    const form = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().startsWith(endpoints.s3),
    );
    await choose(page, cards(15_000));
    await page.getByRole("progressbar").first().waitFor();
    await form;
    await page.getByText("15,000 contacts", { exact: true }).waitFor(patience);
  });

  it("reads several files that are dropped anywhere, and can stop", patience, async () => {
    const page = await open();
    const files = [cards(2), cards(3, "more.vcf", 10)].map(({ name, buffer }) => [name, buffer.toString()]);
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      for (const [name, text] of ${JSON.stringify(files)}) transfer.items.add(new File([text], name));
      return transfer;
    })()`);
    await page.getByText("Drop files here").dispatchEvent("drop", { dataTransfer: data });
    await page.getByText("5 contacts", { exact: true }).waitFor(patience);
    await page.getByRole("link", { name: "Cancel" }).click();
    await untilStep(page, "Import");
    expect(await countContacts()).toBe(0);
  });

  it.runIf(isFull)("finds out the kind of a file, and reads it again as another kind", patience, async () => {
    expected = /status of 400/;
    const page = await open();
    const { name, content } = filesOf.network_b([1, 2]);
    await choose(page, { name, mimeType: "application/json", buffer: Buffer.from(content) });
    await page.waitForURL(/\/app\/import\/network_b\/[\w-]+$/, patience);
    await page.getByText("2 contacts", { exact: true }).waitFor(patience);
    await page.getByText("Is this not what is in the file?").click();
    await page.getByLabel("Read the file as another kind").selectOption("network_b:followers");
    await page.getByText("2 contacts", { exact: true }).waitFor(patience);
    await page.getByText("Is this not what is in the file?").click();
    await page.getByLabel("Read the file as another kind").selectOption("vcard");
    await page.getByRole("alert").waitFor();
  });

  it("says in plain words what is wrong, and offers what helps", patience, async () => {
    expected = /status of 4|status of 503/;
    const page = await open();
    const said = (text: string) => page.getByRole("alert").filter({ hasText: text }).waitFor(patience);
    const large = Buffer.alloc(3_000_000, "x");
    await choose(page, { ...cards(1), buffer: large }, { ...cards(1, "b.vcf"), buffer: large });
    await said("Several files may have 4 MB together");
    await choose(page, { name: "table.csv", mimeType: "text/csv", buffer: Buffer.from("First Name,URL") });
    await said("A table can't be imported here.");
    await untilStep(page, "The file can't be imported");
    await expectAccessible(page);
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.getByRole("link", { name: "Choose another file" }).click();
    await untilStep(page, "Import");
    await choose(page, { name: "broken.zip", mimeType: "application/zip", buffer: Buffer.from("PK no archive") });
    await said("The file holds no vCard");
    await page.getByText("What a good file looks like").waitFor();
    await page.getByLabel("Read the file as another kind").waitFor();
    const help = page.getByRole("link", { name: "What each message about a row means" });
    expect(await help.getAttribute("href")).toBe("/docs/import-issues");
    await expectAccessible(page);

    let refusals = 0;
    await page.route("**/parse", async (route) => {
      refusals += 1;
      if (refusals > 1) return route.continue();
      const error = { code: "service_unavailable", message: "Busy.", retry_after: 0 };
      await route.fulfill({ status: 503, json: { error } });
    });
    await choose(page, cards(1));
    await page.getByText("1 contact", { exact: true }).waitFor(patience);
    expect(refusals).toBe(2);
  });

  it("keeps the choice of rows when the import can't begin", patience, async () => {
    expected = /status of (409|500)/;
    const page = await open();
    await choose(page, cards(3));
    await page.getByRole("row", { name: /Lind1/ }).getByRole("checkbox").uncheck(patience);
    await page.route("**/import-receipts?limit=50", (route) => route.fulfill({ status: 500, body: "{}" }));
    const json = { error: { code: "conflict", message: "No." } };
    await page.route("**/commit", (route) => route.fulfill({ status: 409, json }), { times: 1 });
    await importButton(page).click();
    await page.getByRole("status").filter({ hasText: "500" }).waitFor();
    await importButton(page).click();
    await heading(page, "Imported 2 contacts").waitFor(patience);
  });

  it("calls no other path that an address names, and says that there is nothing", async () => {
    expected = /status of 4/;
    const page = await open("/app/import/receipts/..%2F..%2Fme");
    const called: string[] = [];
    page.on("request", (request) => called.push(new URL(request.url()).pathname));
    await page.reload();
    await page.getByRole("alert").waitFor();
    expect(called.filter((path) => path.endsWith("/me"))).toEqual([]);
    await page.getByText("Receipts are kept for 30 days.").waitFor();
    await page.goto(new URL("/app/import/vcard/x", page.url()).href);
    await page.getByText("Files are kept for a day.").waitFor();
  });

  it("lists earlier imports, and why rows were not imported or not taken back", patience, async () => {
    const client = await clientOf(token);
    const { importId, contacts } = await parseFiles(token, "vcard", [oddBook]);
    const include = contacts.map(({ tempId }) => tempId);
    const { receipt } = await client.startImportCommit({ source: "vcard", importId, include });
    const read = () => client.getImportReceipt({ id: receipt.id });
    await expect.poll(async () => (await read()).receipt.status, patience).toBe("done");
    for (const { contactId } of (await read()).results) {
      if (contactId) await client.patchContact({ id: contactId, headline: "Pilot" });
    }

    const page = await open();
    const entry = page.getByRole("listitem").filter({ hasText: "odd.vcf" });
    await entry.getByText("1 imported, 0 updated").waitFor(patience);
    await entry.getByRole("link", { name: "odd.vcf" }).click();
    await untilStep(page, "Imported 1 contact");
    await page
      .getByRole("listitem")
      .filter({ hasText: /^Without a name.*not valid. Nothing in lines/ })
      .waitFor();
    await undoButton(page).click();
    await heading(page, "The import is undone").waitFor(patience);
    await page.getByRole("listitem").filter({ hasText: "Kept, because" }).waitFor();
    await page.getByLabel("Search these rows").fill("nobody");
    await page.getByText("0 rows", { exact: true }).waitFor();
    await anotherFile(page).click();
    await untilStep(page, "Import");
    await entry.getByText("Undone").waitFor(patience);
  });
});

/** A card without anything that could be a name is no valid row. */
const oddBook = {
  name: "odd.vcf",
  content: `${filesOf.vcard([1]).content}BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:nameless\r\nEND:VCARD\r\n`,
};

/** Presses Tab until an element of this kind, or with this text, has the focus. */
async function tabTo(page: Page, target: string): Promise<void> {
  for (let times = 0; times < 60; times += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate<string[]>(
      "[document.activeElement.localName === 'tr' ? 'row' : '', document.activeElement.textContent.trim()]",
    );
    if (found.includes(target)) return;
  }
  throw new Error(`the Tab key does not reach "${target}"`);
}
