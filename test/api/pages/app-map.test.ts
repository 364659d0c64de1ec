import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createContact } from "../../support/contact/contact-api.ts";
import { type OpenPage, startBrowser } from "../../support/process/browser.ts";
import { expectAccessible, openView } from "../../support/process/signed-in-page.ts";
import { freshAccount } from "../../support/process/stack.ts";
import { isFull } from "../../support/seed.ts";

startBrowser();

const hostile = '<img src="/nowhere.png" onerror="alert(1)">';
const berlin = { latitude: 52.52, longitude: 13.4 };

const { token } = await freshAccount();
beforeAll(async () => {
  for (const body of [
    {
      ...{ firstName: "Ingeborg", lastName: "Ahrens", headline: "Pilot", location: "Berlin", ...berlin },
      emails: [{ value: "ingeborg@x.example", type: "work", preferred: true }],
      phones: [{ prefix: "+49", value: "30 555001", type: "work", preferred: true }],
    },
    { firstName: "Jun", headline: "Painter", ...berlin },
    { firstName: "Eastern", latitude: 0, longitude: 179.9 },
    { firstName: "Western", latitude: 0, longitude: -179.9 },
    { firstName: hostile, headline: hostile, latitude: -33.9, longitude: 151.2 },
  ]) {
    await createContact(token, body);
  }
});

let opened: OpenPage | undefined;
/** The complaints that a test expects: the browser reports every answer with a status of 400 and above. */
let expected = /^$/;
afterEach(async () => {
  const { page, foreign = [], complaints = [] } = opened ?? {};
  const wrong = complaints.filter((complaint) => !expected.test(complaint));
  [opened, expected] = [undefined, /^$/];
  await page?.close();
  expect([foreign, wrong]).toEqual([[], []]);
});

const narrow = { width: 375, height: 667 };

/** Opens the map of an account. */
async function open(of = token, viewport?: typeof narrow, path = "/app/map"): Promise<Page> {
  opened = await openView(path, of, viewport);
  return opened.page;
}

/** Opens the map and waits until it shows the pins of the world. */
async function openMap(viewport?: typeof narrow): Promise<Page> {
  const page = await open(token, viewport);
  await untilShown(page, "5 pins in this view.");
  return page;
}

/** Waits until the map shows this message. */
async function untilShown(page: Page, message: string): Promise<void> {
  await page.getByRole("status").filter({ hasText: message }).waitFor();
}

const zoomIn = (page: Page) => page.getByRole("button", { name: "Zoom in" }).click();
const showWorld = (page: Page) => page.getByRole("button", { name: "Whole world" }).click();
type Bounds = Record<"minLat" | "maxLat" | "minLon" | "maxLon", number>;

const isPinCall = (url: string) => /\/map-(address-)?pins\?/.test(url);

/** Waits until the page has loaded the pins of such a view, which `move` leads to. Returns the bounds of the call. */
async function boundsAfter(
  page: Page,
  isSuch: (bounds: Bounds) => boolean,
  move: () => Promise<unknown>,
): Promise<Bounds> {
  const boundsOf = (url: string) => {
    const { limit: _, ...bounds } = Object.fromEntries(new URL(url).searchParams);
    return Object.fromEntries(Object.entries(bounds).map(([name, text]) => [name, Number(text)])) as Bounds;
  };
  const answered = page.waitForResponse((response) => isPinCall(response.url()) && isSuch(boundsOf(response.url())));
  await move();
  return boundsOf((await answered).url());
}

/** The numbers on the marks. A mark without a number is a single pin. */
async function marksOf(page: Page): Promise<number[]> {
  const texts = await page.locator("#map .pin").evaluateAll((marks) => marks.map((mark) => mark.textContent));
  return texts.map((text) => Number(text || 1)).toSorted();
}

/** Changes the limit of the page's calls, so that a few pins exceed it. */
async function lowerLimit(page: Page, limit: number): Promise<void> {
  await page.unroute("**/*limit=1000");
  await page.route("**/*limit=1000", (route) =>
    route.continue({ url: route.request().url().replace("limit=1000", `limit=${limit}`) }),
  );
}

