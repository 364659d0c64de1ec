/** The way from a file to the undo of its import, in both widths and colours, and with the keyboard alone. */
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { filesOf } from "../../support/import/import-calls.ts";
import { type OpenPage, openPage, startBrowser } from "../../support/process/browser.ts";
import { api, freshAccount } from "../../support/process/stack.ts";
import { isFull } from "../../support/seed.ts";

startBrowser();

let token: string;
let opened: OpenPage | undefined;
beforeEach(async () => {
  ({ token } = await freshAccount());
});
afterEach(async () => {
  const { page, foreign = [], complaints = [] } = opened ?? {};
  opened = undefined;
  await page?.close();
  expect([foreign, complaints]).toEqual([[], []]);
});

const wide = { width: 1280, height: 900 };
const narrow = { width: 390, height: 844 };

async function openImport(viewport = wide): Promise<Page> {
  opened = await openPage("/docs/import", viewport);
  await opened.page.getByLabel("API key or session token").fill(token);
  await opened.page.getByRole("button", { name: "Use", exact: true }).click();
  return opened.page;
}

function fileOf(numbers: readonly number[]) {
  const { name, content } = filesOf.vcard(numbers);
  return { name, mimeType: "text/vcard", buffer: Buffer.from(content) };
}

async function countContacts(): Promise<number> {
  const list = (await (await api("/contacts?limit=1", { token })).json()) as { pagination: { totalCount: number } };
  return list.pagination.totalCount;
}

const untilHeaded = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

describe("the way from a file to its undo", () => {
  it.each([
    ["narrow and dark", narrow, "dark"] as const,
    ...(isFull ? [["wide and light", wide, "light"] as const] : []),
  ])("leads from a file to its receipt and its undo, %s", async (_, viewport, colorScheme) => {
    const page = await openImport(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const files = page.getByLabel("Drop files here, or choose them");
    await files.setInputFiles(fileOf([1, 2, 3]));
    await page.getByRole("row", { name: /Åsa Lind1/ }).waitFor();
    await button(page, "Cancel").click();
    await untilHeaded(page, "Choose files");

    await files.setInputFiles(fileOf([1, 2, 3]));
    await page
      .getByRole("row", { name: /Åsa Lind2/ })
      .getByRole("checkbox")
      .uncheck();
    await page.getByLabel(/groups/).fill("Sailing, Rowing");
    await button(page, "Import 2 contacts").click();
    await untilHeaded(page, "Imported 2 contacts");
    expect(await countContacts()).toBe(2);

    await button(page, "Import another file").click();
    await page.getByRole("link", { name: "book.vcf" }).click();
    await untilHeaded(page, "Imported 2 contacts");
    await button(page, "Undo import of 2 contacts").click();
    await untilHeaded(page, "The import is undone");
    expect(await countContacts()).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(viewport.width);

    await button(page, "Import another file").click();
    await page.getByRole("region", { name: "Earlier imports" }).getByText("Undone").waitFor();
    await button(page, "Forget").click();
    await page.getByRole("region", { name: "Earlier imports" }).waitFor({ state: "detached" });
  });

  it("can be used with the keyboard alone", async () => {
    const page = await openImport();
    const files = page.getByLabel("Drop files here, or choose them");
    const chooser = page.waitForEvent("filechooser");
    await files.focus();
    await page.keyboard.press("Enter");
    await (await chooser).setFiles(fileOf([1, 2]));
    await page.getByRole("row", { name: /Åsa Lind1/ }).waitFor();
    await tabTo(page, "row");
    await page.keyboard.press("Space");
    await tabTo(page, "Import 1 contact");
    await page.keyboard.press("Enter");
    await untilHeaded(page, "Imported 1 contact");
    await tabTo(page, "Undo import of 1 contact");
    await page.keyboard.press("Enter");
    await untilHeaded(page, "The import is undone");
  });
});

/** Presses Tab until the element with this role, or with this text, has the focus. */
async function tabTo(page: Page, target: string): Promise<void> {
  for (let times = 0; times < 40; times += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate<string[]>(
      "[document.activeElement.getAttribute('role'), document.activeElement.textContent.trim()]",
    );
    if (found.includes(target)) return;
  }
  throw new Error(`the Tab key does not reach "${target}"`);
}
