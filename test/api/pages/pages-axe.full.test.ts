/** Checks the accessibility of every page with axe-core, in light and dark mode, on wide and narrow screens. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { mintUnsubscribeToken, unsubscribeUrl } from "../../../shared/auth/account-tokens.ts";
import { buildMessage } from "../../../shared/platform/mail/message.ts";
import { createMailClient, createMailer } from "../../../shared/platform/mail/ses.ts";
import { createContact } from "../../support/contact/contact-api.ts";
import { openPage, startBrowser } from "../../support/process/browser.ts";
import { api, freshAccount, localStack } from "../../support/process/stack.ts";

startBrowser();

const { token } = await freshAccount();
let unsubscribe: string;
beforeAll(async () => {
  const { id, createdAt } = (await (await api("/me", { token })).json()) as { id: string; createdAt: string };
  const { endpoints, credentials, pepper } = await localStack();
  unsubscribe = unsubscribeUrl("", mintUnsubscribeToken({ accountId: id, createdAt }, pepper));
  await createContact(token, { firstName: "Ingeborg", headline: "Pilot", latitude: 52.52, longitude: 13.4 });
  const emails = [{ value: "jun@example.com", type: "work", preferred: true }];
  await createContact(token, { firstName: "Jun", headline: "Painter", emails, latitude: 52.52, longitude: 13.4 });

  const client = createMailClient({ endpoint: endpoints.ses, region: credentials.region, credentials });
  const [from, to] = ["reminders@service.example", "axe@example.com"];
  const content = {
    subject: "To be read",
    text: `Hello ${unsubscribe}`,
    html: "<p>Hello</p>",
    date: new Date(0),
    id: "c",
  };
  const addresses = { from: { name: "", address: from }, to: { name: "", address: to } };
  const raw = await buildMessage({ ...content, ...addresses, unsubscribeUrl: `https://api.example.com${unsubscribe}` });
  await createMailer({ client, configurationSet: "events" }).send({ from, to, raw, tags: { lease: "c" } });
  client.destroy();
});

/** Prepares a page before it is checked. */
type Prepare = (page: Page) => Promise<unknown>;

const nothing: Prepare = async () => {};

const pages: Record<string, Prepare> = {
  "/docs": nothing,
  "/docs#createContact": async (page) => {
    await page.getByLabel("API key or session token").fill(token);
    await page.getByRole("button", { name: "Use", exact: true }).click();
    for (const title of await page.locator("summary", { hasText: /Fields of|Example|Headers/ }).all())
      await title.click();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByRole("heading", { name: /^201 in/ }).waitFor();
  },
  "/docs#parseImport": (page) => page.getByLabel("Find operations").fill("import"),
  "/docs/errors": nothing,
  "/docs/errors/api_key_method_forbidden": nothing,
  "/docs/errors/nope": nothing,
  "/docs/import-issues": nothing,
  "/docs/changes": nothing,
  "/docs/guides/lists-and-search": nothing,
  "/docs/nope": nothing,
  "/docs/mail": nothing,
  "a mail": (page) => page.getByRole("row", { name: "axe@example.com" }).getByRole("link").click(),
  "the page behind the link of a mail": nothing,
  "/unsubscribe/nope": nothing,
};
const paths: Record<string, () => string> = {
  "a mail": () => "/docs/mail",
  "the page behind the link of a mail": () => unsubscribe,
};

/** A page is opened once. Its colours do not depend on the width, and nothing else depends on the mode. */
const modes = [
  { width: 1280, colorScheme: "light", options: {} },
  { width: 1280, colorScheme: "dark", options: { runOnly: ["color-contrast"] } },
  { width: 390, colorScheme: "dark", options: { rules: { "color-contrast": { enabled: false } } } },
] as const;

it.each(Object.entries(pages))("%s", async (name, prepare) => {
  const { page } = await openPage(paths[name]?.() ?? name, { width: 1280, height: 900 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await prepare(page);
  await page.evaluate(axe.source);
  for (const { width, colorScheme, options } of modes) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const run = `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...options })})`;
    const found = await page.evaluate<axe.AxeResults>(run);
    const faults = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    expect(faults, `${colorScheme}, ${width} wide`).toEqual([]);
    const red = await page.evaluate<number>("Number(/\\d+/.exec(getComputedStyle(document.body).color)[0])");
    expect(red > 128 ? "dark" : "light", "the page").toBe(colorScheme);
    expect(await page.evaluate("document.documentElement.scrollWidth"), "nothing is wider than the screen").toBe(width);
  }
  await page.close();
});
