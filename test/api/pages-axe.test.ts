/** What axe-core finds fault with on any page that a browser is shown, in the light and in the dark, wide and narrow: nothing. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { mintUnsubscribeToken, unsubscribeUrl } from "../../shared/auth/unsubscribe-token.ts";
import { buildMessage } from "../../shared/mail/message.ts";
import { createMailClient, createMailer } from "../../shared/mail/ses.ts";
import { openPage } from "../support/browser.ts";
import { createContact } from "../support/contact-api.ts";
import { api, freshAccount, localStack } from "../support/stack.ts";

let token: string;
let unsubscribe: string;
beforeAll(async () => {
  ({ token } = await freshAccount());
  const { id } = (await (await api("/me", { token })).json()) as { id: string };
  const { endpoints, credentials, pepper } = await localStack();
  unsubscribe = unsubscribeUrl("", mintUnsubscribeToken(id, pepper));
  await createContact(token, { firstName: "Ingeborg", headline: "Pilot", latitude: 52.52, longitude: 13.4 });
  await createContact(token, { firstName: "Jun", latitude: 52.52, longitude: 13.4 });

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
  await createMailer({ client, configurationSet: "events" }).send({ from, to, raw, tags: { claim: "c" } });
  client.destroy();
});

/** What is done on a page before it is looked at. */
type Prepare = (page: Page) => Promise<unknown>;

const nothing: Prepare = async () => {};
const pages: Record<string, Prepare> = {
  "/docs": async (page) => {
    await page.getByLabel("API key or session token").fill(token);
    await page.getByRole("button", { name: "Use" }).click();
    for (const name of ["createContact", "parseImport"]) {
      const operation = page.locator(`.opblock[id$="-${name}"]`);
      await operation.locator(".opblock-summary-control").click();
      await operation.locator(".try-out__btn").click();
    }
    const created = page.locator('.opblock[id$="-createContact"]');
    await created.locator(".btn.execute").click();
    await created.locator(".live-responses-table").waitFor();
  },
  "/docs/map": async (page) => {
    await page.getByLabel("API key or session token").fill(token);
    await page.getByRole("button", { name: "Show pins" }).click();
    await page.locator("#map .pin").first().click();
  },
  "/docs/errors": nothing,
  "/docs/errors/api_key_method_forbidden": nothing,
  "/docs/errors/nope": nothing,
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

const docsAreDark = 'document.documentElement.classList.contains("dark-mode")';
const followsScheme = (isDark: boolean) => `!document.querySelector(".swagger-ui") || ${docsAreDark} === ${isDark}`;

describe.each([390, 1280])("%i pixels wide", (width) => {
  it.each(Object.entries(pages))(
    "%s",
    async (name, prepare) => {
      const { page } = await openPage(paths[name]?.() ?? name, { width, height: 900 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await prepare(page);
      await page.evaluate(axe.source);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        // The docs page follows by a listener, which runs after the style sheets have.
        const hasFollowed = () => page.evaluate<boolean>(followsScheme(colorScheme === "dark"));
        await expect.poll(hasFollowed, { timeout: 10_000 }).toBe(true);
        const found = await page.evaluate<axe.AxeResults>("axe.run({ resultTypes: ['violations'] })");
        const faults = found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
        expect(faults, colorScheme).toEqual([]);
        const red = await page.evaluate<number>("Number(/\\d+/.exec(getComputedStyle(document.body).color)[0])");
        expect(red > 128 ? "dark" : "light", "the page").toBe(colorScheme);
        expect(await page.evaluate("document.documentElement.scrollWidth"), "nothing is cut off").toBe(width);
      }
      await page.close();
      // The docs page has thousands of elements to look at.
    },
    120_000,
  );
});
