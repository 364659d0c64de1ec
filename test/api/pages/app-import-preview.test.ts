import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createContact } from "../../support/contact/contact-api.ts";
import { filesOf, parseFiles } from "../../support/import/import-calls.ts";
import { type OpenPage, startBrowser } from "../../support/process/browser.ts";
import { expectAccessible, openView } from "../../support/process/signed-in-page.ts";
import { freshAccount } from "../../support/process/stack.ts";

startBrowser();

const hostile = '<img src="/nowhere.png" onerror="alert(1)">';
const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");
const special = [
  card("FN:Ingeborg Ahrens", "EMAIL:ingeborg@x.example", "TITLE:Captain", "TEL;TYPE=cell:+46 70 123 45 67"),
  card("FN:Jun Tanaka", "EMAIL:jun@x.example", "CATEGORIES:Climbing", "ADR:;;1 Quay;Göteborg;;;Sweden"),
  card("FN:Jun Tanaka", "EMAIL:jun@x.example", "NOTE:Again"),
  card("NOTE:Nobody"),
  card(`FN:${hostile}`, `TITLE:${"x".repeat(250)}`, "X-SHOE-SIZE:43"),
];
const ordinary = 600;

const { token } = await freshAccount();
let address: string;
beforeAll(async () => {
  const emails = [{ value: "ingeborg@x.example", type: "work", preferred: true }];
  await createContact(token, { firstName: "Ingeborg", lastName: "Ahrens", position: "Pilot", emails });
  const numbers = Array.from({ length: ordinary }, (_, number) => number);
  const content = special.join("") + filesOf.vcard(numbers).content;
  const { importId } = await parseFiles(token, "vcard", [{ name: "book.vcf", content }]);
  address = `/app/import/vcard/${importId}`;
});

let opened: OpenPage | undefined;
/** The complaints that a test expects: the browser reports every answer with a status of 400 and above. */
let expected: RegExp;
beforeEach(() => {
  expected = /^$/;
});
afterEach(async () => {
  const { page, foreign = [], complaints = [] } = opened ?? {};
  opened = undefined;
  await page?.close();
  expect([foreign, complaints.filter((complaint) => !expected.test(complaint))]).toEqual([[], []]);
});

const narrow = { width: 390, height: 844 };

async function openPreview(viewport?: typeof narrow) {
  opened = await openView(address, token);
  const { page } = opened;
  if (viewport) await page.setViewportSize(viewport);
  await page.getByRole("grid", { name: "Rows of the import" }).waitFor();
  return page;
}

/** Waits until the page says so below the search. */
async function untilSaid(page: Page, text: string): Promise<void> {
  await page.getByRole("status").filter({ hasText: text }).waitFor();
}

const rowOf = (page: Page, name: string | RegExp) => page.getByRole("row", { name });
const checkboxOf = (row: Locator) => row.getByRole("checkbox");
const usual = `${ordinary + 4} chosen, 1 left out.`;

/** What the page sends to the commit. The request does not reach the service. */
async function sentBy(page: Page): Promise<unknown> {
  const json = { error: { code: "validation_error", message: "Refused by the test." } };
  await page.route("**/commit", (route) => route.fulfill({ status: 400, json }));
  expected = /400/;
  const sent = page.waitForRequest("**/commit");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const request = await sent;
  await page.getByText("Refused by the test.").waitFor();
  return request.postDataJSON();
}

