import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createContact, readKeyOf } from "../../support/contact/contact-api.ts";
import { type OpenPage, openPage, startBrowser } from "../../support/process/browser.ts";
import { freshAccount } from "../../support/process/stack.ts";
import { isFull } from "../../support/seed.ts";

startBrowser();

const hostile = '<img src="/nowhere.png" onerror="alert(1)">';
const berlin = { latitude: 52.52, longitude: 13.4 };

const { token } = await freshAccount();
let key: string;
beforeAll(async () => {
  key = await readKeyOf(token);
  for (const body of [
    { firstName: "Ingeborg", lastName: "Ahrens", headline: "Pilot", location: "Berlin", ...berlin },
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

async function open(path = "/docs/map", viewport?: typeof narrow): Promise<Page> {
  opened = await openPage(path, viewport);
  await opened.page.clock.install();
  return opened.page;
}

/** Opens the page and waits until it shows the pins of the world. */
async function openMap(path?: string, viewport?: typeof narrow): Promise<Page> {
  const page = await open(path, viewport);
  await enterKey(page, key);
  await untilShown(page, "5 pins in this view.");
  return page;
}

async function enterKey(page: Page, credential: string): Promise<void> {
  await page.getByLabel("API key or session token").fill(credential);
  await page.getByRole("button", { name: "Show pins" }).click();
}

/** Waits until the map shows this message. */
async function untilShown(page: Page, message: string): Promise<void> {
  await page.getByRole("status").filter({ hasText: message }).waitFor();
}

/** The page loads pins when the view, and places when the text, has not changed for some time. This skips that time. */
function skipDelay(page: Page): Promise<void> {
  return page.clock.fastForward(300);
}

const zoomIn = (page: Page) => page.getByRole("button", { name: "Zoom in" }).click();
const showWorld = (page: Page) => page.getByRole("button", { name: "Show the whole world" }).click();
const whole = { minLat: -90, maxLat: 90, minLon: -180, maxLon: 180 };
type Bounds = typeof whole;

/** Waits until the page has loaded the pins of such a view. Returns the bounds of the call that the page shows. */
async function untilLoaded(page: Page, isSuch: (bounds: Bounds) => boolean): Promise<Bounds> {
  await skipDelay(page);
  const shown = async () => {
    const call = await page.locator("#call").textContent();
    const { limit: _, ...bounds } = Object.fromEntries(new URLSearchParams(/\?(\S+)/.exec(call ?? "")?.[1]));
    return Object.fromEntries(Object.entries(bounds).map(([name, text]) => [name, Number(text)])) as Bounds;
  };
  await expect.poll(async () => isSuch(await shown())).toBe(true);
  await page.locator('#frame[aria-busy="false"]').waitFor();
  return shown();
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
  it.each(["/docs/map", "/api/docs/map"])("at %s shows the caller's pins, and calls no other host", async (path) => {
    const page = await openMap(path);
    expect(await marksOf(page)).toEqual([1, 2, 2]);
    expect(await namesOf(page)).toEqual([hostile, "Eastern", "Ingeborg Ahrens", "Jun", "Western"].toSorted());
    const base = path.startsWith("/api") ? "/api" : "";
    const call = await page.locator("#call").textContent();
    expect(call).toBe(
      `GET ${base}/contacts/map-pins?minLat=-90&maxLat=90&minLon=-180&maxLon=180&limit=1000\nauthorization: Bearer <key>`,
    );
    expect(await page.locator("#answer").textContent()).toBe("200, 5 pins");
  });

  it("loads the pins of each view to which mouse, wheel, button or key move it", async () => {
    const page = await openMap();
    const map = page.getByRole("application", { name: "Map of the pins" });

    await zoomIn(page);
    await map.press("+");
    const near = await untilLoaded(page, ({ minLon }) => minLon > -46);
    expect(near).toEqual({ minLat: -22.5, maxLat: 22.5, minLon: -45, maxLon: 45 });
    await untilShown(page, "No pins in this view.");
    expect(await marksOf(page)).toEqual([]);

    await drag(page, 0, 300);
    const north = await untilLoaded(page, ({ minLat }) => minLat > 5);
    expect([north.maxLat - north.minLat, north.minLon, north.maxLon]).toEqual([expect.closeTo(45, 3), -45, 45]);
    await untilShown(page, "2 pins in this view.");
    expect(await marksOf(page)).toEqual([2]);

    for (let times = 0; times < 3; times += 1) await map.press("ArrowRight");
    expect(await untilLoaded(page, ({ minLon }) => minLon > 0)).toEqual({ ...north, minLon: 9, maxLon: 99 });
    for (const pixels of [3_000, 300, 300, 300]) await page.mouse.wheel(0, pixels);
    expect(await untilLoaded(page, ({ minLon }) => minLon < -179)).toEqual(whole);
    await untilShown(page, "5 pins in this view.");
  });

  it("shows both sides of the antimeridian, where minLon is greater than maxLon", async () => {
    const page = await openMap();
    const { left, right } = await boxOf(page.locator("#map"));
    await drag(page, (left - right) / 2, 0);
    for (let times = 0; times < 5; times += 1) await page.locator("#map").press("+");
    await untilLoaded(page, ({ minLon, maxLon }) => minLon > 100 && maxLon < -100);
    await untilShown(page, "2 pins in this view.");
    expect(await namesOf(page)).toEqual(["Eastern", "Western"]);
    expect((await boxOf(page.locator("#map .pin").first())).left).toBeGreaterThan(left + (right - left) * 0.4);
  });

  it("lets the Tab key stop at the list of pins once, and arrow keys move in it", async () => {
    const page = await openMap();
    const focused = () => page.evaluate<string>("document.activeElement.textContent");
    const rows = await page.locator("#pins button").allTextContents();
    await page.getByRole("button", { name: "Show the whole world" }).focus();
    await page.keyboard.press("Tab");
    const met = [await focused()];
    for (const key of ["ArrowUp", "ArrowDown", "ArrowDown", "End", "ArrowDown", "Home", "ArrowDown"]) {
      await page.keyboard.press(key);
      met.push(await focused());
    }
    expect(met).toEqual([0, 0, 1, 2, 4, 4, 0, 1].map((at) => rows[at]));
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Natural Earth");
    // The focus comes back to the same pin, also after the same pins were loaded again.
    await page.keyboard.press("Shift+Tab");
    expect(await focused()).toBe(rows[1]);
    await page.evaluate("document.querySelector('#pins > li').id = 'before'");
    await page.locator("#world-view").dispatchEvent("click");
    await skipDelay(page);
    await page.locator("#before").waitFor({ state: "detached" });
    expect([await focused(), await page.locator('#pins [tabindex="0"]').count()]).toEqual([rows[1], 1]);
  });

  it("describes a pin under the pointer, a chosen pin and a pin with the focus, and shows HTML in contacts as text", async () => {
    const page = await openMap();
    const card = page.locator("#card");
    const met: string[] = [];
    for (const at of [0, 1, 2]) {
      await page.locator(`[data-group="${at}"]`).hover();
      met.push(...(await card.locator("strong").allTextContents()));
    }
    expect(met.toSorted()).toEqual(await namesOf(page));
    await page.mouse.move(0, 0);
    await card.waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "Ingeborg Ahrens" }).focus();
    expect(await card.innerText()).toBe("Ingeborg Ahrens\nPilot · Berlin");
    await page.getByRole("button", { name: "Western" }).focus();
    expect(await card.locator("strong").textContent()).toBe("Western");

    await page.locator("#map .pin", { hasNotText: "2" }).click();
    await page.mouse.move(0, 0);
    expect(await card.innerText()).toBe(`${hostile}\n${hostile}`);
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.locator('#pins [aria-current="true"] strong').allTextContents()).toEqual([hostile]);
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "hidden" });
  });

  it("goes to a place that was found", async () => {
    const page = await openMap();
    const field = page.getByRole("combobox", { name: "Find a place" });
    await field.fill("berlin");
    await skipDelay(page);
    await page.getByRole("option", { name: "Berlin, State of Berlin, Germany" }).waitFor();
    await field.press("ArrowUp");
    await field.press("ArrowDown");
    expect(await page.getByRole("option", { selected: true }).allTextContents()).toEqual([
      "Berlin, State of Berlin, Germany",
    ]);
    await field.press("Enter");
    const { minLat, maxLat, minLon, maxLon } = await untilLoaded(page, (bounds) => bounds.minLat > 50);
    expect([minLat < 52.52, maxLat > 52.52, minLon < 13.4, maxLon > 13.4]).toEqual([true, true, true, true]);
    expect(await field.inputValue()).toBe("Berlin, State of Berlin, Germany");
    expect(await page.getByRole("option").count()).toBe(0);
    await untilShown(page, "2 pins in this view.");
  });

  it.runIf(isFull)("fits a narrow screen, and can be zoomed with two fingers", async () => {
    const page = await openMap(undefined, narrow);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(narrow.width);
    const { left, right, top, bottom } = await boxOf(page.locator("#map"));
    const fingers = await page.context().newCDPSession(page);
    for (const [type, distances] of [
      ["touchStart", [-40, 40]],
      ["touchMove", [-60, 60]],
      ["touchMove", [-80, 80]],
      ["touchEnd", []],
    ] as const) {
      const points = distances.map((by, id) => ({ x: (left + right) / 2 + by, y: (top + bottom) / 2, id }));
      await fingers.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    }
    const { minLon, maxLon } = await untilLoaded(page, (bounds) => bounds.minLon > -100);
    expect([minLon, maxLon]).toEqual([expect.closeTo(-90, 0), expect.closeTo(90, 0)]);
  });
});

