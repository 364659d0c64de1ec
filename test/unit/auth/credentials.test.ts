import { describe, expect, it } from "vitest";
import { readCredentials } from "../../../shared/auth/credentials.ts";
import {
  endCookie,
  refreshCookie,
  sessionCookie,
  sessionCookieName,
  signInCookie,
  startCookie,
} from "../../../shared/auth/session-cookie.ts";

const read = (authorization: string[], cookie: string[] = []) =>
  readCredentials(authorization, cookie, "__Host-session");

describe("credentials", () => {
  it.each<[string, string[], string[], object]>([
    ["nothing", [], [], { kind: "none" }],
    ["a token", ["Bearer a.b-c_d~e+f/g="], [], { kind: "token", token: "a.b-c_d~e+f/g=", from: "header" }],
    ["a scheme in any case", ["bEARER a"], [], { kind: "token", token: "a", from: "header" }],
    ["several spaces", ["  Bearer   a "], [], { kind: "token", token: "a", from: "header" }],
    ["a key", ["Bearer service_key_x"], [], { kind: "key", text: "service_key_x" }],
    ["a malformed key", ["bearer service_key_ü !"], [], { kind: "key", text: "service_key_ü !" }],
    [
      "a token that starts like a key",
      ["Bearer service_key"],
      [],
      { kind: "token", token: "service_key", from: "header" },
    ],
    ["a cookie", [], ["__Host-session=a.b.c"], { kind: "token", token: "a.b.c", from: "cookie" }],
    ["one cookie of many", [], ["x=1; __Host-session=a; y=2"], { kind: "token", token: "a", from: "cookie" }],
    ["a cookie in the second header", [], ["x=1", "__Host-session=a"], { kind: "token", token: "a", from: "cookie" }],
    [
      "a key in a cookie, which counts as a token",
      [],
      ["__Host-session=service_key_x"],
      { kind: "token", from: "cookie" },
    ],
    ["cookies of other names", [], ["session=a; __host-session=b; X__Host-session=c"], { kind: "none" }],
    ["a header beside a cookie", ["Bearer a"], ["__Host-session=b"], { kind: "token", token: "a", from: "header" }],
  ])("are read from %s", (_what, authorization, cookie, expected) => {
    expect(read(authorization, cookie)).toMatchObject(expected);
  });

  it.each<[string, string[], string[]]>([
    ["several headers", ["Bearer a", "Bearer a"], []],
    ["several tokens in one header", ["Bearer a, Bearer b"], []],
    ["another scheme", ["Basic YTpi"], []],
    ["no scheme", ["a.b.c"], []],
    ["a key without its scheme", ["service_key_x"], []],
    ["a scheme alone", ["Bearer"], []],
    ["a scheme with spaces", ["Bearer   "], []],
    ["an empty header", [""], []],
    ["a bad header beside a good cookie", ["Bearer ä"], ["__Host-session=a"]],
    ["two cookies of the name", [], ["__Host-session=a; __Host-session=b"]],
    ["an empty cookie", [], ["__Host-session="]],
    ["a cookie with a quoted value", [], ['__Host-session="a"']],
  ])("are malformed in %s", (_what, authorization, cookie) => {
    expect(read(authorization, cookie)).toEqual({ kind: "malformed" });
  });
});

describe("the session cookie", () => {
  it.each([
    ["https://api.example.com/prod", "__Host-session"],
    ["http://api.example.com", "__Host-session"],
    ["http://localhost.evil.example", "__Host-session"],
    ["http://localhost@evil.example", "__Host-session"],
    ["https://localhost:3000", "__Host-session"],
    ["http://localhost", "session"],
    ["http://localhost:3000/api", "session"],
    ["http://127.0.0.1:3000", "session"],
    ["http://[::1]:3000", "session"],
  ])("at %s has the name %s", (baseUrl, name) => {
    expect(sessionCookieName(baseUrl)).toBe(name);
  });

  const cloud = "https://api.example.com/prod/api";
  const laptop = "http://localhost:3000/prod";

  it.each([
    [sessionCookie(cloud, true), "__Host-session=v; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=None"],
    [sessionCookie(cloud, false), "__Host-session=v; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax"],
    [sessionCookie(laptop, true), "session=v; Max-Age=60; Path=/; HttpOnly; SameSite=Lax"],
    [refreshCookie(cloud), "__Secure-refresh=v; Max-Age=60; Path=/prod/session; HttpOnly; Secure; SameSite=Strict"],
    [refreshCookie(laptop), "refresh=v; Max-Age=60; Path=/prod/session; HttpOnly; SameSite=Strict"],
    [refreshCookie("http://localhost:3000"), "refresh=v; Max-Age=60; Path=/session; HttpOnly; SameSite=Strict"],
    [
      signInCookie(cloud, "12345678-9"),
      "__Secure-sign-in-12345678=v; Max-Age=60; Path=/prod/session; HttpOnly; Secure; SameSite=Lax",
    ],
    [signInCookie(laptop, "12345678-9"), "sign-in-12345678=v; Max-Age=60; Path=/prod/session; HttpOnly; SameSite=Lax"],
  ])("is hidden from scripts, and sent to this host and its path only: %j", (cookie, header) => {
    expect(startCookie(cookie, "v", 60)).toBe(header);
    // It is deleted with the same name and attributes.
    expect(endCookie(cookie)).toBe(header.replace("=v; Max-Age=60", "=; Max-Age=0"));
  });

  it("expires after at most a year", () => {
    const cookie = (age: number) => startCookie(sessionCookie(laptop, false), "a.b.c", age);
    expect(cookie(31_536_000)).toContain("; Max-Age=31536000; ");
    for (const age of [31_536_001, 3.2e9, 1e300]) expect(cookie(age)).toBe(cookie(31_536_000));
  });

  it("is not set when its value is too long for browsers", () => {
    expect(startCookie(sessionCookie(cloud, false), "a".repeat(4_000), 60)).toBeDefined();
    expect(startCookie(sessionCookie(cloud, false), "a".repeat(4_001), 60)).toBeUndefined();
  });
});
