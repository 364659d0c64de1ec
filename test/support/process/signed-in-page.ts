/** Pages of the app in a browser whose person is signed in. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type OpenPage, openPage, usualViewport } from "./browser.ts";

/** Opens a view of the app with the session of a token. */
export async function openView(path: string, token: string, viewport = usualViewport): Promise<OpenPage> {
  const opened = await openPage("/docs/changes", viewport);
  const { page } = opened;
  await page.request.post(new URL("/session", page.url()).href, { headers: { authorization: `Bearer ${token}` } });
  await page.goto(new URL(path, page.url()).href);
  return opened;
}

const looks = [
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
  { width: 390, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const;

/** Checks what the page shows now in both sizes and schemes: nothing is wider than the screen, and axe finds nothing. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(axe.source);
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate<axe.AxeResults>('axe.run({ resultTypes: ["violations", "incomplete"] })');
    // Text in the colour of its ground is no violation for axe, because it may be hidden on purpose.
    const unseen = found.incomplete.filter(({ nodes }) =>
      nodes.some(({ any }) => any[0]?.data?.messageKey === "equalRatio"),
    );
    const faults = [...found.violations, ...unseen].map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
    );
    expect(faults, `${colorScheme}, ${width} wide`).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth"), "nothing is wider").toBe(width);
  }
  await page.setViewportSize({ width: 1280, height: 1000 });
}
