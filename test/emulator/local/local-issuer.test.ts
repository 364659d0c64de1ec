import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JwtVerifier } from "aws-jwt-verify";
import { SimpleJwksCache } from "aws-jwt-verify/jwk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeServer, listenOnLoopback, PortTakenError } from "../../../infra/local/server/loopback.ts";
import { type LocalIssuer, startIssuer } from "../../../infra/local/stack/issuer.ts";
import { printableToken, TokenError } from "../../../infra/local/token.ts";

let folder: string;
let issuer: LocalIssuer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "issuer-test-"));
  issuer = await startIssuer({ dataDir: folder });
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
    expect((await ask({ origin: "http://localhost:3000" })).status).toBe(200);
  });

  test.each(["grant_type=client_credentials", "grant_type=password&username=nobody"])(
    "refuses the grant %s, which names no person",
    async (grant) => {
      const answer = await fetch(issuer.tokenUri, { method: "POST", body: new URLSearchParams(grant) });
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
    issuer = await startIssuer({ dataDir: folder, port });
    expect((await verify(token)).name).toBe("Alice");
  });
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
