import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { mintUnsubscribeToken, unsubscribeUrl } from "../../../shared/auth/account-tokens.ts";
import { refusalOf } from "../../support/contact/contact-api.ts";
import { openPage, startBrowser } from "../../support/process/browser.ts";
import { api, freshAccount, localStack } from "../../support/process/stack.ts";

startBrowser();

async function ownerOf(token: string): Promise<{ accountId: string; createdAt: string }> {
  const { id, createdAt } = (await (await api("/me", { token })).json()) as { id: string; createdAt: string };
  return { accountId: id, createdAt };
}

/** A new account, and the path of the unsubscribe link in its mails. */
async function subscriber(settings: object = {}) {
  const { token } = await freshAccount();
  const owner = await ownerOf(token);
  await api("/me/settings", { method: "PATCH", token, json: settings });
  const path = unsubscribeUrl("", mintUnsubscribeToken(owner, (await localStack()).pepper));
  const enabled = async () =>
    ((await (await api("/me/settings", { token })).json()) as { remindersEnabled: boolean }).remindersEnabled;
  return { token, owner, path, enabled };
}

const oneClick = {
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: "List-Unsubscribe=One-Click",
};

describe("the unsubscribe link of a mail", () => {
  it("shows a page with a button and changes nothing", async () => {
    const { path, enabled } = await subscriber();
    for (const method of ["GET", "HEAD", "GET"]) expect((await api(path, { method })).status).toBe(200);
    expect(await enabled()).toBe(true);
    const answer = await api(path);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; .*form-action 'self'; frame-ancestors 'none'$/);
    const page = await answer.text();
    expect(page).toContain('<form method="post"><button class="first">Turn reminders off</button></form>');
    expect(page).not.toMatch(/<script|src=|href="(?!\.\.\/docs\/assets\/sheet\.css")|@/);
  });

  it("turns reminders off when the button is pressed", async () => {
    const { path, enabled } = await subscriber();
    const { page, foreign, complaints } = await openPage(`/api${path}`);
    expect(await enabled()).toBe(true);
    await page.getByRole("button", { name: "Turn reminders off" }).click();
    await page.getByText("Reminders are off.").waitFor();
    expect([await page.getByRole("button").count(), foreign, complaints]).toEqual([0, [], []]);
    expect(await enabled()).toBe(false);
    await page.close();
  });

  it("turns reminders off by the request of a mail program, and a second request changes nothing", async () => {
    const { token, path, enabled } = await subscriber({ language: "de" });
    const done = await api(path, oneClick);
    expect(done.status).toBe(200);
    expect(await done.text()).toMatch(/<html lang="de">.*Die Erinnerungen sind abgeschaltet/s);
    expect(await enabled()).toBe(false);
    const before = (await api("/me/settings", { token })).headers.get("x-txid");
    expect((await api(path, oneClick)).status).toBe(200);
    expect((await api("/me/settings", { token })).headers.get("x-txid")).toBe(before);
    expect(await (await api(path)).text()).not.toContain("<form");

    await api("/me/settings", { method: "PATCH", token, json: { remindersEnabled: true } });
    expect(await (await api(path)).text()).toContain("<form");
    expect((await api(`/api${path}`, oneClick)).status).toBe(200);
    expect(await enabled()).toBe(false);
  });

  it.each([
    ["no body", {}],
    ["a multipart form", { body: formOf("List-Unsubscribe", "One-Click") }],
    ["the origin of another page", { headers: { ...oneClick.headers, origin: "null" } }],
    ["another body", { headers: { "content-type": "text/plain" }, body: "please" }],
    ["parameters that others add to the link", {}, "?utm_source=mail&x=1&x=2"],
  ])("accepts a POST with %s", async (_, init, more = "") => {
    const { path, enabled } = await subscriber();
    expect((await api(path + more, { method: "POST", ...init })).status).toBe(200);
    expect(await enabled()).toBe(false);
  });

  it("answers programs 404 in the error envelope if it is not valid", async () => {
    const { path, owner } = await subscriber();
    const { pepper } = await localStack();
    const wrong = [
      mintUnsubscribeToken({ ...owner, accountId: randomUUID() }, pepper),
      // Another account of the same person, which was closed.
      mintUnsubscribeToken({ ...owner, createdAt: "2020-01-01T00:00:00.000Z" }, pepper),
      mintUnsubscribeToken(owner, `${pepper}x`),
    ].map((token) => unsubscribeUrl("", token));
    for (const other of [...wrong, path.slice(0, -1), `${path}a`, "/unsubscribe/x", "/unsubscribe/%00"]) {
      for (const method of ["GET", "POST"]) {
        expect(await refusalOf(other, { method })).toMatchObject({ status: 404, code: "not_found" });
      }
    }
    const program = { accept: "*/*, text/html;q=0" };
    expect(await refusalOf("/unsubscribe/x", { headers: program })).toMatchObject({ status: 404, code: "not_found" });
    expect(await refusalOf(path, { method: "DELETE" })).toMatchObject({ status: 405, code: "method_not_allowed" });
  });

  it("shows a page in the language of the browser if it is not valid", async () => {
    const headers = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "accept-language": "de-AT,en;q=0.5" };
    for (const method of ["GET", "POST"]) {
      const answer = await api("/unsubscribe/x", { method, headers });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(answer.headers.get("content-security-policy")).toContain("style-src 'self'");
      const page = await answer.text();
      expect(page).toMatch(/<html lang="de-AT">.*Dieser Link funktioniert nicht/s);
      expect(page).not.toMatch(/<form|<script|src=|href="(?!\.\.\/docs\/assets\/sheet\.css")/);
    }
    const hostile = { ...headers, "accept-language": '"><script>' };
    expect(await (await api("/unsubscribe/x", { headers: hostile })).text()).toMatch(
      /<html lang="en">.*does not work/s,
    );
  });
});

function formOf(name: string, value: string): FormData {
  const form = new FormData();
  form.append(name, value);
  return form;
}
