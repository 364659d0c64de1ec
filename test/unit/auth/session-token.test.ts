import fc from "fast-check";
import { v5 as uuidV5 } from "uuid";
import { describe, expect, it } from "vitest";
import { createSessionVerifier } from "../../../shared/auth/session-token.ts";
import type { SessionIssuer } from "../../../shared/platform/config/environment.ts";
import { newSigningKey, signToken, symmetricToken, unsignedToken, withClaims } from "../../support/account/tokens.ts";

const own: SessionIssuer = {
  issuer: "https://own.example",
  jwksUri: "https://own.example/keys",
  clientIds: ["web", "phone"],
  own: true,
  scopes: ["openid", "admin"],
};
const foreign: SessionIssuer = {
  issuer: "https://foreign.example",
  jwksUri: "https://foreign.example/keys",
  clientIds: ["their-client"],
  own: false,
};

const key = newSigningKey("own-1");
const nextKey = newSigningKey("own-2");
const foreignKey = newSigningKey("foreign-1");

const subject = "3f2c1a4e-9d0b-4c6a-8a52-0e9c6c1d7b11";
const now = Math.floor(Date.now() / 1000);
const claims = {
  iss: own.issuer,
  sub: subject,
  client_id: "web",
  token_use: "access",
  scope: "openid",
  exp: now + 600,
};

/** A verifier whose issuers publish these key sets, and the URLs that it fetches. */
function publish(sets: Record<string, object | number>) {
  const asked: string[] = [];
  const fetchKeySet = (async (uri: string) => {
    asked.push(uri);
    const set = sets[uri];
    if (set === undefined) throw new TypeError("fetch failed");
    return typeof set === "number" ? new Response("", { status: set }) : Response.json(set);
  }) as unknown as typeof fetch;
  return { asked, verify: createSessionVerifier([own, foreign], fetchKeySet) };
}

function published() {
  return publish({ [own.jwksUri]: { keys: [key.jwk] }, [foreign.jwksUri]: { keys: [foreignKey.jwk] } });
}

describe("a valid token", () => {
  it("of the own issuer names the account by its subject, which is a UUID", async () => {
    expect(await published().verify(signToken(key, claims))).toMatchObject({
      accountId: subject,
      subject,
      expiresAt: claims.exp,
      issuer: own,
      claims,
    });
  });

  it.each([
    [{ auth_time: now - 900, iat: now - 5 }, now - 900],
    [{ iat: now - 5 }, now - 5],
    [{}, 0],
  ])("was issued when the user signed in, or else when it was made: %j", async (times, issuedAt) => {
    expect(await published().verify(signToken(key, { ...claims, ...times }))).toMatchObject({ issuedAt });
  });

  it("names the account in lower case", async () => {
    const session = await published().verify(signToken(key, { ...claims, sub: subject.toUpperCase() }));
    expect(session?.accountId).toBe(subject);
  });

  it("of the own issuer whose subject is no UUID names an account by a UUID of version 5", async () => {
    const session = await published().verify(signToken(key, { ...claims, sub: "alice" }));
    expect(session?.accountId).toBe(uuidV5("alice", uuidV5(own.issuer, uuidV5.URL)));
  });

  it("of another issuer never names an account of the own issuer, even if its subject is a UUID", async () => {
    const theirs = { iss: foreign.issuer, sub: subject, client_id: "their-client", exp: now + 600 };
    const session = await published().verify(signToken(foreignKey, theirs));
    expect(session?.accountId).toBe(uuidV5(subject, uuidV5(foreign.issuer, uuidV5.URL)));
    expect(session?.accountId).not.toBe(subject);
  });

  it.each([
    ["without scope and use", { scope: undefined, token_use: undefined }],
    ["with one of several scopes", { scope: "email admin" }],
    ["by its audience", { aud: "phone", client_id: undefined }],
    ["by one of its audiences", { aud: ["other", "web"], client_id: undefined }],
  ])("is accepted %s", async (_how, change) => {
    expect(await published().verify(signToken(key, { ...claims, ...change }))).toBeDefined();
  });

  it("needs one fetch of the key set for many requests", async () => {
    const { asked, verify } = published();
    const token = signToken(key, claims);
    await Promise.all([verify(token), verify(token), verify(token)]);
    await verify(token);
    expect(asked).toEqual([own.jwksUri]);
  });

  it("is accepted when its key is newer than the key set in memory", async () => {
    const sets: Record<string, object> = { [own.jwksUri]: { keys: [key.jwk] } };
    const { verify } = publish(sets);
    await verify(signToken(key, claims));
    sets[own.jwksUri] = { keys: [key.jwk, nextKey.jwk] };
    expect(await verify(signToken(nextKey, claims))).toBeDefined();
  });
});

