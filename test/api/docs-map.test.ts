import type { Locator, Page, Response } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { type OpenPage, openPage } from "../support/browser.ts";
import { createContact, readKeyOf } from "../support/contact-api.ts";
import { freshAccount } from "../support/stack.ts";

const hostile = '<img src="/nowhere.png" onerror="alert(1)">';
const berlin = { latitude: 52.52, longitude: 13.4 };

let token: string;
let key: string;
beforeAll(async () => {
  ({ token } = await freshAccount());
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

/** The page after the pins of the world came. */
async function openMap(credential = key, path = "/docs/map", viewport?: { width: number; height: number }) {
  const opened = await openPage(path, viewport);
  await enterKey(opened.page, credential);
  await told(opened.page, "5 pins in this view.");
  return opened;
}

async function enterKey(page: Page, credential: string): Promise<void> {
  await page.getByLabel("API key or session token").fill(credential);
  await page.getByRole("button", { name: "Show pins" }).click();
}

/** Waits until the map says this. */
async function told(page: Page, words: string): Promise<void> {
  await page.getByRole("status").filter({ hasText: words }).waitFor();
}

async function nothingIsWrong({ page, foreign, complaints }: OpenPage): Promise<void> {
  expect([foreign, complaints]).toEqual([[], []]);
  await page.close();
}

interface Bounds {
  minLat: number;
  maxLat: number;
  minLon: number;
  maxLon: number;
}

/** What the page asks next for a view of which this holds, whether or not it asks for others before. */
async function boundsAsked(page: Page, holds: (bounds: Bounds) => boolean, route = "map-pins"): Promise<Bounds> {
  const response = await page.waitForResponse((candidate) => {
    return isCall(candidate, route) && candidate.status() === 200 && holds(boundsOf(candidate));
  });
  return boundsOf(response);
}

function isCall(response: Response, route: string): boolean {
  return new URL(response.url()).pathname.endsWith(`/contacts/${route}`);
}

function boundsOf(response: Response): Bounds {
  const { limit: _, ...bounds } = Object.fromEntries(new URL(response.url()).searchParams);
  return Object.fromEntries(Object.entries(bounds).map(([name, text]) => [name, Number(text)])) as unknown as Bounds;
}

const isWorld = ({ minLat, maxLat, minLon, maxLon }: Bounds) =>
  minLat === -90 && maxLat === 90 && minLon === -180 && maxLon === 180;

/** The numbers on the marks, 1 for a mark without. */
async function marksOf(page: Page): Promise<number[]> {
  const texts = await page.locator("#map .pin").evaluateAll((marks) => marks.map((mark) => mark.textContent));
  return texts.map((text) => Number(text || 1)).toSorted();
}

/** Makes the page ask for fewer pins than it does, so that few are more than it is given. */
async function lowerLimit(page: Page, limit: number): Promise<void> {
  await page.unroute("**/*limit=1000");
  await page.route("**/*limit=1000", (route) =>
    route.continue({ url: route.request().url().replace("limit=1000", `limit=${limit}`) }),
  );
}

async function boxOf(place: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error("nothing is seen of it");
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

/** Drags the map by pixels, from its middle. */
async function drag(page: Page, right: number, down: number): Promise<void> {
  const box = await page.locator("#map").boundingBox();
  if (!box) throw new Error("there is no map");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - right / 2, y - down / 2);
  await page.mouse.down();
  await page.mouse.move(x, y);
  await page.mouse.move(x + right / 2, y + down / 2);
  await page.mouse.up();
}

describe("the map", () => {
  it.each(["/docs/map", "/api/docs/map"])("at %s shows the caller's pins, and asks no other host", async (path) => {
    const opened = await openMap(key, path);
    const { page } = opened;
    expect(await marksOf(page)).toEqual([1, 2, 2]);
    expect(await namesOf(page)).toEqual([hostile, "Eastern", "Ingeborg Ahrens", "Jun", "Western"].toSorted());
    const base = path.startsWith("/api") ? "/api" : "";
    const call = await page.locator("#call").textContent();
    expect(call).toBe(
      `GET ${base}/contacts/map-pins?minLat=-90&maxLat=90&minLon=-180&maxLon=180&limit=1000\nauthorization: Bearer <key>`,
    );
    expect(await page.locator("#answer").textContent()).toBe("200, 5 pins");
    await nothingIsWrong(opened);
  });

  it("keeps the key for this tab, in no address, until it is told to forget it", async () => {
    const { page, complaints } = await openPage("/docs/map");
    await told(page, "Enter an API key to see your pins.");
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    // A session token does as well, and so does what was copied with a space.
    await enterKey(page, ` ${token} `);
    await told(page, "5 pins in this view.");
    await page.reload();
    await told(page, "5 pins in this view.");
    expect(addresses.filter((address) => address.includes(token.slice(0, 20)))).toEqual([]);
    expect(await page.evaluate("[localStorage.length, document.cookie]")).toEqual([0, ""]);
    await page.getByRole("button", { name: "Forget" }).click();
    await told(page, "Enter an API key to see your pins.");
    expect([await marksOf(page), await page.evaluate("sessionStorage.length")]).toEqual([[], 0]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("asks for each view that it is moved to, by mouse, wheel, button or key", async () => {
    const opened = await openMap();
    const { page } = opened;
    const map = page.getByRole("application", { name: "Map of the pins" });

    const nearer = boundsAsked(page, ({ minLon }) => minLon > -46);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await map.press("+");
    expect(await nearer).toEqual({ minLat: -22.5, maxLat: 22.5, minLon: -45, maxLon: 45 });
    await told(page, "No pins in this view.");
    expect(await marksOf(page)).toEqual([]);

    const dragged = boundsAsked(page, ({ minLat }) => minLat > 5);
    await drag(page, 0, 300);
    const north = await dragged;
    expect([north.maxLat - north.minLat, north.minLon, north.maxLon]).toEqual([expect.closeTo(45, 3), -45, 45]);
    await told(page, "2 pins in this view.");
    expect(await marksOf(page)).toEqual([2]);

    const aside = boundsAsked(page, ({ minLon }) => minLon > 0);
    for (let times = 0; times < 3; times += 1) await map.press("ArrowRight");
    expect(await aside).toEqual({ ...north, minLon: 9, maxLon: 99 });
    const far = boundsAsked(page, isWorld);
    await page.mouse.wheel(0, 3_000);
    for (let times = 0; times < 3; times += 1) await page.mouse.wheel(0, 300);
    await far;
    await told(page, "5 pins in this view.");
    await nothingIsWrong(opened);
  });

  it("goes over the antimeridian, where minLon is greater than maxLon", async () => {
    const opened = await openMap();
    const { page } = opened;
    const box = await page.locator("#map").boundingBox();
    const across = boundsAsked(page, ({ minLon, maxLon }) => minLon > 100 && maxLon < -100);
    await drag(page, -(box?.width ?? 0) / 2, 0);
    for (let times = 0; times < 5; times += 1) await page.locator("#map").press("+");
    const bounds = await across;
    expect(bounds.minLon).toBeGreaterThan(bounds.maxLon);
    await told(page, "2 pins in this view.");
    expect(await namesOf(page)).toEqual(["Eastern", "Western"]);
    const mark = page.locator("#map .pin").first();
    const place = await mark.boundingBox();
    expect((place?.x ?? 0) - (box?.x ?? 0)).toBeGreaterThan((box?.width ?? 0) * 0.4);
    await nothingIsWrong(opened);
  });

  it.each([390, 1280])("cuts no mark at its edge, where the date line is, %i pixels wide", async (width) => {
    const opened = await openMap(key, "/docs/map", { width, height: 900 });
    const { page } = opened;
    for (const dot of await page.locator("#map .dot").all())
      expect(await isWithin(dot, page.locator("#map"))).toBe(true);
    await nothingIsWrong(opened);
  });

  it("has the list of pins as one stop of the Tab key, in which arrow keys go from one to the next", async () => {
    const opened = await openMap();
    const { page } = opened;
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
    // Who comes back is where they were, also after the same pins came once more.
    await page.keyboard.press("Shift+Tab");
    expect(await focused()).toBe(rows[1]);
    await page.evaluate("document.querySelector('#pins > li').id = 'before'");
    await page.locator("#world-view").dispatchEvent("click");
    await page.locator("#before").waitFor({ state: "detached" });
    expect([await focused(), await page.locator('#pins [tabindex="0"]').count()]).toEqual([rows[1], 1]);
    await nothingIsWrong(opened);
  });

  it("tells of a pin that is pointed at, chosen or met in the list, and shows text of contacts as text", async () => {
    const opened = await openMap();
    const { page } = opened;
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
    await nothingIsWrong(opened);
  });

  it("goes to a place that is looked for", async () => {
    const opened = await openMap();
    const { page } = opened;
    const field = page.getByRole("combobox", { name: "Find a place" });
    // At once: letters that come slowly are asked for one by one, and the last answer would undo what is chosen here.
    await field.fill("berlin");
    await page.getByRole("option", { name: "Berlin, State of Berlin, Germany" }).waitFor();
    await field.press("ArrowUp");
    await field.press("ArrowDown");
    expect(await page.getByRole("option", { selected: true }).allTextContents()).toEqual([
      "Berlin, State of Berlin, Germany",
    ]);
    const there = boundsAsked(page, ({ minLat }) => minLat > 50);
    await field.press("Enter");
    const { minLat, maxLat, minLon, maxLon } = await there;
    expect([minLat < 52.52, maxLat > 52.52, minLon < 13.4, maxLon > 13.4]).toEqual([true, true, true, true]);
    expect(await field.inputValue()).toBe("Berlin, State of Berlin, Germany");
    expect(await page.getByRole("option").count()).toBe(0);
    await told(page, "2 pins in this view.");
    await nothingIsWrong(opened);
  });

  it("fits a narrow screen, and follows two fingers", async () => {
    const opened = await openMap(key, "/docs/map", { width: 375, height: 900 });
    const { page } = opened;
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375);
    const box = await page.locator("#map").boundingBox();
    if (!box) throw new Error("there is no map");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...distances: number[]) =>
      fingers.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: distances.map((by, id) => ({ x: x + by, y, id })),
      });
    const nearer = boundsAsked(page, ({ minLon }) => minLon > -100);
    await touch("touchStart", -40, 40);
    await touch("touchMove", -60, 60);
    await touch("touchMove", -80, 80);
    await touch("touchEnd");
    const { minLon, maxLon } = await nearer;
    expect([minLon, maxLon]).toEqual([expect.closeTo(-90, 0), expect.closeTo(90, 0)]);
    await nothingIsWrong(opened);
  });
});

describe("finding a place", () => {
  it("takes the first place when Enter was faster than the list", async () => {
    const opened = await openMap();
    const { page } = opened;
    const field = page.getByRole("combobox", { name: "Find a place" });
    await field.fill("london");
    await page.getByRole("option").first().waitFor();
    // The list is now that of another town.
    await field.fill("berlin");
    const there = boundsAsked(page, ({ minLat }) => minLat > 50);
    await field.press("Enter");
    const { minLon, maxLon } = await there;
    expect([minLon < 13.4, maxLon > 13.4]).toEqual([true, true]);
    expect(await field.inputValue()).toBe("Berlin, State of Berlin, Germany");
    await nothingIsWrong(opened);
  });

  it("says when there is none, until another is typed", async () => {
    const opened = await openMap();
    const { page } = opened;
    const field = page.getByRole("combobox", { name: "Find a place" });
    for (const hurry of [false, true]) {
      await field.fill("zzzzqq");
      if (hurry) await field.press("Enter");
      await told(page, "No place found for “zzzzqq”.");
      await field.fill("berlin");
      await page.getByRole("option").first().waitFor();
      expect(await page.getByText("No place found").count()).toBe(0);
    }
    await nothingIsWrong(opened);
  });

  it("without a key asks for one, and says nothing of the place", async () => {
    const opened = await openPage("/docs/map");
    const { page } = opened;
    await told(page, "Enter an API key to see your pins.");
    await enterKey(page, "a key with spaces");
    await told(page, "A key has no such characters.");
    const field = page.getByRole("combobox", { name: "Find a place" });
    await field.fill("zzzzqq");
    await field.press("Enter");
    await told(page, "Enter an API key to see your pins.");
    expect(await page.getByText("No place found").count()).toBe(0);
    await nothingIsWrong(opened);
  });
});

describe("people on one spot", () => {
  const headline = "Writes about rivers and the towns beside them for whoever reads of both";
  let crowd: string;
  beforeAll(async () => {
    const { token: other } = await freshAccount();
    crowd = await readKeyOf(other);
    const addressAt = (latitude: number, longitude: number) => ({
      type: "home",
      addressLine1: "1 Quay",
      latitude,
      longitude,
    });
    const addresses = [addressAt(0, 0), addressAt(0, 0.005), addressAt(0.005, 0)];
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

  async function openCrowd(viewport?: { width: number; height: number }): Promise<OpenPage> {
    const opened = await openPage("/docs/map", viewport);
    await enterKey(opened.page, crowd);
    await told(opened.page, "18 pins in this view.");
    return opened;
  }

  it("are counted in the card, which sends its reader to the list, where all of them are marked", async () => {
    const opened = await openCrowd();
    const { page } = opened;
    const card = page.locator("#card");
    await page.locator("#map .pin", { hasText: "12" }).click();
    expect(await card.locator("p").last().textContent()).toBe("12 on one spot: see the list");
    const marked = page.locator('#pins [aria-current="true"]');
    const names = await marked.locator("strong").allTextContents();
    expect(names.toSorted()).toEqual(Array.from({ length: 12 }, (_, at) => `Same ${at}`).toSorted());
    // Those whom zooming parts are not sent there.
    await page.locator("#map .pin", { hasText: "6" }).click();
    expect(await card.locator("p").last().textContent()).toMatch(/^and \d more: zoom in$/);
    expect(await marked.count()).toBe(6);
    expect(await isWithin(marked.first(), page.locator("#pins"))).toBe(true);
    await nothingIsWrong(opened);
  });

  it("fit a narrow screen: the card lies within the map, and the list comes into sight", async () => {
    const opened = await openCrowd({ width: 375, height: 667 });
    const { page } = opened;
    const card = page.locator("#card");
    for (const count of ["6", "12"]) {
      await page.locator("#map .pin", { hasText: count }).click();
      expect(await isWithin(card, page.locator("#map"))).toBe(true);
      for (const words of await card.locator("p").all()) expect(await isWithin(words, card)).toBe(true);
      expect(await card.locator("strong").count()).toBeLessThan(4);
    }
    expect(await card.locator("p").last().textContent()).toBe("12 on one spot: see the list");
    const first = page.locator('#pins [aria-current="true"]').first();
    expect(await isWithin(first, page.locator("#pins"))).toBe(true);
    const { bottom } = await boxOf(first);
    expect(bottom).toBeLessThanOrEqual(667);
    await nothingIsWrong(opened);
  });

  it("have marks that nothing covers, be they at a pole", async () => {
    const opened = await openCrowd({ width: 375, height: 667 });
    const { page } = opened;
    const map = await boxOf(page.locator("#map"));
    for (const control of [".zoom", "#told"]) {
      const { top, bottom } = await boxOf(page.locator(control));
      expect(top >= map.bottom || bottom <= map.top, control).toBe(true);
    }
    await nothingIsWrong(opened);
  });

  it("are not to be parted by zooming, so that it is not advised where more of them are not shown", async () => {
    const opened = await openCrowd();
    const { page } = opened;
    await lowerLimit(page, 15);
    await enterKey(page, crowd);
    await told(page, "15 pins, and there are more: zoom in.");
    await lowerLimit(page, 5);
    await enterKey(page, crowd);
    await told(page, "5 pins on one spot, and there are more.");
    const map = page.locator("#map");
    for (let times = 0; times < 13; times += 1) await map.press("+");
    await told(page, "5 pins, and there are more on this spot than are shown.");
    await lowerLimit(page, 2);
    await page.getByText("Addresses", { exact: true }).click();
    await told(page, "2 pins, and there are more here than are shown.");
    await nothingIsWrong(opened);
  });
});

describe("the map of addresses", () => {
  it("shows addresses in place of contacts, and says when there are more than it was given", async () => {
    const { token: other } = await freshAccount();
    const addressAt = (latitude: number, longitude: number) => ({
      type: "work",
      addressLine1: "1 Quay",
      addressCity: "Port",
      latitude,
      longitude,
    });
    const row = (at: number) => Array.from({ length: 10 }, (_, of) => addressAt(at * 30, of * 10 - 50));
    await Promise.all(
      Array.from({ length: 3 }, (_, at) => createContact(other, { firstName: `Ann ${at}`, addresses: row(at) })),
    );
    const opened = await openPage("/docs/map");
    const { page } = opened;
    await enterKey(page, other);
    await told(page, "3 pins in this view.");
    await lowerLimit(page, 20);
    await page.getByText("Addresses", { exact: true }).click();
    await told(page, "20 pins, and there are more: zoom in.");
    expect(await page.locator("#call").textContent()).toContain("GET /contacts/map-address-pins?");
    expect(await page.locator("#answer").textContent()).toBe("200, 20 pins, truncated");

    // The second click may be so late that the view after the first is asked for, too.
    const nearer = boundsAsked(page, ({ minLon }) => minLon > -46, "map-address-pins");
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("button", { name: "Zoom in" }).click();
    await nearer;
    await told(page, "9 pins in this view.");
    await page.locator("#pins button").first().focus();
    expect(await page.locator("#card").innerText()).toMatch(/^Ann \d+\nwork · 1 Quay, Port$/);
    await nothingIsWrong(opened);
  });
});

describe("a refusal", () => {
  it("of a wrong key is told with its code, and another key mends it", async () => {
    const { page, foreign, complaints } = await openPage("/docs/map");
    await enterKey(page, `${key.slice(0, -4)}0000`);
    await told(page, "401 invalid_api_key: The API key is not valid. Enter another key or token.");
    expect(await page.getByLabel("API key or session token").getAttribute("aria-invalid")).toBe("true");
    expect(await page.locator("#answer").textContent()).toBe("401 invalid_api_key");
    await enterKey(page, "a key with spaces");
    await told(page, "A key has no such characters.");
    await enterKey(page, key);
    await told(page, "5 pins in this view.");
    expect(await page.getByLabel("API key or session token").getAttribute("aria-invalid")).toBeNull();
    // The browser itself notes every answer of 400 and above.
    expect(complaints.filter((complaint) => !complaint.includes("status of 401"))).toEqual([]);
    expect(foreign).toEqual([]);
    await page.close();
  });

  it.each([
    [
      429,
      { code: "rate_limit_exceeded", message: "Too many requests.", retry_after: 7 },
      "429 rate_limit_exceeded: Too many requests. Try again in 7 s.",
    ],
    [502, undefined, "502: The answer can't be read."],
  ])("of %i is told with what it says", async (status, error, words) => {
    const { page } = await openMap();
    await page.route("**/contacts/map-pins?*", (route) =>
      route.fulfill({ status, body: error ? JSON.stringify({ error }) : "<html>" }),
    );
    await page.getByRole("button", { name: "Zoom in" }).click();
    await told(page, words);
    await page.unroute("**/contacts/map-pins?*");
    await page.getByRole("button", { name: "Show the whole world" }).click();
    await told(page, "5 pins in this view.");
    await page.close();
  });

  it("that never comes is told, too", async () => {
    const { page } = await openMap();
    await page.route("**/contacts/map-pins?*", (route) => route.abort("connectionrefused"));
    await page.getByRole("button", { name: "Zoom in" }).click();
    await told(page, "The API can't be reached.");
    expect(await page.locator("#answer").textContent()).toBe("none");
    await page.close();
  });
});
