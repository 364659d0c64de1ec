import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describesPerson, mergeClaims, personOf } from "../../shared/auth/person.ts";
import { fetchUserInfo } from "../../shared/auth/user-info.ts";
import { contactPatchSchema } from "../../shared/contact/schema.ts";

describe("the person of a new account", () => {
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
  ])("of %j is %j", (claims, expected) => {
    expect(personOf(claims as Record<string, unknown>)).toMatchObject(expected);
  });

  it("is one that a contact can hold, whatever the issuer says", () => {
    const claim = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.emailAddress(), fc.anything());
    const claims = fc.record(
      { given_name: claim, family_name: claim, name: claim, email: claim },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(claims, (given) => {
        const { firstName, lastName, email } = personOf(given);
        const emails = email === null ? [] : [{ value: email }];
        const written = contactPatchSchema.parse({ firstName, lastName, emails });
        expect(written).toMatchObject({ firstName, lastName, emails });
      }),
      { numRuns: 500 },
    );
  });

  it("is complete when nothing needs to be asked for", () => {
    const complete = { name: "Ada", email: "ada@example.com", email_verified: false };
    expect(describesPerson(complete)).toBe(true);
    for (const name of Object.keys(complete)) expect(describesPerson({ ...complete, [name]: undefined })).toBe(false);
  });

  it("never has an address verified by words about another one", () => {
    const token = { email: "mine@example.com", email_verified: true };
    expect(personOf(mergeClaims(token, { email: "yours@example.com" })).emailVerified).toBe(false);
    expect(personOf(mergeClaims({ email: "yours@example.com" }, { email_verified: true })).emailVerified).toBe(false);
    expect(personOf(mergeClaims(token, { name: "Ada" }))).toMatchObject({ email: token.email, emailVerified: true });
  });
});

describe("userinfo", () => {
  const ask = (answer: () => Response) =>
    fetchUserInfo("https://issuer.example/userinfo", "t", "ada", (async () => answer()) as unknown as typeof fetch);

  it("is asked with the token itself", async () => {
    let authorization: string | null = null;
    const fetchInfo = (async (_uri: string, init: RequestInit) => {
      authorization = new Headers(init.headers).get("authorization");
      return Response.json({ sub: "ada", name: "Ada" });
    }) as unknown as typeof fetch;
    expect(await fetchUserInfo("https://issuer.example/userinfo", "t", "ada", fetchInfo)).toMatchObject({
      name: "Ada",
    });
    expect(authorization).toBe("Bearer t");
  });

  it.each<[string, () => Response]>([
    ["about another subject", () => Response.json({ sub: "eve", name: "Eve" })],
    ["without a subject", () => Response.json({ name: "Eve" })],
    ["that is no object", () => Response.json("Eve")],
    ["that refuses the token", () => new Response("", { status: 401 })],
    ["that misses a scope", () => new Response("", { status: 403 })],
  ])("says nothing in an answer %s", async (_what, answer) => {
    expect(await ask(answer)).toEqual({});
  });

  it.each<[string, () => Response]>([
    ["has a fault", () => new Response("", { status: 500 })],
    ["is overrun", () => new Response("", { status: 429 })],
    ["answers no JSON", () => new Response("<html>")],
    [
      "is not reached",
      () => {
        throw new TypeError("fetch failed");
      },
    ],
  ])("is asked again later when the issuer %s", async (_what, answer) => {
    await expect(ask(answer)).rejects.toMatchObject({ code: "service_unavailable" });
  });
});
