import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JwtVerifier } from "aws-jwt-verify";
import { SimpleJwksCache } from "aws-jwt-verify/jwk";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LocalIssuer, startIssuer } from "../../../infra/local/issuer/issuer.ts";
import { closeServer, listenOnLoopback, PortTakenError } from "../../../infra/local/server/loopback.ts";
import { printableToken, TokenError } from "../../../infra/local/token.ts";

let folder: string;
let issuer: LocalIssuer;

/** Milliseconds by which the issuer's clock is ahead. */
let ahead = 0;
const base = "http://localhost:3000/prod";
const redirectUri = `${base}/session/callback`;

const optionsOf = (dataDir: string) => ({ dataDir, signInBases: [base], now: () => Date.now() + ahead });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "issuer-test-"));
  issuer = await startIssuer(optionsOf(folder));
});
beforeEach(() => {
  ahead = 0;
});
afterAll(async () => {
  await issuer.stop();
  rmSync(folder, { recursive: true });
});

async function fetchKeys(uri: string): Promise<ArrayBuffer> {
  const answer = await fetch(uri);
  if (!answer.ok) throw new Error(`the key set answered ${answer.status}`);
  return answer.arrayBuffer();
}

/** As a function verifies a session; a new one each time, because it does not ask for keys twice in a row. */
async function verify(token: string): Promise<Record<string, unknown>> {
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: fetchKeys } });
  const properties = { issuer: issuer.issuer, jwksUri: issuer.jwksUri, audience: null };
  return { ...(await JwtVerifier.create(properties, { jwksCache }).verify(token)) };
}

const userInfo = (token: string): Promise<Response> =>
  fetch(issuer.userInfoUri, { headers: { authorization: `Bearer ${token}` } });

describe("a token", () => {
  test("is an access token as Cognito makes them, for an hour", async () => {
    const claims = await verify(await issuer.tokenFor("bob.smith@example.com"));
    expect(claims).toMatchObject({
      iss: issuer.issuer,
      token_use: "access",
      client_id: issuer.clientId,
      scope: "openid email profile",
      email: "bob.smith@example.com",
      email_verified: true,
      name: "Bob Smith",
    });
    expect(claims.sub).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
    expect(claims.aud).toBeUndefined();
  });

  test("has the subject and the name of its address, whatever its case", async () => {
    const personOf = async (email: string) => {
      const { sub, name } = await verify(await issuer.tokenFor(email));
      return [sub, name];
    };
    expect(await personOf("Alice@Example.COM")).toEqual(["ffb3790a-3e2b-5b22-a66f-b3ba476fc96e", "Alice"]);
    expect(await personOf("alice@example.com")).toEqual(["ffb3790a-3e2b-5b22-a66f-b3ba476fc96e", "Alice"]);
    expect(await personOf("mary-jane_o.neil+cards@example.com")).toEqual([expect.any(String), "Mary Jane O Neil"]);
  });
});

describe("the issuer", () => {
  test("answers userinfo, also for a token without an address", async () => {
    const token = await issuer.tokenFor("alice@example.com", { claims: { email: undefined, name: undefined } });
    const { sub } = await verify(token);
    const answer = await userInfo(token);
    expect(await answer.json()).toEqual({ sub, email: "alice@example.com", email_verified: true, name: "Alice" });
    const unverified = await issuer.tokenFor("alice@example.com", { claims: { email_verified: false } });
    expect(await (await userInfo(unverified)).json()).toMatchObject({ email_verified: false });
    expect((await userInfo(await issuer.tokenFor("alice@example.com", { expiresIn: -1 }))).status).toBe(401);
    expect((await fetch(issuer.userInfoUri)).status).toBe(401);
  });

  test("answers no web page of another origin, and no other host name", async () => {
    const ask = (headers: Record<string, string>): Promise<Response> => fetch(issuer.jwksUri, { headers });
    expect((await ask({ origin: "https://evil.example" })).status).toBe(403);
    expect((await ask({ origin: "null" })).status).toBe(403);
    const local = await ask({ origin: "http://localhost:3000" });
    expect([local.status, local.headers.get("access-control-allow-origin")]).toEqual([200, null]);
  });

  test.each(["grant_type=client_credentials", "grant_type=password&username=nobody"])(
    "refuses the grant %s, which names no person",
    async (grant) => {
      const answer = await fetch(`${issuer.issuer}/token`, { method: "POST", body: new URLSearchParams(grant) });
      expect([answer.status, await answer.json()]).toEqual([400, { error: "invalid_grant" }]);
    },
  );

  test("does not publish its private key, and keeps sessions over a restart", async () => {
    expect(statSync(join(folder, "issuer-key.json")).mode & 0o777).toBe(0o600);
    const keys = await (await fetch(issuer.jwksUri)).json();
    expect(keys).toMatchObject({ keys: [{ kty: "RSA", alg: "RS256" }] });
    expect(JSON.stringify(keys)).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
    const token = await issuer.tokenFor("alice@example.com");
    const port = Number(new URL(issuer.issuer).port);
    await expect(startIssuer({ dataDir: folder, port })).rejects.toThrow(PortTakenError);
    const begin = performance.now();
    await issuer.stop();
    // One that waits for connections kept alive takes five seconds and more.
    expect(performance.now() - begin).toBeLessThan(4_000);
    await expect(fetch(issuer.jwksUri)).rejects.toThrow();
    issuer = await startIssuer({ ...optionsOf(folder), port });
    expect((await verify(token)).name).toBe("Alice");
  });
});

