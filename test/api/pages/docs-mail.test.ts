import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildMessage } from "../../../shared/platform/mail/message.ts";
import { createMailClient, createMailer, type Mailer } from "../../../shared/platform/mail/ses.ts";
import { buildDigest, type DigestEntry } from "../../../shared/reminder/digest/digest.ts";
import { type OpenPage, openPage, startBrowser } from "../../support/process/browser.ts";
import { api, localStack } from "../../support/process/stack.ts";

startBrowser();

const from = { name: "Reminders", address: "reminders@service.example" };
const unsubscribeUrl = "https://api.example.com/unsubscribe/abc";
const hostile = '<img src="/nowhere.png" onerror="alert(1)">';

let mailer: Mailer;
let client: ReturnType<typeof createMailClient>;
beforeAll(async () => {
  const { endpoints, credentials } = await localStack();
  client = createMailClient({ endpoint: endpoints.ses, region: credentials.region, credentials });
  mailer = createMailer({ client, configurationSet: "events" });
});
afterAll(() => client.destroy());

/** Sends a digest to an address of its own, because other tests send mails too. Returns the subject. */
async function sendDigest(address: string, entries: readonly DigestEntry[], language = "de"): Promise<string> {
  const accountName = "Zoë";
  const digest = buildDigest({ accountName, language, today: "2026-11-21", entries, unsubscribeUrl });
  const to = { name: accountName, address };
  const raw = await buildMessage({ ...digest, from, to, date: new Date(0), id: "c1", unsubscribeUrl });
  const outcome = await mailer.send({ from: from.address, to: address, raw, tags: { lease: "c1" } });
  expect(outcome.kind).toBe("accepted");
  return digest.subject;
}

const birthday = (firstName: string, note = ""): DigestEntry => {
  return {
    contactId: firstName,
    firstName,
    lastName: "Ahrens",
    type: "birthday",
    date: "1986-11-21",
    note,
    occurrence: "2026-11-21",
  };
};

/** A computed style of the body of a document. */
function styleOf(body: Locator, name: string): Promise<string> {
  return body.evaluate(`getComputedStyle(document.body).getPropertyValue("${name}")`);
}

async function closeWithoutFaults({ page, foreign, complaints }: OpenPage): Promise<void> {
  expect([foreign, complaints]).toEqual([[], []]);
  await page.close();
}

describe("/docs/mail", () => {
  it("lists the caught mails, and shows each one as mail programs do", async () => {
    const subject = await sendDigest("reader@example.com", [birthday("Ingeborg", "Mag Tee")]);
    expect(subject).toBe("Ingeborg Ahrens hat heute Geburtstag");
    const opened = await openPage("/docs/mail");
    const { page } = opened;
    const row = page.getByRole("row", { name: "reader@example.com" });
    expect(await row.innerText()).toContain("Reminders <reminders@service.example> to Zoë <reader@example.com>");
    await row.getByRole("link", { name: subject }).click();
    await page.getByRole("heading", { name: subject }).waitFor();
    const mail = page.frameLocator("iframe");
    // The frame loads later than the page.
    await mail.getByRole("listitem").waitFor();
    expect(await mail.getByRole("heading").allTextContents()).toEqual([
      "Erinnerungen",
      "Heute (Samstag, 21. November)",
    ]);
    expect(await mail.getByRole("listitem").innerText()).toBe("Ingeborg Ahrens: Geburtstag, wird 40\nMag Tee");
    expect(await mail.getByRole("link", { name: "Erinnerungen abschalten" }).getAttribute("href")).toBe(unsubscribeUrl);
    // The styles of the mail apply only in its frame.
    expect(await styleOf(mail.locator("body"), "padding-left")).toBe("16px");
    expect(await styleOf(page.locator("body"), "padding-left")).toBe("0px");
    expect(await page.locator("pre.plain").innerText()).toContain(
      "- Ingeborg Ahrens: Geburtstag, wird 40\n  Mag Tee\n",
    );
    expect(await page.getByRole("definition").allTextContents()).toEqual(
      expect.arrayContaining(["lease=c1", `<${unsubscribeUrl}>`, "List-Unsubscribe=One-Click", "auto-generated"]),
    );
    await closeWithoutFaults(opened);
  });

  it("runs no script of a mail and loads nothing for it, also without its frame", async () => {
    const html = `<p>Hello</p><script>document.title = "run"</script>${hostile}<img src="https://tracker.example/x.png">`;
    const to = { name: "", address: "script@example.com" };
    const content = { subject: "Script", text: "Hello", html, date: new Date(0), id: "c2", unsubscribeUrl };
    const raw = await buildMessage({ ...content, from, to });
    await mailer.send({ from: from.address, to: to.address, raw, tags: {} });
    const { page, foreign } = await openPage("/docs/mail");
    await page.getByRole("row", { name: "script@example.com" }).getByRole("link").click();
    await page.frameLocator("iframe").getByText("Hello").waitFor();
    await page.goto(`${page.url()}/html`);
    await page.getByText("Hello").waitFor();
    expect([await page.title(), foreign]).toEqual(["", []]);
    await page.close();
  });

  it("fits a narrow screen, also in dark mode", async () => {
    await sendDigest("narrow@example.com", [birthday("Ingeborg".repeat(12), "x".repeat(200))]);
    const opened = await openPage("/docs/mail", { width: 375, height: 800 });
    const { page } = opened;
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("row", { name: "narrow@example.com" }).getByRole("link").click();
    const body = page.frameLocator("iframe").locator("body");
    // The frame has an empty body until the mail is loaded.
    await body.getByRole("listitem").waitFor();
    expect(await styleOf(body, "color")).toBe("rgb(255, 255, 255)");
    const [inner, outer] = [await body.boundingBox(), await page.locator("iframe").boundingBox()];
    expect(inner?.width).toBeLessThanOrEqual(outer?.width ?? 0);
    expect(await body.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375);
    await closeWithoutFaults(opened);
  });

  it("answers HEAD like GET, and no other path or method", async () => {
    const head = await api("/docs/mail", { method: "HEAD" });
    expect([head.status, head.headers.get("cache-control"), await head.text()]).toEqual([200, "no-store", ""]);
    expect((await api("/docs/mail/none")).status).toBe(404);
    expect((await api("/docs/mail", { method: "POST" })).status).toBeGreaterThanOrEqual(400);
  });
});