describe("a token is refused", () => {
  const good = signToken(key, claims);
  it.each<[string, string]>([
    ["that has expired", signToken(key, { ...claims, exp: now - 1 })],
    ["that never expires", signToken(key, { ...claims, exp: undefined })],
    ["that is not valid yet", signToken(key, { ...claims, nbf: now + 600 })],
    ["of an unknown issuer", signToken(key, { ...claims, iss: "https://evil.example" })],
    ["without an issuer", signToken(key, { ...claims, iss: undefined })],
    ["of another issuer, signed with the own issuer's key", signToken(key, { ...claims, iss: foreign.issuer })],
    ["for another client", signToken(key, { ...claims, client_id: "their-client" })],
    ["for no client", signToken(key, { ...claims, client_id: undefined })],
    ["for another audience with the right client", signToken(key, { ...claims, aud: "another-api" })],
    ["that is an identity token", signToken(key, { ...claims, token_use: "id", aud: "web" })],
    ["with another scope", signToken(key, { ...claims, scope: "email profile" })],
    ["without a subject", signToken(key, { ...claims, sub: undefined })],
    ["with an empty subject", signToken(key, { ...claims, sub: "" })],
    ["signed with another key of the same id", signToken({ ...nextKey, kid: key.kid }, claims)],
    ["signed with a key that is not in the key set", signToken(nextKey, claims)],
    ["that names no key", signToken(key, claims, { kid: undefined })],
    ["changed after it was signed", withClaims(good, { sub: "somebody-else" })],
    ["with alg none and no signature", unsignedToken(claims, key.kid)],
    ["with alg none and any signature", unsignedToken(claims, key.kid, "AAAA")],
    ["with alg none in the header of a signed one", signToken(key, claims, { alg: "none" })],
    ["signed with the public key as a secret", symmetricToken(key, claims)],
    ["cut short", good.slice(0, -8)],
    ["without its signature", good.slice(0, good.lastIndexOf("."))],
    ["that is no token", "not-a-token"],
    ["that is empty", ""],
    ["with an extension in `crit`", signToken(key, claims, { crit: ["b64"], b64: true })],
    ["with an empty `crit`", signToken(key, claims, { crit: [] })],
    ["with a padded signature", `${good}==`],
    ["with one padding character", `${good}=`],
  ])("%s", async (_what, token) => {
    expect(await published().verify(token)).toBeUndefined();
  });

  it("with a foreign signature, whatever `alg` its header has, even if the key set doesn't restrict its keys", async () => {
    const { alg: _alg, use: _use, ...bare } = key.jwk;
    const forger = { ...nextKey, kid: key.kid };
    const { verify } = publish({ [own.jwksUri]: { keys: [bare] } });
    for (const alg of ["none", "HS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA", "", null, 1]) {
      expect(await verify(signToken(forger, claims, { alg })), String(alg)).toBeUndefined();
    }
    expect(await verify(good)).toBeDefined();
  });

  it("when any of its characters is changed", async () => {
    const { verify } = published();
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.constantFrom(..."AZaz09-_.+/= é"), async (at, character) => {
        // The last character of header and payload has unused bits, which are signed too.
        fc.pre(good[at] !== character);
        expect(await verify(good.slice(0, at) + character + good.slice(at + 1))).toBeUndefined();
      }),
    );
  });
});

describe("a key set that can't be fetched", () => {
  it.each<[string, Record<string, object | number>]>([
    ["can't be reached", {}],
    ["is answered with an error", { [own.jwksUri]: 500 }],
    ["is no key set", { [own.jwksUri]: { message: "sorry" } }],
  ])("makes the service unavailable when it %s", async (_how, sets) => {
    await expect(publish(sets).verify(signToken(key, claims))).rejects.toMatchObject({ code: "service_unavailable" });
  });

  it("is fetched again by the next request", async () => {
    const sets: Record<string, object> = {};
    const { verify } = publish(sets);
    await expect(verify(signToken(key, claims))).rejects.toMatchObject({ code: "service_unavailable" });
    sets[own.jwksUri] = { keys: [key.jwk] };
    expect(await verify(signToken(key, claims))).toBeDefined();
  });
});
