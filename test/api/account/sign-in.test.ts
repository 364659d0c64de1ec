import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localStack } from "../../support/process/stack.ts";
import { type StackDetails, type StackProcess, startStackProcess } from "../../support/process/stack-process.ts";

interface StoredCookie {
  value: string;
  path: string;
}

/** A browser that shows pages of the service: it keeps cookies, sends them to the paths that they are for, and follows no redirect. */
function newBrowser(base: string) {
  const jar = new Map<string, StoredCookie>();
  const ask = async (method: string, url: string, body?: URLSearchParams) => {
    const { pathname, origin } = new URL(url);
    const isService = url.startsWith(base);
    const sent = [...jar].filter(([, { path }]) => isService && pathname.startsWith(path));
    const headers = new Headers({ "sec-fetch-site": "same-origin", ...(method !== "GET" && { origin }) });
    if (sent.length > 0) headers.set("cookie", sent.map(([name, { value }]) => `${name}=${value}`).join("; "));
    const answer = await fetch(url, { method, headers, redirect: "manual", ...(body && { body }) });
    for (const header of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      const path = /; Path=([^;]*)/.exec(header)?.[1] ?? "/";
      if (header.includes("Max-Age=0")) jar.delete(name);
      else jar.set(name, { value, path });
    }
    return answer;
  };
  return { jar, ask };
}

const leadsTo = (answer: Response) => [answer.status, answer.headers.get("location")];

describe.each([
  ["at the root", ""],
  ["below a stage", "/prod"],
])("a browser, where the service is %s,", (_, stagePath) => {
  let own: StackProcess | undefined;
  let stack: StackDetails;
  beforeAll(async () => {
    own = stagePath === "" ? undefined : await startStackProcess({ STAGE_PATH: stagePath });
    stack = own?.details ?? (await localStack());
  });
  afterAll(() => own?.stop());

  it("signs in on the page of the issuer, refreshes the session, and signs out here and there", async () => {
    const { baseUrl: base, issuerUrl } = stack;
    expect(new URL(base).pathname).toBe(stagePath || "/");
    const { jar, ask } = newBrowser(base);
    const session = async () => (await ask("GET", `${base}/session`)).json();
    expect(await session()).toEqual({ signedIn: false });

    const started = await ask("GET", `${base}/session/sign-in?returnTo=/docs/guides/imports`);
    const page = started.headers.get("location") ?? "";
    expect(page).toMatch(`${issuerUrl}/oauth2/authorize?`);
    expect(await (await ask("GET", page)).text()).toContain("E-mail address");
    const signedIn = await ask("POST", page, new URLSearchParams({ username: "Ada.Lovelace@example.com" }));
    const callback = signedIn.headers.get("location") ?? "";
    expect(callback).toMatch(`${base}/session/callback?code=`);
    expect(leadsTo(await ask("GET", callback))).toEqual([303, `${stagePath}/docs/guides/imports`]);
    const paths = Object.fromEntries([...jar].map(([name, { path }]) => [name, path]));
    expect(paths).toEqual({ session: "/", refresh: `${stagePath}/session` });
    expect(await session()).toMatchObject({ signedIn: true, email: "ada.lovelace@example.com", name: "Ada Lovelace" });
    expect((await ask("GET", `${base}/me`)).status).toBe(200);
    expect((await ask("GET", callback)).status).toBe(400);

    const first = new Map(jar);
    expect((await ask("POST", `${base}/session/refresh`)).status).toBe(204);
    for (const name of first.keys()) expect(jar.get(name)?.value, name).not.toBe(first.get(name)?.value);
    expect(await session()).toMatchObject({ signedIn: true, email: "ada.lovelace@example.com" });

    const last = new Map(jar);
    const left = await ask("GET", `${base}/session/sign-out`);
    expect(left.status).toBe(303);
    expect(leadsTo(await ask("GET", left.headers.get("location") ?? ""))).toEqual([302, `${base}/app`]);
    expect([jar.size, await session()]).toEqual([0, { signedIn: false }]);
    // Whoever has copied the cookie can't go on with it: the issuer has revoked the token in it.
    for (const [name, cookie] of last) jar.set(name, cookie);
    expect((await ask("POST", `${base}/session/refresh`)).status).toBe(401);
  });
});