async function boxOf(element: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error("the element is not visible");
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

async function isWithin(inner: Locator, outer: Locator): Promise<boolean> {
  const [small, large] = [await boxOf(inner), await boxOf(outer)];
  const isAcross = small.left >= large.left && small.right <= large.right;
  return isAcross && small.top >= large.top && small.bottom <= large.bottom;
}

async function namesOf(page: Page): Promise<string[]> {
  const names = await page.getByRole("list", { name: "Pins in this view" }).locator("strong").allTextContents();
  return names.toSorted();
}

/** Drags the middle of the map by pixels. */
async function drag(page: Page, right: number, down: number): Promise<void> {
  const { left, top, ...end } = await boxOf(page.locator("#map"));
  const [x, y] = [(left + end.right) / 2, (top + end.bottom) / 2];
  await page.mouse.move(x - right / 2, y - down / 2);
  await page.mouse.down();
  await page.mouse.move(x, y);
  await page.mouse.move(x + right / 2, y + down / 2);
  await page.mouse.up();
}

describe("the map", () => {
  it("shows the pins of the account by names and towns, and calls no other host", async () => {
    const page = await openMap();
    expect(await marksOf(page)).toEqual([1, 2, 2]);
    expect(await namesOf(page)).toEqual([hostile, "Eastern", "Ingeborg Ahrens", "Jun", "Western"].toSorted());
    const list = await page.getByRole("list", { name: "Pins in this view" }).innerText();
    expect(list).toContain("Pilot · Berlin");
    expect(list).not.toMatch(/52\.52|179\.9/);
    await expectAccessible(page);
  });

  it("loads the pins of each view to which mouse, wheel, button or key move it", async () => {
    const page = await openMap();
    const map = page.getByRole("application", { name: "Map of the pins" });

    const near = await boundsAfter(
      page,
      ({ minLon }) => minLon > -46,
      async () => {
        await zoomIn(page);
        await map.press("+");
      },
    );
    const about = (degrees: number) => expect.closeTo(degrees, 3);
    expect(near).toEqual({ minLat: about(-22.5), maxLat: about(22.5), minLon: about(-45), maxLon: about(45) });
    await untilShown(page, "No pins in this view.");
    expect(await marksOf(page)).toEqual([]);

    const north = await boundsAfter(
      page,
      ({ minLat }) => minLat > 5,
      () => drag(page, 0, 270),
    );
    expect([north.maxLat - north.minLat, north.minLon, north.maxLon]).toEqual([45, -45, 45].map(about));
    await untilShown(page, "2 pins in this view.");
    expect(await marksOf(page)).toEqual([2]);

    const east = await boundsAfter(
      page,
      ({ minLon }) => minLon > 0,
      async () => {
        for (let times = 0; times < 3; times += 1) await map.press("ArrowRight");
      },
    );
    expect(east).toEqual({ ...north, minLon: about(9), maxLon: about(99) });
    // The pins of the first view are known, and still right.
    for (const pixels of [3_000, 300, 300, 300]) await page.mouse.wheel(0, pixels);
    await untilShown(page, "5 pins in this view.");
  });

  it("shows both sides of the antimeridian, where minLon is greater than maxLon", async () => {
    const page = await openMap();
    const { left, right } = await boxOf(page.locator("#map"));
    await boundsAfter(
      page,
      ({ minLon, maxLon }) => minLon > 100 && maxLon < -100,
      async () => {
        await drag(page, (left - right) / 2, 0);
        for (let times = 0; times < 5; times += 1) await page.locator("#map").press("+");
      },
    );
    await untilShown(page, "2 pins in this view.");
    expect(await namesOf(page)).toEqual(["Eastern", "Western"]);
    expect((await boxOf(page.locator("#map .pin").first())).left).toBeGreaterThan(left + (right - left) * 0.4);
  });

  it("lets the Tab key stop at the list of pins once, and arrow keys move in it", async () => {
    const page = await openMap();
    const focused = () => page.evaluate<string>("document.activeElement.textContent");
    const rows = await page.locator(".pins button").allTextContents();
    await page.getByRole("application").focus();
    await page.keyboard.press("Tab");
    const met = [await focused()];
    for (const key of ["ArrowUp", "ArrowDown", "ArrowDown", "End", "ArrowDown", "Home", "ArrowDown"]) {
      await page.keyboard.press(key);
      met.push(await focused());
    }
    expect(met).toEqual([0, 0, 1, 2, 4, 4, 0, 1].map((at) => rows[at]));
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("+");
    // The focus comes back to the same pin, and stays there while pins are loaded again.
    await page.keyboard.press("Shift+Tab");
    expect(await focused()).toBe(rows[1]);
    await page.getByRole("button", { name: "Jun" }).focus();
    await page.evaluate(`
      for (const key of ["+", "ArrowUp", "ArrowUp"]) document.getElementById("map").dispatchEvent(new KeyboardEvent("keydown", { key }));
    `);
    await untilShown(page, "2 pins in this view.");
    expect([await focused(), await page.locator('.pins [tabindex="0"]').count()]).toEqual(["JunPainter", 1]);
  });

  it("describes a pin under the pointer, a chosen pin and a pin with the focus, and shows HTML in contacts as text", async () => {
    const page = await openMap();
    const card = page.locator(".pin-card");
    const met: string[] = [];
    for (const at of [0, 1, 2]) {
      await page.locator(`[data-group="${at}"]`).hover();
      met.push(...(await card.locator("strong").allTextContents()));
    }
    expect(met.toSorted()).toEqual(await namesOf(page));
    await page.mouse.move(0, 0);
    await card.waitFor({ state: "detached" });

    const textOfCard = () => card.innerText();
    await page.getByRole("button", { name: "Ingeborg Ahrens" }).focus();
    await expect.poll(textOfCard).toBe("Ingeborg Ahrens\nPilot · Berlin");
    await page.getByRole("button", { name: "Western" }).focus();
    await expect.poll(textOfCard).toMatch(/^Western/);

    await page.locator("#map .pin", { hasNotText: "2" }).click();
    await page.mouse.move(0, 0);
    await expect.poll(textOfCard).toBe(`${hostile}\n${hostile}`);
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.locator('.pins [aria-current="true"] strong').allTextContents()).toEqual([hostile]);
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Ingeborg Ahrens" }).click();
    const links = card.getByRole("link");
    await expect
      .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute("href"))))
      .toEqual(["mailto:ingeborg@x.example", "tel:+4930555001"]);
  });

  it("goes to a town that was found", async () => {
    const page = await openMap();
    const field = page.getByRole("combobox", { name: "Find a town" });
    await field.fill("berlin");
    await page.getByRole("option", { name: "Berlin, State of Berlin, Germany" }).waitFor();
    await field.press("ArrowUp");
    await field.press("ArrowDown");
    expect(await page.getByRole("option", { selected: true }).allTextContents()).toEqual([
      "Berlin, State of Berlin, Germany",
    ]);
    const { minLat, maxLat, minLon, maxLon } = await boundsAfter(
      page,
      (bounds) => bounds.minLat > 50,
      () => field.press("Enter"),
    );
    expect([minLat < 52.52, maxLat > 52.52, minLon < 13.4, maxLon > 13.4]).toEqual([true, true, true, true]);
    expect(await field.inputValue()).toBe("Berlin, State of Berlin, Germany");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    await untilShown(page, "2 pins in this view.");
  });

  it.runIf(isFull)("fits a narrow screen, and can be zoomed with two fingers", async () => {
    const page = await openMap(narrow);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(narrow.width);
    const { left, right, top, bottom } = await boxOf(page.locator("#map"));
    const fingers = await page.context().newCDPSession(page);
    const pinch = async () => {
      for (const [type, distances] of [
        ["touchStart", [-40, 40]],
        ["touchMove", [-60, 60]],
        ["touchMove", [-80, 80]],
        ["touchEnd", []],
      ] as const) {
        const points = distances.map((by, id) => ({ x: (left + right) / 2 + by, y: (top + bottom) / 2, id }));
        await fingers.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      }
    };
    const { minLon, maxLon } = await boundsAfter(page, (bounds) => bounds.minLon > -100, pinch);
    expect([minLon, maxLon]).toEqual([expect.closeTo(-90, 0), expect.closeTo(90, 0)]);
  });
});

