/** The way through an import on its page. The list of rows is tested beside this file. */
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readKeyOf } from "../../support/contact/contact-api.ts";
import { filesOf, parseFiles } from "../../support/import/import-calls.ts";
import { type OpenPage, openPage, startBrowser } from "../../support/process/browser.ts";
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

async function open(key = token): Promise<Page> {
  opened = await openPage("/docs/import");
  if (key !== "") await enterKey(opened.page, key);
  return opened.page;
}

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel("API key or session token").fill(key);
  await page.getByRole("button", { name: "Use", exact: true }).click();
}

const cards = (count: number, name = "book.vcf", from = 0) => ({
  name,
  mimeType: "text/vcard",
  buffer: Buffer.from(filesOf.vcard(Array.from({ length: count }, (_, index) => from + index)).content),
});

type File = ReturnType<typeof cards>;

function choose(page: Page, ...files: File[]): Promise<void> {
  return page.getByLabel(/^Drop files here/).setInputFiles(files);
}

/** Waits until the step with this heading has begun, which has the focus. */
async function untilStep(page: Page, name: string | RegExp): Promise<void> {
  const heading = page.getByRole("heading", { name, level: 2 });
  await heading.waitFor(patience);
  const hasFocus = () => heading.evaluate((element) => element === element.ownerDocument.activeElement);
  await expect.poll(hasFocus, patience).toBe(true);
}

const importButton = (page: Page, what: string) => page.getByRole("button", { name: `Import ${what}`, exact: true });
const undoButton = (page: Page) => page.getByRole("button", { name: /^Undo import of/ });

async function countContacts(): Promise<number> {
  return (await (await clientOf(token)).listContacts({ limit: 1 })).pagination.totalCount;
}

