import { describe, expect, it } from "vitest";
import { chooseCredentials, functionEnvironment } from "../../../infra/local/stack/function-environment.ts";
import { readForeignIssuer, readPort, readStagePath, SettingError } from "../../../infra/local/stack/local-settings.ts";

it.each([
  ["", ""],
  ["/prod", "/prod"],
])("the stage path %o is %s", (text, path) => {
  expect(readStagePath({ STAGE_PATH: text })).toBe(path);
});

it.each(["prod", "/", "/prod/", "/a/b", "/a?b", "//evil"])("%s is no path of a stage", (text) => {
  expect(() => readStagePath({ STAGE_PATH: text })).toThrow(SettingError);
});

it.each(["-1", "65536", "http", "3e3"])("%s is no port", (text) => {
  expect(() => readPort({ PORT: text }, 3000)).toThrow(SettingError);
});

describe("another issuer", () => {
  it("replaces the local one, and lets browsers sign in if it has a client for them", () => {
    const issuer = { issuer: "https://id.example/", jwksUri: "https://id.example/.well-known/jwks.json", own: false };
    expect(readForeignIssuer({})).toBeUndefined();
    expect(readForeignIssuer({ ISSUER: "https://id.example/", CLIENT_IDS: "a,b" })).toEqual({
      ...issuer,
      clientIds: ["a", "b"],
    });
    const keys = "http://127.0.0.1:9000/keys";
    const settings = { ISSUER: "https://id.example/", JWKS_URI: keys, CLIENT_IDS: "a", SIGN_IN_CLIENT_ID: "browser" };
    expect(readForeignIssuer(settings)).toEqual({
      ...issuer,
      jwksUri: keys,
      clientIds: ["a", "browser"],
      signIn: { clientId: "browser", scopes: "openid email profile", parameters: {} },
    });
  });

  it.each([
    [{ ISSUER: "http://id.example", CLIENT_IDS: "a" }, "ISSUER must begin with https://"],
    [{ ISSUER: "http://localhost.id.example", CLIENT_IDS: "a" }, "ISSUER must begin with https://"],
    [{ ISSUER: "https://id.example", CLIENT_IDS: "a", JWKS_URI: "http://id.example/keys" }, "JWKS_URI must begin with"],
    [{ ISSUER: "http://localhost:9000" }, "ISSUER needs CLIENT_IDS or SIGN_IN_CLIENT_ID"],
  ])("is refused with a sentence if its keys could be replaced, or nobody is accepted: %o", (settings, message) => {
    expect(() => readForeignIssuer(settings)).toThrow(message);
  });
});

it("the functions know the stage in every address of the service, and the issuer of the settings", () => {
  const settings = { STAGE_PATH: "/prod", ISSUER: "https://id.example", SIGN_IN_CLIENT_ID: "browser" };
  const environment = functionEnvironment({
    port: 3000,
    settings,
    issuer: {
      issuer: "http://localhost:9",
      jwksUri: "http://localhost:9/keys",
      userInfoUri: "http://localhost:9/me",
      clientId: "c",
    },
    endpoints: { dynamoDb: "", s3: "http://localhost:8", ses: "", sqs: "" },
    credentials: chooseCredentials({}),
    pepper: "pepper",
    queueUrls: { quick: "", slow: "" },
    placesFile: "places",
    pagesFolder: "pages",
    mailPage: "/docs/mail",
  });
  expect(environment).toMatchObject({
    PUBLIC_URL: "http://localhost:3000/prod",
    SIGN_IN_BASES: "http://localhost:3000/prod,http://127.0.0.1:3000/prod",
    MAIL_PAGE: "/prod/docs/mail",
    ALLOWED_ORIGINS: "http://localhost:3000,http://127.0.0.1:3000",
  });
  expect(JSON.parse(String(environment.SESSION_ISSUERS))).toEqual([readForeignIssuer(settings)]);
});