type Fields = Record<string, string>;

interface GrantAnswer {
  status: number;
  access_token?: string;
  id_token?: string;
  refresh_token?: string;
}

const verifier = "v".repeat(43);
const validRequest = {
  client_id: "local-web-client",
  redirect_uri: redirectUri,
  response_type: "code",
  code_challenge_method: "S256",
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  state: "s 1",
  nonce: "n1",
};
const codeGrant = {
  grant_type: "authorization_code",
  client_id: "local-web-client",
  redirect_uri: redirectUri,
  code_verifier: verifier,
};

const pageOf = (fields: Fields, init: RequestInit = {}) =>
  fetch(`${issuer.issuer}/oauth2/authorize?${new URLSearchParams(fields)}`, { redirect: "manual", ...init });

/** What the form of the page sends. */
const submit = (fields: Fields, username = "alice@example.com") =>
  pageOf(fields, { method: "POST", body: new URLSearchParams({ username }), headers: { origin: issuer.issuer } });

const codeIn = (answer: Response) => new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";

async function grant(fields: Fields, at = issuer): Promise<GrantAnswer> {
  const answer = await fetch(`${at.issuer}/oauth2/token`, { method: "POST", body: new URLSearchParams(fields) });
  return { status: answer.status, ...((await answer.json()) as Fields) };
}

/** The tokens of a person who has just signed in. */
const signIn = async (fields: Fields = {}) =>
  grant({ ...codeGrant, code: codeIn(await submit({ ...validRequest, ...fields })) });

const refresh = (token = "", at = issuer) =>
  grant({ grant_type: "refresh_token", client_id: "local-web-client", refresh_token: token }, at);

describe("the page", () => {
  test("has one field, runs no script, and may lead to the client only", async () => {
    const page = await pageOf(validRequest);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const html = await page.text();
    expect(html.match(/<input/g)).toHaveLength(1);
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'self'; .*form-action 'self' http:\/\/localhost:3000; frame-ancestors 'none'$/,
    );
  });

  test("leads back with a code, the state as it was, and nothing else", async () => {
    const answer = await submit(validRequest, " Alice@Example.com ");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      expect.stringMatching(`^${redirectUri}\\?code=[\\w-]{43}&state=s\\+1$`),
    ]);
    const tokens = await grant({ ...codeGrant, code: codeIn(answer) });
    expect((await verify(String(tokens.access_token))).email).toBe("alice@example.com");
  });

  test("says in words what is wrong with an address, and shows it as text", async () => {
    const answer = await submit(validRequest, '"><script>');
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(html).toContain('role="alert" class="message fault" id="fault">This is not an e-mail address.');
    expect(html).toContain('value="&#34;&#62;&#60;script&#62;"');
  });

  test.each([
    { client_id: "other" },
    { redirect_uri: `${base}/session/callback/` },
    { redirect_uri: "https://evil.example/session/callback" },
  ])("never leads to a client that is not registered: %o", async (fields) => {
    for (const answer of [await pageOf({ ...validRequest, ...fields }), await submit({ ...validRequest, ...fields })]) {
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    }
  });

  test.each([
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ code_challenge: "" }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ scope: "openid admin" }, "invalid_scope"],
  ])("sends the fault of the client back: %o", async (fields, error) => {
    const answer = await pageOf({ ...validRequest, ...fields });
    const { searchParams } = new URL(answer.headers.get("location") ?? "");
    expect([answer.status, searchParams.get("error"), searchParams.get("state")]).toEqual([302, error, "s 1"]);
  });
});

