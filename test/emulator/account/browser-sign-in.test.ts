import { randomUUID } from "node:crypto";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { putMarkAction } from "../../../shared/account/store/closing-mark.ts";
import { findRefreshed, keepRefreshed, releaseRefresh } from "../../../shared/auth/store/refreshed-token.ts";
import { base, signInWorld } from "../../support/account/browser-sign-in.ts";
import { signInIssuer } from "../../support/account/sign-in-issuer.ts";
import { type FreshTable, freshTable } from "../../support/process/stack.ts";

let tables: FreshTable;
beforeAll(async () => {
  tables = await freshTable();
});

const day = 24 * 3600 * 1000;
const html = { accept: "text/html,application/xhtml+xml" };

async function close(accountId: string, closedAt: Date) {
  const mark = putMarkAction(tables.store, { accountId, closedAt: closedAt.toISOString(), txid: 1, deleting: true });
  await tables.store.client.send(new TransactWriteCommand({ TransactItems: [mark] }));
}

describe("a browser", () => {
  it("signs in by the code flow with PKCE, is known by its cookie, and signs out here and at the issuer", async () => {
    const { issuer, newBrowser } = signInWorld(tables);
    const { jar, ask, whoami } = newBrowser();
    expect(await whoami()).toEqual({ signedIn: false });
    const subject = randomUUID();
    const started = await ask("GET", "/session/sign-in", { query: { returnTo: "/docs/guides/imports", theme: "x" } });
    expect(started.status).toBe(302);
    const authorization = new URL(String(started.location));
    expect(authorization.origin + authorization.pathname).toBe("https://issuer.example/authorize");
    expect(Object.fromEntries(authorization.searchParams)).toEqual({
      theme: "dark",
      audience: "contacts",
      client_id: "browser",
      redirect_uri: `${base}/session/callback`,
      response_type: "code",
      scope: "openid email",
      state: expect.any(String),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const query = issuer.signInAs(authorization.href, subject);
    const finished = await ask("GET", "/session/callback", { query });
    expect([finished.status, finished.location]).toEqual([303, "/prod/docs/guides/imports"]);
    expect([...jar.keys()]).toEqual(["__Host-session", "__Secure-refresh"]);
    expect(jar.get("__Host-session")?.attributes).toMatch(
      /^Max-Age=3[56]\d\d; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(jar.get("__Secure-refresh")?.attributes).toBe(
      "Max-Age=2592000; Path=/prod/session; HttpOnly; Secure; SameSite=Strict",
    );
    expect(await whoami()).toEqual({
      signedIn: true,
      accountId: subject,
      email: "ada@example.com",
      name: "Ada",
      expiresAt: expect.stringMatching(/Z$/),
    });
    const shown = await ask("POST", "/session/token");
    expect(shown.json).toEqual({ token: jar.get("__Host-session")?.value, expiresAt: expect.any(String) });

    const left = await ask("GET", "/session/sign-out");
    expect(left.status).toBe(303);
    const logout = new URL(String(left.location));
    expect(logout.href).toMatch(/^https:\/\/issuer\.example\/logout\?/);
    expect(Object.fromEntries(logout.searchParams)).toEqual({
      client_id: "browser",
      logout_uri: `${base}/app`,
      post_logout_redirect_uri: `${base}/app`,
    });
    expect([jar.size, issuer.refreshTokens.size]).toEqual([0, 0]);
    expect(issuer.asked.filter((path) => path.endsWith("openid-configuration"))).toHaveLength(1);
  });

  it.each([true, false])("stays signed in for 30 days by refreshing, where the issuer rotates: %s", async (rotates) => {
    const { issuer, newBrowser, pass } = signInWorld(tables, { rotates });
    const { jar, signIn, refresh, ask } = newBrowser();
    await signIn(randomUUID());
    pass(29 * day);
    for (const _twice of [1, 2]) {
      const before = jar.get("__Secure-refresh")?.value;
      expect((await refresh()).code).toBe("204");
      expect(jar.get("__Secure-refresh")?.value).not.toBe(before);
    }
    expect(jar.get("__Secure-refresh")?.attributes).toMatch(/^Max-Age=(86400|8639\d);/);
    pass(day);
    expect((await refresh()).code).toBe("401 auth_required");
    expect((await ask("DELETE", "/session")).code).toBe("204");
    // Signing out without a refresh that is good revokes nothing.
    expect(issuer.refreshTokens.size).toBe(1);
  });

  it("refreshes in two tabs at once, and in a tab that is late, with one exchange at an issuer that rotates", async () => {
    const { issuer, newBrowser, pass } = signInWorld(tables, { rotates: true });
    const { jar, signIn, refresh } = newBrowser();
    await signIn(randomUUID());
    const cookie = `__Secure-refresh=${jar.get("__Secure-refresh")?.value}`;
    const late = () => refresh({ headers: { cookie } });
    const tabs = await Promise.all([refresh(), late(), late()]);
    expect(tabs.map(({ code }) => code)).toEqual(["204", "204", "204"]);
    pass(59_000);
    expect((await late()).code).toBe("204");
    expect(issuer.asked.filter((path) => path === "/token")).toHaveLength(2);
    pass(2_000);
    expect((await late()).code).toBe("401 auth_required");
  });

  it("without a refresh token stays signed in until its session token expires", async () => {
    const { newBrowser } = signInWorld(tables, { withoutRefresh: true });
    const { jar, signIn, refresh } = newBrowser();
    expect((await signIn(randomUUID())).status).toBe(303);
    expect([...jar.keys()]).toEqual(["__Host-session"]);
    expect((await refresh()).code).toBe("401 auth_required");
  });

  it("returns to the app, and signs out into it, where the issuer has no page for that", async () => {
    const { newBrowser } = signInWorld(tables, {
      discovery: { end_session_endpoint: undefined, revocation_endpoint: undefined },
    });
    const { jar, signIn, ask } = newBrowser();
    expect((await signIn(randomUUID(), { returnTo: "//evil.example" })).location).toBe("/prod/app");
    const left = await ask("POST", "/session/sign-out");
    expect([left.status, left.location, jar.size]).toEqual([303, "/prod/app", 0]);
  });

  it("is led from other addresses of the service to one that the issuer knows", async () => {
    const { newBrowser } = signInWorld(tables);
    const query = { returnTo: "/app/people" };
    const below = await newBrowser().ask("GET", "/session/sign-in", { query, below: "/prod/api" });
    const elsewhere = await newBrowser().ask("GET", "/session/sign-in", {
      query,
      headers: { Host: "old.example.com" },
    });
    for (const { code, location, cookies } of [below, elsewhere]) {
      expect([code, location, cookies]).toEqual(["302", `${base}/session/sign-in?returnTo=%2Fapp%2Fpeople`, []]);
    }
  });

  it.each([
    ["Lax", []],
    ["Lax", ["https://api.example.com"]],
    ["None", ["https://app.example"]],
  ])("gets a session cookie with SameSite=%s for the allowed origins %j", async (sameSite, allowedOrigins) => {
    const { newBrowser } = signInWorld(tables, {}, { allowedOrigins });
    const { jar, signIn } = newBrowser();
    await signIn(randomUUID());
    expect(jar.get("__Host-session")?.attributes).toMatch(new RegExp(`SameSite=${sameSite}$`));
  });

  it("sees a page where sign-in is not set up", async () => {
    const { newBrowser } = signInWorld(tables, {}, { issuers: [{ ...signInIssuer, signIn: undefined }] });
    const answer = await newBrowser().ask("GET", "/session/sign-in", { headers: html });
    expect(answer.status).toBe(503);
    expect(answer.body).toContain("Sign-in for browsers is not set up");
    expect(answer.body).not.toContain("Sign in again");
    const { newBrowser: unknown } = signInWorld(tables, {}, { signInBases: [] });
    expect((await unknown().ask("GET", "/session/sign-in")).code).toBe("503 service_unavailable");
  });
});

describe("an attacker", () => {
  it("can't finish a sign-in in another browser, with another state, or twice", async () => {
    const { issuer, newBrowser } = signInWorld(tables);
    const [victim, attacker] = [newBrowser(), newBrowser()];
    const started = await attacker.ask("GET", "/session/sign-in");
    const query = issuer.signInAs(String(started.location), randomUUID());
    // Login CSRF: the victim follows the attacker's callback, with and without a sign-in of its own.
    expect((await victim.ask("GET", "/session/callback", { query })).code).toBe("400 sign_in_failed");
    const own = await victim.ask("GET", "/session/sign-in");
    const state = new URL(String(own.location)).searchParams.get("state") ?? "";
    expect((await victim.ask("GET", "/session/callback", { query })).code).toBe("400 sign_in_failed");
    // The code of the attacker with the state of the victim, whose verifier does not fit.
    expect((await victim.ask("GET", "/session/callback", { query: { ...query, state } })).code).toBe(
      "400 sign_in_failed",
    );
    expect(victim.jar.size).toBe(0);

    const before = new Map(attacker.jar);
    const again = await attacker.ask("GET", "/session/sign-in");
    const good = issuer.signInAs(String(again.location), randomUUID());
    const cookies = new Map(attacker.jar);
    expect((await attacker.ask("GET", "/session/callback", { query: good })).status).toBe(303);
    expect((await attacker.ask("GET", "/session/callback", { query: good })).code).toBe("400 sign_in_failed");
    // Also with a copy of the cookie that the first callback deleted, because the code is used.
    for (const [name, cookie] of cookies) attacker.jar.set(name, cookie);
    expect((await attacker.ask("GET", "/session/callback", { query: good })).code).toBe("400 sign_in_failed");
    expect(before.size).toBe(1);
  });

  it.each([
    ["another issuer", { iss: "https://evil.example" }],
    ["the refusal of the issuer", { error: "access_denied" }],
    ["no code", { code: "" }],
  ])("is not signed in by a callback with %s, and the page has one button", async (_what, change) => {
    const { issuer, newBrowser } = signInWorld(tables);
    const { ask, jar } = newBrowser();
    const started = await ask("GET", "/session/sign-in");
    const query = { ...issuer.signInAs(String(started.location), randomUUID()) };
    const answer = await ask("GET", "/session/callback", { query: { ...query, ...change }, headers: html });
    expect(answer.status).toBe(400);
    expect(answer.body.match(/class="button/g)).toHaveLength(1);
    expect(answer.body).toContain('href="/prod/session/sign-in">Sign in again</a>');
    expect(jar.has("__Host-session")).toBe(false);
  });

  it("can't guess a state by its first characters, which the name of the cookie shows", async () => {
    const { ask, jar } = signInWorld(tables).newBrowser();
    const state = new URL(String((await ask("GET", "/session/sign-in")).location)).searchParams.get("state") ?? "";
    const { code, json } = await ask("GET", "/session/callback", {
      query: { code: "x", state: `${state.slice(0, 8)}x` },
    });
    expect([code, json.error.message]).toEqual([
      "400 sign_in_failed",
      expect.stringContaining("did not begin in this"),
    ]);
    expect(jar.size).toBe(1);
  });

  it("shows no words of its own on the page", async () => {
    const { newBrowser } = signInWorld(tables);
    const { ask } = newBrowser();
    const state = new URL(String((await ask("GET", "/session/sign-in")).location)).searchParams.get("state") ?? "";
    const query = { state, error: "<b>call 555", error_description: "Call 555" };
    const { body, headers } = await ask("GET", "/session/callback", { query, headers: html });
    expect(body).not.toContain("555");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'self'; .*form-action 'self';/);
  });

  it.each(["https://evil.example", "null", ""])("can't use the cookies from the origin %j", async (origin) => {
    const { newBrowser, issuer } = signInWorld(tables);
    const { ask, signIn, jar } = newBrowser();
    await signIn(randomUUID());
    const headers = { origin };
    for (const path of ["/session/refresh", "/session/token", "/session/sign-out"]) {
      expect((await ask("POST", path, { headers })).code).toBe("403 origin_not_allowed");
    }
    expect((await ask("DELETE", "/session", { headers })).code).toBe("403 origin_not_allowed");
    const sites = ["cross-site", "same-site", "none"].map((site) => ({ "sec-fetch-site": site }));
    for (const headers of sites) {
      expect((await ask("POST", "/session/token", { headers })).code).toBe("403 origin_not_allowed");
    }
    expect([jar.size, issuer.refreshTokens.size]).toEqual([2, 1]);
  });

  it.each([
    ["from another site", "GET", { "sec-fetch-site": "cross-site" }],
    ["from another host of the site", "GET", { "sec-fetch-site": "same-site" }],
    ["from a browser that does not say", "GET", { "sec-fetch-site": "" }],
    ["ahead of a click", "GET", { "sec-purpose": "prefetch;prerender" }],
    ["by HEAD", "HEAD", {}],
  ])("can't sign anybody out %s", async (_how, method, headers) => {
    const { newBrowser, issuer } = signInWorld(tables);
    const { ask, signIn, jar } = newBrowser();
    await signIn(randomUUID());
    const answer = await ask(method, "/session/sign-out", { headers });
    expect([answer.status, jar.size, issuer.refreshTokens.size]).toEqual([200, 2, 1]);
    if (method === "HEAD") return;
    expect(answer.body).toContain('<form method="post"><button class="button first">Sign out</button></form>');
    // The browser sends the form with its origin, and follows the redirect to the issuer.
    expect(answer.headers["referrer-policy"]).toBe("same-origin");
    expect(answer.headers["content-security-policy"]).toContain("form-action 'self' https://issuer.example;");
  });

  it("does nothing by HEAD of sign-in and callback", async () => {
    const { newBrowser, issuer } = signInWorld(tables);
    const { ask, jar } = newBrowser();
    expect(await ask("HEAD", "/session/sign-in")).toMatchObject({ status: 200, cookies: [] });
    const query = issuer.signInAs(String((await ask("GET", "/session/sign-in")).location), randomUUID());
    expect(await ask("HEAD", "/session/callback", { query })).toMatchObject({ status: 200, cookies: [] });
    expect(issuer.asked).not.toContain("/token");
    expect((await ask("GET", "/session/callback", { query })).status).toBe(303);
    expect(jar.size).toBe(2);
  });

  it("can't refresh a session with the cookie of another account, which then is revoked", async () => {
    const { newBrowser, issuer } = signInWorld(tables);
    const [victim, attacker] = [newBrowser(), newBrowser()];
    await victim.signIn(randomUUID());
    await attacker.signIn(randomUUID());
    const planted = attacker.jar.get("__Secure-refresh");
    if (planted) victim.jar.set("__Secure-refresh", planted);
    expect((await victim.refresh()).code).toBe("401 auth_required");
    expect([...victim.jar.keys()]).toEqual(["__Host-session"]);
    expect(issuer.refreshTokens.size).toBe(1);
  });

  it("can't use a sealed cookie for another purpose", async () => {
    const { newBrowser } = signInWorld(tables);
    const { ask, jar, refresh } = newBrowser();
    await ask("GET", "/session/sign-in");
    const [cookie] = jar.values();
    if (cookie) jar.set("__Secure-refresh", cookie);
    expect((await refresh()).code).toBe("401 auth_required");
  });
});

it("a sign-in does not start when it shall return to an address that is too long for a cookie", async () => {
  const { ask } = signInWorld(tables).newBrowser();
  const query = { returnTo: `/app?${"x".repeat(3_000)}` };
  expect(await ask("GET", "/session/sign-in", { query })).toMatchObject({ code: "400 sign_in_failed", cookies: [] });
});

it("new tokens reach the browser although the copy for other tabs can't be written", async () => {
  const { cache } = tables;
  const failing = Object.assign(Object.create(cache.client), {
    send: async (command: { input: { Item?: { sealed?: string } } }) => {
      if (command.input.Item?.sealed) throw Object.assign(new Error("slow down"), { name: "ThrottlingException" });
      return cache.client.send(command as never);
    },
  });
  const { newBrowser } = signInWorld(tables, { rotates: true }, { cache: { ...cache, client: failing } });
  const { signIn, refresh } = newBrowser();
  await signIn(randomUUID());
  expect([(await refresh()).code, (await refresh()).code]).toEqual(["204", "204"]);
});

it("a page that asks for a refresh or a token without cookies is refused, and not counted as one that guesses", async () => {
  const { ask, refresh } = signInWorld(tables, {}, { countRefusal: () => true }).newBrowser();
  for (const { code } of [await refresh(), await ask("POST", "/session/token")]) expect(code).toBe("401 auth_required");
  const headers = { cookie: "__Secure-refresh=guessed" };
  expect((await refresh({ headers })).code).toBe("429 rate_limit_exceeded");
});

it("an exchange that fails late leaves the result of the one that followed it", async () => {
  const key = { accountId: randomUUID(), refreshToken: randomUUID() };
  await keepRefreshed(tables.cache, key, "sealed", new Date());
  await expect(releaseRefresh(tables.cache, key)).rejects.toThrow("conditional");
  expect(await findRefreshed(tables.cache, key)).toBe("sealed");
});

describe("a closed account", () => {
  it("ends the refresh, which is revoked, although the issuer's tokens do not say when their user signed in", async () => {
    const { newBrowser, issuer, pass } = signInWorld(tables);
    const { signIn, refresh, jar, whoami } = newBrowser();
    const subject = randomUUID();
    await signIn(subject);
    // A refreshed token that is newer than the closing.
    issuer.behaviour.claims = { iat: Math.floor(Date.now() / 1000) + 3 };
    expect((await refresh()).code).toBe("204");
    await close(subject, new Date(Date.now() + 1_000));
    issuer.behaviour.claims = {};
    expect(await whoami()).toMatchObject({ signedIn: true });
    pass(5_000);
    expect((await refresh()).code).toBe("401 auth_required");
    expect([jar.has("__Secure-refresh"), issuer.refreshTokens.size]).toEqual([false, 0]);
  });

  it("is neither signed in nor known by a session of the issuer from before", async () => {
    const subject = randomUUID();
    const { newBrowser } = signInWorld(tables, { claims: { auth_time: Math.floor(Date.now() / 1000) - 60 } });
    await close(subject, new Date(Date.now() - 30_000));
    const answer = await newBrowser().signIn(subject);
    expect(answer.code).toBe("400 sign_in_failed");
    const { issuer, newBrowser: known } = signInWorld(tables);
    const { signIn, whoami } = known();
    const other = randomUUID();
    await signIn(other);
    await close(other, new Date(Date.now() + 1_000));
    expect([await whoami(), issuer.refreshTokens.size]).toEqual([{ signedIn: false }, 1]);
  });
});

describe("an issuer", () => {
  const now = Math.floor(Date.now() / 1000);
  it.each([
    ["for another client", { claims: { client_id: "other" } }],
    ["that is an identity token", { claims: { token_use: "id" } }],
    ["that has expired, because its clock is an hour late", { claims: { exp: now - 1 } }],
    ["that is too long for a cookie", { claims: { padding: "x".repeat(4_000) } }],
    ["beside a refresh token that is too long for a cookie", { prefix: "x".repeat(3_000) }],
    ["beside an identity token for another client", { identity: { aud: "other" } }],
    ["beside an identity token of another issuer", { identity: { iss: "https://evil.example" } }],
    ["beside an identity token that expired long ago", { identity: { exp: now - 3_600 } }],
  ])("signs nobody in with a token %s", async (_what, behaviour) => {
    const { newBrowser } = signInWorld(tables, behaviour);
    const { signIn, jar } = newBrowser();
    expect((await signIn(randomUUID())).code).toBe("400 sign_in_failed");
    expect(jar.size).toBe(0);
  });

  it("may have a clock that is half a minute off", async () => {
    const { newBrowser } = signInWorld(tables, { identity: { exp: now - 30, nbf: now + 30, iat: now + 30 } });
    expect((await newBrowser().signIn(randomUUID())).status).toBe(303);
  });

  it("can't turn a refresh into the session of another account", async () => {
    const { newBrowser, issuer } = signInWorld(tables);
    const { signIn, refresh } = newBrowser();
    await signIn(randomUUID());
    issuer.behaviour.claims = { sub: randomUUID() };
    expect((await refresh()).code).toBe("400 sign_in_failed");
  });

  const failures: [string, () => Promise<Response>][] = [
    ["is down", () => Promise.reject(new TypeError("fetch failed"))],
    ["is overloaded", async () => new Response("", { status: 429 })],
    ["fails", async () => Response.json({ error: "server_error" }, { status: 500 })],
    ["is behind a firewall", async () => new Response("<h1>Forbidden</h1>", { status: 403 })],
    ["answers by a page", async () => new Response("<h1>Welcome</h1>", { headers: { "content-type": "text/html" } })],
    ["answers without an end", async () => new Response("x".repeat(70_000))],
  ];
  it.each(failures)("that %s leaves the cookies, so that the person can try again", async (_how, fail) => {
    const { newBrowser, issuer } = signInWorld(tables);
    const { ask, signIn, refresh, jar } = newBrowser();
    issuer.behaviour.answers = { "/.well-known/openid-configuration": fail };
    expect((await ask("GET", "/session/sign-in")).code).toBe("503 service_unavailable");
    issuer.behaviour.answers = {};
    await signIn(randomUUID());
    const query = issuer.signInAs(String((await ask("GET", "/session/sign-in")).location), randomUUID());
    const cookies = new Map(jar);
    issuer.behaviour.answers = { "/token": fail, "/revoke": fail };
    expect(await ask("GET", "/session/callback", { query })).toMatchObject({
      code: "503 service_unavailable",
      cookies: [],
    });
    expect(await refresh()).toMatchObject({ code: "503 service_unavailable", cookies: [] });
    expect(jar).toEqual(cookies);
    issuer.behaviour.answers = { "/revoke": fail };
    expect((await refresh()).code).toBe("204");
    expect((await ask("GET", "/session/callback", { query })).status).toBe(303);
    // Signing out works without the issuer.
    expect((await ask("GET", "/session/sign-out")).status).toBe(303);
    expect(jar.size).toBe(0);
  });

  it("that does not answer is given up within five seconds", async () => {
    const never = () => new Promise<Response>(() => {});
    const { newBrowser } = signInWorld(tables, { answers: { "/.well-known/openid-configuration": never } });
    const start = performance.now();
    expect((await newBrowser().ask("GET", "/session/sign-in")).code).toBe("503 service_unavailable");
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it.each([
    ["authorization_endpoint", "http://issuer.example/authorize"],
    ["authorization_endpoint", "javascript:alert(1)"],
    ["token_endpoint", "http://issuer.example/token"],
    ["token_endpoint", undefined],
    ["end_session_endpoint", "http://issuer.example/logout"],
    ["issuer", "https://evil.example"],
  ])("is not asked when its discovery document has %s %s", async (name, value) => {
    const { newBrowser, issuer } = signInWorld(tables, { discovery: { [name]: value } });
    expect((await newBrowser().ask("GET", "/session/sign-in")).code).toBe("503 service_unavailable");
    expect(issuer.asked).toEqual(["/.well-known/openid-configuration"]);
  });

  it("may be on this machine without https", async () => {
    const authorization_endpoint = "http://localhost:4000/authorize";
    const { newBrowser } = signInWorld(tables, { discovery: { authorization_endpoint } });
    expect((await newBrowser().ask("GET", "/session/sign-in")).location).toMatch(
      /^http:\/\/localhost:4000\/authorize\?/,
    );
  });
});

it("a session that a program starts ends the refresh of an earlier one, which may be another person's", async () => {
  const { newBrowser, issuer } = signInWorld(tables);
  const { ask, signIn, jar, whoami } = newBrowser();
  await signIn(randomUUID());
  const other = randomUUID();
  const headers = { authorization: `Bearer ${issuer.token(other)}` };
  expect((await ask("POST", "/session", { headers })).code).toBe("204");
  expect([...jar.keys()]).toEqual(["__Host-session"]);
  expect(await whoami()).toMatchObject({ signedIn: true, accountId: other });
});