describe("the import page", () => {
  it("leads from a file to its receipt, and takes the import back", patience, async () => {
    const page = await open("");
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    // Choosing a file submits the key, too.
    await page.getByLabel("API key or session token").fill(token);
    await choose(page, cards(30));
    await untilStep(page, "Check the rows");
    await page.getByLabel(/^Also add all to these groups/).fill("Harbour, Reunion");
    await importButton(page, "30 contacts").click();
    await untilStep(page, "Imported 30 contacts");
    expect(await countContacts()).toBe(30);
    const { groups } = await (await clientOf(token)).listGroups();
    expect(groups.map(({ label }) => label).toSorted()).toEqual(["Harbour", "Reunion"]);

    await undoButton(page).click();
    await untilStep(page, "The import is undone");
    await page.getByText("Everything was taken back.").waitFor();
    expect(await countContacts()).toBe(0);
    expect(addresses.filter((address) => address.includes(token.slice(0, 20)))).toEqual([]);
  });

  it.runIf(isFull)(
    "names a file that was skipped, and imports what a person's further rows bring",
    patience,
    async () => {
      const page = await open();
      const twin = String(cards(1).buffer).replace("END:", "TEL;TYPE=cell:+46 70 123 45 67\r\nEND:");
      const foreign = { ...cards(0, "page.vcf"), buffer: Buffer.from("<html></html>") };
      await choose(page, cards(2), { ...cards(0, "twin.vcf"), buffer: Buffer.from(twin) }, foreign);
      await page.getByText('The file "page.vcf" was skipped. This is an HTML or XML page.').waitFor(patience);
      await importButton(page, "3 rows").click();
      await untilStep(page, "Imported 2 contacts. Added values of 1 row");
      const { contacts } = await (await clientOf(token)).listContacts();
      expect(contacts.map(({ phones }) => phones.length).toSorted()).toEqual([0, 1]);
    },
  );

  it.runIf(isFull)("finds a file that is being read, and an import that runs, after a reload", patience, async () => {
    const page = await open();
    // Both states last until the page has been loaded again.
    await page.route(/\/contacts\/import\/vcard\/[\w-]+\?limit=1$/, async (route) => {
      const answer = { status: "parsing", rowsRead: 1_200, bytesRead: 300, bytesTotal: 1_000, error: null };
      await route.fulfill({ json: answer });
    });
    await choose(page, cards(3));
    const bar = page.getByRole("progressbar", { name: "Read so far" });
    await expect.poll(() => bar.getAttribute("aria-valuenow"), patience).toBe("30");
    expect(await bar.getAttribute("aria-valuetext")).toBe("1,200 rows, 1 KB of 1 KB");
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await importButton(page, "3 contacts").click(patience);
    await page.getByRole("heading", { name: "Imported 3 contacts" }).waitFor(patience);

    await page.route(/\/import-receipts\/.*limit=1/, async (route) => {
      const response = await route.fetch();
      const { receipt, ...rest } = await response.json();
      await route.fulfill({ json: { ...rest, receipt: { ...receipt, status: "running", imported: 1 } } });
    });
    await page.reload();
    const committing = page.getByRole("progressbar", { name: "Importing" });
    await expect.poll(() => committing.getAttribute("aria-valuenow"), patience).toBe("33");
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("heading", { name: "Imported 3 contacts" }).waitFor(patience);
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
    await untilStep(page, "Check the rows");
    await importButton(page, "15,000 contacts").waitFor(patience);
  });

  it.runIf(isFull)("reads several files that are dropped, waits for a key, and can stop", patience, async () => {
    const page = await open("");
    const files = [cards(2), cards(3, "more.vcf", 10)].map(({ name, buffer }) => [name, buffer.toString()]);
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      for (const [name, text] of ${JSON.stringify(files)}) transfer.items.add(new File([text], name));
      return transfer;
    })()`);
    await page.locator(".drop").dispatchEvent("drop", { dataTransfer: data });
    await page.getByRole("alert").filter({ hasText: "Then book.vcf and 1 more will be read." }).waitFor();
    await enterKey(page, token);
    await importButton(page, "5 contacts").waitFor(patience);
    await page.getByRole("button", { name: "Cancel" }).click();
    await untilStep(page, "Choose files");
    expect(await countContacts()).toBe(0);
  });

  it.runIf(isFull)("finds out the kind of a file, and reads it again as another kind", patience, async () => {
    expected = /status of 400/;
    const page = await open();
    const { name, content } = filesOf.network_b([1, 2]);
    await choose(page, { name, mimeType: "application/json", buffer: Buffer.from(content) });
    await importButton(page, "2 contacts").waitFor(patience);
    expect(new URL(page.url()).hash).toMatch(/^#source=network_b&import=[\w-]+$/);
    await page.getByLabel("Read the file as another kind").selectOption("network_b:followers");
    await page.waitForURL((url) => url.hash === "");
    await importButton(page, "2 contacts").waitFor(patience);

    await page.goBack();
    await page.getByLabel("Kind of file").selectOption("vcard");
    await choose(page, { name, mimeType: "application/json", buffer: Buffer.from(content) });
    await page.getByRole("alert").waitFor();
  });

  it("says in plain words what is wrong and what to do", patience, async () => {
    expected = /status of 4|status of 503/;
    const page = await open(await readKeyOf(token));
    await choose(page, cards(1));
    await page.getByRole("alert").filter({ hasText: "Use a key with full permission" }).first().waitFor();
    await enterKey(page, "wrong");
    await page.getByRole("alert").filter({ hasText: "Enter another key or token" }).first().waitFor();
    expect(await page.getByLabel("API key or session token").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Choose another file" }).click();
    await enterKey(page, token);

    const large = Buffer.alloc(3_000_000, "x");
    await choose(page, { ...cards(1), buffer: large }, { ...cards(1, "b.vcf"), buffer: large });
    await page.getByRole("alert").filter({ hasText: "Several files may have 4 MB together" }).waitFor();
    await choose(page, { name: "broken.zip", mimeType: "application/zip", buffer: Buffer.from("PK no archive") });
    await page.getByRole("alert").filter({ hasText: "The file holds no vCard" }).waitFor();

    let refusals = 0;
    await page.route("**/parse", async (route) => {
      refusals += 1;
      if (refusals > 1) return route.continue();
      const error = { code: "service_unavailable", message: "Busy.", retry_after: 0 };
      await route.fulfill({ status: 503, json: { error } });
    });
    await choose(page, cards(1));
    await importButton(page, "1 contact").waitFor(patience);
    expect(refusals).toBe(2);
  });

  it.runIf(isFull)(
    "keeps the choice of rows when the key has expired and when the import can't begin",
    patience,
    async () => {
      expected = /status of (401|409|500)/;
      const page = await open();
      await choose(page, cards(3));
      await page.getByRole("row", { name: /Lind1/ }).getByRole("checkbox").uncheck(patience);
      await page.route("**/import-receipts?limit=50", (route) => route.fulfill({ status: 500, body: "{}" }));
      for (const [status, code, said] of [
        [401, "auth_required", "Enter another key"],
        [409, "conflict", "500"],
      ] as const) {
        const json = { error: { code, message: "No." } };
        await page.route("**/commit", (route) => route.fulfill({ status, json }), { times: 1 });
        await importButton(page, "2 contacts").click();
        await page.getByRole("alert").filter({ hasText: said }).waitFor();
        await enterKey(page, token);
      }
      await importButton(page, "2 contacts").click();
      await untilStep(page, "Imported 2 contacts");
    },
  );

  it("calls no other path that an address names", async () => {
    const page = await open();
    const called: string[] = [];
    page.on("request", (request) => called.push(new URL(request.url()).pathname));
    await page.evaluate('location.hash = "receipt=../../me"');
    await page.reload();
    await page.getByRole("heading", { name: "Choose files" }).waitFor();
    expect(called.filter((path) => path.endsWith("/me"))).toEqual([]);
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
    await page.getByRole("heading", { name: "The import is undone" }).waitFor(patience);
    await page.getByRole("listitem").filter({ hasText: "Kept, because" }).waitFor();
    await page.getByLabel("Search these rows").fill("nobody");
    await page.getByText("0 rows", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Import another file" }).click();
    await untilStep(page, "Choose files");
  });
});

/** A card without anything that could be a name is no valid row. */
const oddBook = {
  name: "odd.vcf",
  content: `${filesOf.vcard([1]).content}BEGIN:VCARD\r\nVERSION:3.0\r\nNOTE:nameless\r\nEND:VCARD\r\n`,
};