it("shows the place of the address, as the small map of a person leads to it", async () => {
  const page = await open(token, undefined, "/app/people?search=Ingeborg");
  await page.getByRole("link", { name: "Ingeborg Ahrens" }).click();
  await page.getByRole("link", { name: "Map: Berlin" }).click();
  await untilShown(page, "2 pins in this view.");
  expect(new URL(page.url()).search).toBe("?lat=52.52&lon=13.4");
  await page.goto(page.url().replace("52.52", "somewhere"));
  await untilShown(page, "5 pins in this view.");
});

describe("finding a town", () => {
  it.runIf(isFull)("chooses the first town if Enter is pressed before the list is loaded", async () => {
    const page = await openMap();
    const field = page.getByRole("combobox", { name: "Find a town" });
    await field.fill("london");
    await page.getByRole("option").first().waitFor();
    const { minLon, maxLon } = await boundsAfter(
      page,
      ({ minLat, minLon: west }) => minLat > 50 && west > 5,
      async () => {
        await field.fill("berlin");
        await field.press("Enter");
        await expect.poll(() => field.inputValue()).toBe("Berlin, State of Berlin, Germany");
      },
    );
    expect([minLon < 13.4, maxLon > 13.4]).toEqual([true, true]);
    expect(await field.inputValue()).toBe("Berlin, State of Berlin, Germany");
  });

  it.runIf(isFull)("says that no town was found until another one is typed", async () => {
    const page = await openMap();
    const field = page.getByRole("combobox", { name: "Find a town" });
    for (const hurry of [false, true]) {
      await field.fill("zzzzqq");
      if (hurry) await field.press("Enter");
      await untilShown(page, "No town found for “zzzzqq”.");
      await field.fill("berlin");
      await page.getByRole("option").first().waitFor();
      expect(await page.getByText("No town found").count()).toBe(0);
    }
  });
});

