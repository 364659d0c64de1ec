import { describe, expect, it } from "vitest";
import {
  binaryMediaTypes,
  type GatewayResponseType,
  gatewayBody,
  gatewayHeaders,
  gatewayResponses,
  gatewayStatus,
} from "../../../shared/platform/http/answer/gateway-responses.ts";
import { errorCatalogue } from "../../../shared/platform/http/error-catalogue.ts";

const types = Object.keys(gatewayResponses) as GatewayResponseType[];

describe("the gateway's own answers", () => {
  it.each(types)("%s answers in the envelope, with the status of its code and the security headers", (type) => {
    const { error } = JSON.parse(gatewayBody(type, "the-request", "https://api.example/docs/errors"));
    const entry = errorCatalogue[error.code as keyof typeof errorCatalogue];
    expect(error).toMatchObject({
      code: gatewayResponses[type].code,
      type: entry.type,
      message: expect.stringMatching(/\.$/),
      request_id: "the-request",
      doc_url: `https://api.example/docs/errors/${error.code}`,
    });
    expect(gatewayStatus(type)).toBe(entry.status);
    expect(gatewayHeaders(type)).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
      "strict-transport-security": expect.any(String),
    });
  });

  it("says when to come back wherever waiting helps, in header and envelope alike", () => {
    const waiting = types.filter((type) => [429, 503].includes(gatewayStatus(type)));
    expect(waiting).toEqual(expect.arrayContaining(["THROTTLED", "QUOTA_EXCEEDED", "INTEGRATION_FAILURE"]));
    for (const type of waiting) {
      const { error } = JSON.parse(gatewayBody(type, "id", "https://api.example/docs/errors"));
      expect(error.retry_after).toBeGreaterThan(0);
      expect(gatewayHeaders(type)["retry-after"]).toBe(String(error.retry_after));
    }
  });

  it("names the scheme of credentials with every 401, and with nothing else", () => {
    const named = types.filter((type) => gatewayHeaders(type)["www-authenticate"] === "Bearer");
    expect(named).toEqual(types.filter((type) => gatewayStatus(type) === 401));
    expect(named).toEqual(expect.arrayContaining(["ACCESS_DENIED", "INVALID_API_KEY", "UNAUTHORIZED"]));
  });

  it("lists what a validation error is about, as every other one does", () => {
    const invalid = types.filter((type) => gatewayResponses[type].code === "validation_error");
    expect(invalid).toEqual(expect.arrayContaining(["DEFAULT_4XX", "BAD_REQUEST_PARAMETERS", "BAD_REQUEST_BODY"]));
    for (const type of invalid) {
      const { error } = JSON.parse(gatewayBody(type, "id", "https://api.example/docs/errors"));
      expect(error.details).toEqual([{ path: expect.stringMatching(/^(body|headers)$/), message: error.message }]);
      expect(error.param).toBe(error.details[0].path);
    }
  });

  it("says of a body that is too large how much may come, and where a larger file goes", () => {
    const { error } = JSON.parse(gatewayBody("REQUEST_TOO_LARGE", "id", "https://api.example/docs/errors"));
    expect(error.message).toMatch(/4 MB\. .*\/uploads/);
  });

  it("keeps the gateway's variables as they are, so that it can fill them in", () => {
    const body = gatewayBody("THROTTLED", "$context.requestId", "https://$context.domainName/docs/errors");
    expect(body).toContain('"request_id":"$context.requestId"');
    expect(body).toContain("https://$context.domainName/docs/errors/rate_limit_exceeded");
  });

  it("says of an unknown path that it is not found, and covers every class that the gateway knows a default for", () => {
    expect(gatewayStatus("MISSING_AUTHENTICATION_TOKEN")).toBe(404);
    expect(gatewayStatus("DEFAULT_4XX")).toBe(400);
    expect(gatewayStatus("DEFAULT_5XX")).toBe(500);
  });
});

it("uploads and JSON travel as bytes, text does not", () => {
  expect(binaryMediaTypes).toEqual(expect.arrayContaining(["multipart/form-data", "application/json"]));
  expect(binaryMediaTypes.filter((type) => /^text\/|\*/.test(type))).toEqual([]);
});
