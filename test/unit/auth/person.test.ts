import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identify } from "../../../shared/auth/person.ts";
import { contactPatchSchema } from "../../../shared/contact/schema.ts";

/** The person of a token with these claims. Without an answer, the issuer has no userinfo endpoint. */
function personOf(claims: object, answer?: () => Response, asked: string[] = []) {
  const userInfoUri = "https://issuer.example/userinfo";
  const issuer = { issuer: "https://issuer.example", jwksUri: "https://issuer.example/keys", clientIds: [], own: true };
  const session = { accountId: "a", subject: "ada", expiresAt: 0, issuedAt: 0, claims: { ...claims } };
  const fetchInfo = (async (uri: string, init: RequestInit) => {
    asked.push(`${uri} ${new Headers(init.headers).get("authorization")}`);
    return answer?.();
  }) as unknown as typeof fetch;
  return identify({ ...session, issuer: { ...issuer, ...(answer && { userInfoUri }) } }, "t", fetchInfo);
}

describe("the person of a token", () => {
  it.each<[object, object]>([
    [
      { given_name: "Ada", family_name: "Lovelace", name: "Ada L." },
      { firstName: "Ada", lastName: "Lovelace" },
    ],
    [{ name: "Ada Lovelace" }, { firstName: "Ada Lovelace", lastName: "" }],
    [
      { name: "  ", email: "ada.l@example.com" },
      { firstName: "ada.l", lastName: "" },
    ],
    [{ family_name: "Lovelace" }, { firstName: "Me", lastName: "" }],
    [
      { name: 7, email: ["a@example.com"] },
      { firstName: "Me", lastName: "", email: null },
    ],
    [
      { given_name: "\u200b", name: "\u2800", email: "ada.l@example.com" },
      { firstName: "ada.l", lastName: "" },
    ],
    [{ name: "Ada\u2028\nLovelace\u2029" }, { firstName: "Ada Lovelace", lastName: "" }],
    [{}, { firstName: "Me", lastName: "", email: null, emailVerified: false }],
    [
      { email: "Ada@EXAMPLE.com", email_verified: true },
      { email: "Ada@example.com", emailVerified: true },
    ],
    [{ email: "ada@example.com", email_verified: "true" }, { emailVerified: true }],
    [{ email: "ada@example.com", email_verified: "false" }, { emailVerified: false }],
    [{ email: "ada@example.com" }, { emailVerified: false }],
    [
      { email: "no address", email_verified: true },
      { email: null, emailVerified: false },
    ],
  ])("with the claims %j is %j", async (claims, expected) => {
    expect(await personOf(claims)).toMatchObject(expected);
  });

  it("has fields that a contact accepts, for any claims", async () => {
    const claim = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.emailAddress(), fc.anything());
    const claims = fc.record(
      { given_name: claim, family_name: claim, name: claim, email: claim },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(claims, async (given) => {
        const { firstName, lastName, email } = await personOf(given);
        const emails = email === null ? [] : [{ value: email }];
        const written = contactPatchSchema().parse({ firstName, lastName, emails });
        expect(written).toMatchObject({ firstName, lastName, emails });
      }),
    );
  });
});

describe("userinfo", () => {
  const complete = { name: "Ada", email: "ada@example.com", email_verified: false };
  const stranger = { firstName: "Me", lastName: "", email: null, emailVerified: false };

  it("is requested with the token, and only if the token lacks a claim", async () => {
    const asked: string[] = [];
    const answer = () => Response.json({ sub: "ada", ...complete });
    expect(await personOf(complete, answer, asked)).toMatchObject({ firstName: "Ada" });
    expect(asked).toEqual([]);
    for (const name of Object.keys(complete)) {
      expect(await personOf({ ...complete, [name]: undefined }, answer, asked)).toMatchObject({ firstName: "Ada" });
    }
    expect(asked).toEqual(Array(3).fill("https://issuer.example/userinfo Bearer t"));
  });

  it.each([
    [{ email: "mine@example.com", email_verified: true }, { email: "yours@example.com" }, "yours@example.com", false],
    [{ email: "yours@example.com" }, { email_verified: true }, "yours@example.com", false],
    [{ email: "mine@example.com", email_verified: true }, { name: "Ada" }, "mine@example.com", true],
  ])("a token with %j and userinfo with %j give %s, verified: %s", async (token, userInfo, email, emailVerified) => {
    const answer = () => Response.json({ sub: "ada", ...userInfo });
    expect(await personOf(token, answer)).toMatchObject({ email, emailVerified });
  });

  it.each<[string, () => Response]>([
    ["about another subject", () => Response.json({ sub: "eve", name: "Eve" })],
    ["without a subject", () => Response.json({ name: "Eve" })],
    ["that is no object", () => Response.json("Eve")],
    ["that refuses the token", () => new Response("", { status: 401 })],
    ["that misses a scope", () => new Response("", { status: 403 })],
  ])("is ignored in an answer %s", async (_what, answer) => {
    expect(await personOf({}, answer)).toEqual(stranger);
  });

  it.each<[string, () => Response]>([
    ["has a fault", () => new Response("", { status: 500 })],
    ["is throttled", () => new Response("", { status: 429 })],
    ["answers no JSON", () => new Response("<html>")],
    [
      "is not reached",
      () => {
        throw new TypeError("fetch failed");
      },
    ],
  ])("is unavailable when the issuer %s", async (_what, answer) => {
    await expect(personOf({}, answer)).rejects.toMatchObject({ code: "service_unavailable" });
  });
});