describe("finding a place", () => {
  it.runIf(isFull)("chooses the first place if Enter is pressed before the list is loaded", async () => {
    const page = await openMap();
    const field = page.getByRole("combobox", { name: "Find a place" });
    await field.fill("london");
    await page.getByRole("option").first().waitFor();
    await field.fill("berlin");
    await field.press("Enter");
    const { minLon, maxLon } = await untilLoaded(page, ({ minLat }) => minLat > 50);
    expect([minLon < 13.4, maxLon > 13.4]).toEqual([true, true]);
    expect(await field.inputValue()).toBe("Berlin, State of Berlin, Germany");
  });

  it.runIf(isFull)("says that no place was found until another one is typed", async () => {
    const page = await openMap();
    const field = page.getByRole("combobox", { name: "Find a place" });
    for (const hurry of [false, true]) {
      await field.fill("zzzzqq");
      if (hurry) await field.press("Enter");
      await untilShown(page, "No place found for “zzzzqq”.");
      await field.fill("berlin");
      await page.getByRole("option").first().waitFor();
      expect(await page.getByText("No place found").count()).toBe(0);
    }
  });

  it.runIf(isFull)("needs a key, and sends nothing without one", async () => {
    const page = await open();
    await untilShown(page, "Enter an API key to see your pins.");
    await enterKey(page, "a key with spaces");
    await untilShown(page, "A key has no such characters.");
    const field = page.getByRole("combobox", { name: "Find a place" });
    await field.fill("zzzzqq");
    await field.press("Enter");
    await untilShown(page, "Enter an API key to see your pins.");
    expect(await page.getByText("No place found").count()).toBe(0);
  });
});