describe("a code", () => {
  test("becomes the tokens of the person, with the nonce of the client", async () => {
    const { access_token = "", id_token = "", ...others } = await signIn();
    expect(others).toMatchObject({ status: 200, token_type: "Bearer", expires_in: 3600 });
    const access = await verify(access_token);
    expect(access).toMatchObject({ token_use: "access", scope: "openid email profile" });
    const identity = await verify(id_token);
    expect(identity).toMatchObject({ token_use: "id", aud: "local-web-client", nonce: "n1", sub: access.sub });
    expect(identity.client_id).toBeUndefined();
    expect(await signIn({ scope: "email" })).not.toHaveProperty("id_token");
  });

  test.each([
    ["another client", { client_id: "other" }],
    ["another address", { redirect_uri: `${base}/app` }],
    ["another verifier", { code_verifier: "w".repeat(43) }],
  ])("is good for one attempt, which %s wastes", async (_, fields) => {
    const code = codeIn(await submit(validRequest));
    const refused = { status: 400, error: "invalid_grant" };
    expect(await grant({ ...codeGrant, code, ...fields })).toEqual(refused);
    expect(await grant({ ...codeGrant, code })).toEqual(refused);
  });

  test("is good once, and for five minutes", async () => {
    const codes = [codeIn(await submit(validRequest)), codeIn(await submit(validRequest))];
    const statusOf = async (code = "") => (await grant({ ...codeGrant, code })).status;
    ahead = 299_000;
    expect([await statusOf(codes[0]), await statusOf(codes[0])]).toEqual([200, 400]);
    ahead = 301_000;
    expect(await statusOf(codes[1])).toBe(400);
  });
});

describe("a refresh token", () => {
  test("is replaced by its use, stays good for a minute, and does not prolong the sign-in", async () => {
    const first = await signIn();
    const second = await refresh(first.refresh_token);
    expect(second).toMatchObject({ status: 200, refresh_token: expect.any(String), access_token: expect.any(String) });
    expect((await verify(second.access_token ?? "")).auth_time).toBe(
      (await verify(first.access_token ?? "")).auth_time,
    );
    ahead = 59_000;
    const retried = await refresh(first.refresh_token);
    expect(retried.status).toBe(200);
    ahead = 61_000;
    expect(await refresh(first.refresh_token)).toEqual({ status: 400, error: "invalid_grant" });
    // The token of a retry lasts as long as the others.
    expect((await refresh(retried.refresh_token)).status).toBe(200);
    ahead = 30 * 24 * 3600_000 + 1000;
    expect((await refresh(second.refresh_token)).status).toBe(400);
  });

  test("survives a restart of the stack in a file of its owner, and stays the same without rotation", async () => {
    const { refresh_token = "" } = await signIn();
    expect(statSync(join(folder, "issuer-refresh-tokens.json")).mode & 0o777).toBe(0o600);
    const other = await startIssuer({ ...optionsOf(folder), rotationGrace: "off" });
    const answer = await refresh(refresh_token, other);
    expect([answer.status, Object.keys(answer).includes("refresh_token")]).toEqual([200, false]);
    expect((await refresh(refresh_token, other)).status).toBe(200);
    await other.stop();
  });

  test("is refused to another client, and after the revocation of any token of the sign-in", async () => {
    const first = await signIn();
    const [other, second] = [await signIn(), await refresh(first.refresh_token)];
    const asOther = { grant_type: "refresh_token", client_id: "other", refresh_token: first.refresh_token ?? "" };
    expect((await grant(asOther)).status).toBe(400);
    const revoke = (token = "") =>
      fetch(`${issuer.issuer}/oauth2/revoke`, { method: "POST", body: new URLSearchParams({ token }) });
    expect([(await revoke(first.refresh_token)).status, (await revoke("unknown")).status]).toEqual([200, 200]);
    expect((await refresh(second.refresh_token)).status).toBe(400);
    expect((await refresh(other.refresh_token)).status).toBe(200);
    expect(readFileSync(join(folder, "issuer-refresh-tokens.json"), "utf8")).not.toContain(second.refresh_token);
  });
});

test.each([
  [`${base}/app`, "local-web-client", 302, `${base}/app`],
  [`${base}/app`, "other", 400, null],
  ["https://evil.example/app", "local-web-client", 400, null],
])("signing out leads to registered addresses only: %s of %s", async (logoutUri, clientId, status, location) => {
  const query = new URLSearchParams({ client_id: clientId, logout_uri: logoutUri });
  const answer = await fetch(`${issuer.issuer}/logout?${query}`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([status, location]);
});

describe("the token command", () => {
  test("prints the token of the stack at the port, and says when none runs there", async () => {
    const metadata = JSON.stringify({ authorization_servers: [issuer.issuer] });
    const server = createServer((_, response) => response.end(metadata));
    const other = createServer((_, response) => response.end("<html>"));
    const port = String(await listenOnLoopback(server, "The API"));
    const otherPort = String(await listenOnLoopback(other, "The other program"));
    const claims = await verify(await printableToken("Alice@example.com", port));
    const direct = await verify(await issuer.tokenFor("alice@example.com"));
    const lasting = ["sub", "client_id", "scope", "token_use", "email", "email_verified", "name", "iss"];
    for (const name of lasting) expect(claims[name], name).toEqual(direct[name]);
    await closeServer(server);
    for (const none of [port, otherPort, "nowhere"]) {
      await expect(printableToken("alice@example.com", none)).rejects.toThrow(`No local stack runs at port ${none}.`);
    }
    await closeServer(other);
  });

  test.each([undefined, "alice@example"])("asks for an address instead of %s", async (email) => {
    await expect(printableToken(email)).rejects.toThrow(TokenError);
  });
});