describe("several people at one point", () => {
  const headline = "Writes about rivers and the towns beside them for whoever reads of both";
  let crowd: string;
  beforeAll(async () => {
    const { token: other } = await freshAccount();
    crowd = other;
    const home = { type: "home", addressLine1: "1 Quay" };
    const places = [
      { latitude: 0, longitude: 0 },
      { latitude: 0, longitude: 0.005 },
      { latitude: 0.005, longitude: 0 },
    ];
    const addresses = places.map((place) => ({ ...home, ...place }));
    const onOneSpot = Array.from({ length: 12 }, (_, at) => ({
      firstName: `Same ${at}`,
      headline,
      latitude: 0,
      longitude: 0,
      ...(at === 0 && { addresses }),
    }));
    const beside = Array.from({ length: 6 }, (_, at) => ({
      firstName: `Near ${at}`,
      lastName: "of the House of the Four Rivers and the Two Lakes",
      headline,
      latitude: -8,
      longitude: 60 + at / 100,
    }));
    await Promise.all([...onOneSpot, ...beside].map((body) => createContact(other, body)));
  });

  async function openCrowd(viewport?: typeof narrow): Promise<Page> {
    const page = await open(crowd, viewport);
    await untilShown(page, "18 pins in this view.");
    return page;
  }

  it("are counted in the card, which refers to the list, where all of them are marked", async () => {
    const page = await openCrowd();
    const card = page.locator(".pin-card");
    await page.locator("#map .pin", { hasText: "12" }).click();
    const lastLine = () => card.locator("p").last().textContent();
    await expect.poll(lastLine).toBe("12 on one spot: see the list");
    const marked = page.locator('.pins [aria-current="true"]');
    const names = await marked.locator("strong").allTextContents();
    expect(names.toSorted()).toEqual(Array.from({ length: 12 }, (_, at) => `Same ${at}`).toSorted());
    // The card does not refer to the list for pins that zooming separates.
    await page.locator("#map .pin", { hasText: "6" }).click();
    await expect.poll(lastLine).toMatch(/^and \d more: zoom in$/);
    await expect.poll(() => marked.count()).toBe(6);
    await expect.poll(() => isWithin(marked.first(), page.locator(".pins"))).toBe(true);
  });

  it.runIf(isFull)(
    "fit a narrow screen: the card is within the map, nothing covers it, and the list scrolls to them",
    async () => {
      const page = await openCrowd(narrow);
      const [card, map] = [page.locator(".pin-card"), page.locator("#map")];
      const { bottom } = await boxOf(map);
      const below = await boxOf(page.locator(".below"));
      expect(below.top).toBeGreaterThanOrEqual(bottom);
      for (const count of ["6", "12"]) {
        await page.locator("#map .pin", { hasText: count }).click();
        expect(await isWithin(card, map)).toBe(true);
        for (const words of await card.locator("p").all()) expect(await isWithin(words, card)).toBe(true);
        expect(await card.locator("strong").count()).toBeLessThan(4);
      }
      expect(await card.locator("p").last().textContent()).toBe("12 on one spot: see the list");
      const first = page.locator('.pins [aria-current="true"]').first();
      expect(await isWithin(first, page.locator(".pins"))).toBe(true);
    },
  );

  it.runIf(isFull)(
    "can't be separated by zooming, so the page does not suggest it if some of them are not shown",
    async () => {
      const page = await openCrowd();
      const loadAgain = async (limit: number) => {
        await lowerLimit(page, limit);
        await page.reload();
      };
      await loadAgain(15);
      await untilShown(page, "15 pins, and there are more: zoom in.");
      await loadAgain(5);
      await untilShown(page, "5 pins on one spot, and there are more.");
      const map = page.locator("#map");
      for (let times = 0; times < 13; times += 1) await map.press("+");
      await untilShown(page, "5 pins, and there are more on this spot than are shown.");
      await lowerLimit(page, 2);
      await page.getByText("Addresses", { exact: true }).click();
      await map.press("ArrowLeft");
      await untilShown(page, "2 pins, and there are more here than are shown.");
    },
  );
});