describe("several people at one point", () => {
  const headline = "Writes about rivers and the towns beside them for whoever reads of both";
  let crowd: string;
  beforeAll(async () => {
    const { token: other } = await freshAccount();
    crowd = await readKeyOf(other);
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
    const page = await open("/docs/map", viewport);
    await enterKey(page, crowd);
    await untilShown(page, "18 pins in this view.");
    return page;
  }

  it("are counted in the card, which refers to the list, where all of them are marked", async () => {
    const page = await openCrowd();
    const card = page.locator("#card");
    await page.locator("#map .pin", { hasText: "12" }).click();
    expect(await card.locator("p").last().textContent()).toBe("12 on one spot: see the list");
    const marked = page.locator('#pins [aria-current="true"]');
    const names = await marked.locator("strong").allTextContents();
    expect(names.toSorted()).toEqual(Array.from({ length: 12 }, (_, at) => `Same ${at}`).toSorted());
    // The card does not refer to the list for pins that zooming separates.
    await page.locator("#map .pin", { hasText: "6" }).click();
    expect(await card.locator("p").last().textContent()).toMatch(/^and \d more: zoom in$/);
    expect(await marked.count()).toBe(6);
    expect(await isWithin(marked.first(), page.locator("#pins"))).toBe(true);
  });

  it.runIf(isFull)(
    "fit a narrow screen: the card is within the map, nothing covers it, and the list scrolls into view",
    async () => {
      const page = await openCrowd(narrow);
      const [card, map] = [page.locator("#card"), page.locator("#map")];
      const { top, bottom } = await boxOf(map);
      for (const control of [".zoom", "#message"]) {
        const box = await boxOf(page.locator(control));
        expect(box.top >= bottom || box.bottom <= top, control).toBe(true);
      }
      for (const count of ["6", "12"]) {
        await page.locator("#map .pin", { hasText: count }).click();
        expect(await isWithin(card, map)).toBe(true);
        for (const words of await card.locator("p").all()) expect(await isWithin(words, card)).toBe(true);
        expect(await card.locator("strong").count()).toBeLessThan(4);
      }
      expect(await card.locator("p").last().textContent()).toBe("12 on one spot: see the list");
      const first = page.locator('#pins [aria-current="true"]').first();
      expect(await isWithin(first, page.locator("#pins"))).toBe(true);
      expect((await boxOf(first)).bottom).toBeLessThanOrEqual(narrow.height);
    },
  );

  it.runIf(isFull)(
    "can't be separated by zooming, so the page does not suggest it if some of them are not shown",
    async () => {
      const page = await openCrowd();
      await lowerLimit(page, 15);
      await enterKey(page, crowd);
      await untilShown(page, "15 pins, and there are more: zoom in.");
      await lowerLimit(page, 5);
      await enterKey(page, crowd);
      await untilShown(page, "5 pins on one spot, and there are more.");
      const map = page.locator("#map");
      for (let times = 0; times < 13; times += 1) await map.press("+");
      await untilShown(page, "5 pins, and there are more on this spot than are shown.");
      await lowerLimit(page, 2);
      await page.getByText("Addresses", { exact: true }).click();
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
    const page = await open();
    await enterKey(page, other);
    await untilShown(page, "3 pins in this view.");
    await lowerLimit(page, 20);
    await page.getByText("Addresses", { exact: true }).click();
    await untilShown(page, "20 pins, and there are more: zoom in.");
    expect(await page.locator("#call").textContent()).toContain("GET /contacts/map-address-pins?");
    expect(await page.locator("#answer").textContent()).toBe("200, 20 pins, truncated");

    for (let times = 0; times < 2; times += 1) await zoomIn(page);
    await untilLoaded(page, ({ minLon }) => minLon > -46);
    await untilShown(page, "9 pins in this view.");
    await page.locator("#pins button").first().focus();
    expect(await page.locator("#card").innerText()).toMatch(/^Ann \d+\nwork · 1 Quay, Port$/);
  });
});

describe("a refusal", () => {
  it("of a wrong key is shown until another key is entered", async () => {
    const page = await open();
    expected = /status of 401/;
    await enterKey(page, `${key.slice(0, -4)}0000`);
    await untilShown(page, "401 invalid_api_key: The API key is not valid. Enter another key or token.");
    expect(await page.getByLabel("API key or session token").getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator("#answer").textContent()).toBe("401 invalid_api_key");
    await enterKey(page, "a key with spaces");
    await untilShown(page, "A key has no such characters.");
    await enterKey(page, key);
    await untilShown(page, "5 pins in this view.");
    expect(await page.getByLabel("API key or session token").getAttribute("aria-invalid")).toBeNull();
  });

  it("is shown with its message until the pins are loaded again", async () => {
    const page = await openMap();
    expected = /status of/;
    const limited = { code: "rate_limit_exceeded", message: "Too many requests.", retry_after: 7 };
    for (const [status, body, message] of [
      [429, JSON.stringify({ error: limited }), "429 rate_limit_exceeded: Too many requests. Try again in 7 s."],
      [502, "<html>", "502: The answer can't be read."],
    ] as const) {
      await page.route("**/contacts/map-pins?*", (route) => route.fulfill({ status, body }));
      await zoomIn(page);
      await skipDelay(page);
      await untilShown(page, message);
      await page.unroute("**/contacts/map-pins?*");
    }
    await showWorld(page);
    await skipDelay(page);
    await untilShown(page, "5 pins in this view.");
  });

  it.runIf(isFull)("is also shown if no answer comes", async () => {
    const page = await openMap();
    expected = /map-pins|ERR_CONNECTION_REFUSED/;
    await page.route("**/contacts/map-pins?*", (route) => route.abort("connectionrefused"));
    await zoomIn(page);
    await untilShown(page, "The API can't be reached.");
    expect(await page.locator("#answer").textContent()).toBe("none");
  });
});