describe("the preview", () => {
  it("shows of each row the values, the worst issue, the groups, and whom it meets, and no HTML of the file", async () => {
    const page = await openPreview();
    await untilSaid(page, usual);
    const texts = await page.getByRole("row").evaluateAll((rows) => rows.slice(0, 5).map((row) => row.textContent));
    const said = texts.map((text) => text.replace(/\s+/g, " ").trim());
    expect(said[0]).toMatch(
      /^Ingeborg Ahrens ?In your contacts ?Captain · ingeborg@x\.example · \+46 701234567.*! Warning.*Pilot/,
    );
    expect(said[1]).toMatch(/^Jun Tanaka ?Climbing ?jun@x\.example · Göteborg/);
    expect(said[2]).toMatch(/^Jun Tanaka ?Same as Jun Tanaka/);
    expect(said[3]).toMatch(/^Without a name.*✕ Error/);
    expect(said[4]).toContain(hostile);
    expect(await page.locator("main img").count()).toBe(0);
    const boxes = await page
      .getByRole("checkbox")
      .evaluateAll((all) =>
        (all as unknown as { checked: boolean; disabled: boolean }[])
          .slice(0, 5)
          .map((box) => [box.checked, box.disabled]),
      );
    expect(boxes).toEqual([
      [true, false],
      [true, false],
      [true, false],
      [false, true],
      [true, false],
    ]);
  });

  it("holds only the rows in view, and says how many there are", async () => {
    const page = await openPreview();
    await untilSaid(page, usual);
    const list = page.getByRole("grid");
    expect(await list.getAttribute("aria-rowcount")).toBe(String(ordinary + special.length));
    expect(await page.getByRole("row").count()).toBeLessThan(40);
    await list.hover();
    await page.mouse.wheel(0, 1_000_000);
    await rowOf(page, `Åsa Lind${ordinary - 1}`).waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(40);
  });

  it("finds rows by words in any spelling, and by what is special about them", async () => {
    const page = await openPreview();
    const search = page.getByRole("searchbox", { name: "Search the rows" });
    const all = ordinary + special.length;
    for (const [text, found] of [
      ["asa LIND59", 11],
      ["70 123", 1],
      ["goteborg", 1],
      ["climbing", 1],
      ["nobody like that", 0],
    ] as const) {
      await search.fill(text);
      await untilSaid(page, `${found} of ${all} rows shown.`);
    }
    await page.getByText("No row is like that.").waitFor();
    await search.fill("");
    for (const [name, found] of [
      ["Errors", 1],
      ["Warnings", 2],
      ["Notes", 1],
      ["Duplicates", 2],
      ["Left out", 1],
    ] as const) {
      await page.getByRole("radio", { name: `${name} ${found}` }).check();
      await untilSaid(page, `${found} of ${all} rows shown.`);
    }
  });

  it("sends the commit no rows, those that are left out, or the chosen ones, whichever is shorter", async () => {
    const page = await openPreview();
    await untilSaid(page, usual);
    expect(await sentBy(page)).toEqual({ groups: [] });
    await checkboxOf(rowOf(page, "Ingeborg Ahrens")).uncheck();
    await untilSaid(page, `${ordinary + 3} chosen, 2 left out.`);
    expect(await sentBy(page)).toEqual({ exclude: [expect.stringMatching(/^\w/)], groups: [] });
    await page.getByRole("button", { name: "Leave out all shown" }).click();
    await untilSaid(page, "0 chosen");
    await page.getByRole("button", { name: "Import", exact: true, disabled: true }).waitFor();
    await page.getByRole("searchbox").fill("jun");
    await untilSaid(page, "2 of");
    await page.getByRole("button", { name: "Choose all shown" }).click();
    await untilSaid(page, "2 chosen");
    const { include } = (await sentBy(page)) as { include: string[] };
    expect(include).toHaveLength(2);
  });

  it("lets the Tab key stop at the list once, where keys move, choose, open and close", async () => {
    const page = await openPreview();
    await untilSaid(page, usual);
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-rowindex")');
    await page.getByRole("button", { name: "Leave out all shown" }).focus();
    await page.keyboard.press("Tab");
    const met = [await focused()];
    for (const key of [
      "ArrowDown",
      "ArrowDown",
      "ArrowUp",
      "End",
      "ArrowDown",
      "Home",
      "PageDown",
      "Home",
      "ArrowUp",
    ]) {
      await page.keyboard.press(key);
      met.push(await focused());
    }
    const last = String(ordinary + special.length);
    expect(met).toEqual(["1", "2", "3", "2", last, last, "1", expect.stringMatching(/^\d+$/), "1", "1"]);
    await page.keyboard.press("Space");
    await untilSaid(page, `${ordinary + 3} chosen`);
    await page.keyboard.press("Space");
    await untilSaid(page, usual);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Ingeborg Ahrens" }).getByText("What would change").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("What would change").waitFor({ state: "hidden" });
    await expect.poll(focused).toBe("1");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.localName")).toBe("input");
  });

  it.each([
    [1280, undefined],
    [390, narrow],
  ])("shows what a row would change in the contact that it meets, %i pixels wide", async (width, viewport) => {
    const page = await openPreview(viewport);
    await page.getByRole("button", { name: "Ingeborg Ahrens" }).click();
    const fields = page.getByRole("dialog").locator("dl > div");
    await fields.first().waitFor();
    const said = await fields.evaluateAll((all) =>
      all.map((field) => Array.from(field.children, ({ textContent }) => textContent.trim())),
    );
    expect(said).toContainEqual(["Position", "Captain", "You have: Pilot", "Stays; the row's value is left out"]);
    expect(said).toContainEqual(["Headline", "Captain", "You have: –", "Filled in"]);
    expect(said).toContainEqual(["Phone", expect.stringMatching(/^\+46 7/), "You have: –", "Filled in"]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    await expectAccessible(page);
  });

  it("shows all values and issues of a new row, and whose duplicate a row is", async () => {
    const page = await openPreview();
    await page.getByRole("button", { name: hostile }).click();
    await page.getByRole("dialog").getByText(/shoe/i).first().waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Jun Tanaka" }).nth(1).click();
    await page.getByText("The same person as Jun Tanaka in this file: it joins the same contact").waitFor();
    await page.getByRole("definition").filter({ hasText: "Again" }).waitFor();
  });

  it("loads rows again that could not be loaded", async () => {
    expected = /500|ERR_/;
    const failing = /offset=500|\/rows\//;
    const page = await openPreview();
    await page.route(failing, (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.reload();
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    await page.getByRole("button", { name: "Ingeborg Ahrens" }).click();
    const rowAgain = page.getByRole("dialog").getByRole("button", { name: "Try again" });
    await rowAgain.waitFor();
    await page.unroute(failing);
    await rowAgain.click();
    await page.getByText("What would change in your contact.").waitFor();
    await page.keyboard.press("Escape");
    await again.click();
    await untilSaid(page, usual);
  });
});