describe("the map of addresses", () => {
  it("shows addresses instead of contacts, and says that there are more", async () => {
    const { token: other } = await freshAccount();
    const work = { type: "work", addressLine1: "1 Quay", addressCity: "Port" };
    const row = (at: number) =>
      Array.from({ length: 10 }, (_, of) => ({ ...work, latitude: at * 30, longitude: of * 10 - 50 }));
    await Promise.all(
      Array.from({ length: 3 }, (_, at) => createContact(other, { firstName: `Ann ${at}`, addresses: row(at) })),
    );
    const page = await open(other);
    await untilShown(page, "3 pins in this view.");
    // The town of a contact without a location is that of its address.
    await page.getByRole("button", { name: "Ann 0" }).filter({ hasText: "Port" }).waitFor();
    await lowerLimit(page, 20);
    await page.reload();
    await page.getByText("Addresses", { exact: true }).click();
    await untilShown(page, "20 pins, and there are more: zoom in.");
    await boundsAfter(
      page,
      ({ minLon }) => minLon > -46,
      async () => {
        for (let times = 0; times < 2; times += 1) await zoomIn(page);
      },
    );
    await untilShown(page, "9 pins in this view.");
    await page.locator(".pins button").first().focus();
    expect(await page.locator(".pin-card").innerText()).toMatch(/^Ann \d+\nwork · 1 Quay, Port$/);
  });
});

describe("a refusal", () => {
  it("is shown with its message until the pins are loaded again", async () => {
    const page = await openMap();
    expected = /status of/;
    const limited = { code: "rate_limit_exceeded", message: "Too many requests.", retry_after: 7 };
    for (const [status, body, message] of [
      [429, JSON.stringify({ error: limited }), "Too many requests."],
      [502, "<html>", "The answer has the status 502."],
    ] as const) {
      await page.route("**/contacts/map-pins?*", (route) => route.fulfill({ status, body }));
      await zoomIn(page);
      await page.getByRole("alert").filter({ hasText: message }).waitFor();
      await page.unroute("**/contacts/map-pins?*");
    }
    await showWorld(page);
    await page.getByRole("alert").waitFor({ state: "detached" });
    await untilShown(page, "5 pins in this view.");
  });
});

it("an account without contacts is led to the import", async () => {
  const { token: empty } = await freshAccount();
  const page = await open(empty);
  const link = page.getByRole("link", { name: "Import your address book" });
  expect(await link.getAttribute("href")).toBe("/app/import");
});
