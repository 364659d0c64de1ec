import { describe, expect, it } from "vitest";
import { type EnvironmentName, readEnvironment } from "../../../shared/platform/config/environment.ts";

const issuer = { issuer: "https://a.example", jwksUri: "https://a.example/keys", clientIds: ["web"], own: false };
const signIn = { clientId: "app", scopes: "openid", parameters: { audience: "https://api.example" } };
const issuers = (...list: unknown[]) => JSON.stringify(list);

describe("a variable", () => {
  it.each<[EnvironmentName, string | undefined, unknown]>([
    ["TABLE_NAME", "main", "main"],
    ["ALLOWED_ORIGINS", "", []],
    ["ALLOWED_ORIGINS", "https://a.example,https://b.example", ["https://a.example", "https://b.example"]],
    ["RATE_LIMIT_PER_MINUTE", undefined, 300],
    ["RATE_LIMIT_PER_MINUTE", "20", 20],
    ["MAIL_RATE", "0.5", 0.5],
    ["METRICS_BY_ROUTE", "true", true],
    ["METRICS_BY_ROUTE", undefined, false],
    ["MAIL_SENDER", undefined, undefined],
    ["PUBLIC_URL", "http://localhost:3000", "http://localhost:3000"],
    ["SESSION_ISSUERS", issuers(issuer), [issuer]],
    ["SESSION_ISSUERS", issuers({ ...issuer, scopes: ["openid"] }), [{ ...issuer, scopes: ["openid"] }]],
    ["SESSION_ISSUERS", issuers({ ...issuer, signIn }), [{ ...issuer, signIn }]],
    ["SIGN_IN_BASES", undefined, []],
    ["SIGN_IN_BASES", "https://a.example/prod,https://b.example", ["https://a.example/prod", "https://b.example"]],
  ])("%s is read from %j", (name, text, value) => {
    expect(readEnvironment({ [name]: text }, name)).toEqual({ [name]: value });
  });

  it.each<[EnvironmentName, string | undefined]>([
    ["TABLE_NAME", undefined],
    ["TABLE_NAME", "ab"],
    ["ALLOWED_ORIGINS", undefined],
    ["RATE_LIMIT_PER_MINUTE", "0"],
    ["RATE_LIMIT_PER_MINUTE", "1.5"],
    ["RATE_LIMIT_PER_MINUTE", "many"],
    ["RATE_LIMIT_PER_MINUTE", ""],
    ["MAIL_RATE", "Infinity"],
    ["METRICS_BY_ROUTE", "maybe"],
    ["API_KEY_PEPPER", "short"],
    ["MAIL_PAGE", "mail"],
    ["PUBLIC_URL", "ftp://a.example"],
    ["PUBLIC_URL", "https://"],
    ["SESSION_ISSUERS", "[]"],
    ["SESSION_ISSUERS", "{"],
    ["SESSION_ISSUERS", issuers(null)],
    ["SESSION_ISSUERS", issuers({ ...issuer, clientIds: [] })],
    ["SESSION_ISSUERS", issuers({ ...issuer, issuer: "a" })],
    ["SESSION_ISSUERS", issuers({ ...issuer, audience: "web" })],
    ["SESSION_ISSUERS", issuers({ ...issuer, signIn: { ...signIn, clientId: "" } })],
    ["SESSION_ISSUERS", issuers({ ...issuer, signIn: { ...signIn, scopes: undefined } })],
    ["SESSION_ISSUERS", issuers({ ...issuer, signIn: { ...signIn, parameters: { audience: 1 } } })],
    ["SESSION_ISSUERS", issuers({ ...issuer, signIn: { ...signIn, secret: "x" } })],
  ])("%s is refused as %j, and the message names only the variable", (name, text) => {
    const message = `the environment variable ${name} is missing or malformed`;
    expect(() => readEnvironment({ [name]: text }, name)).toThrow(new Error(message));
  });
});
