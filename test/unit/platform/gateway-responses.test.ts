import { expect, it } from "vitest";
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
const docsUrl = "https://$context.domainName/docs/errors";
const errorOf = (type: GatewayResponseType) => JSON.parse(gatewayBody(type, "$context.requestId", docsUrl)).error;

it.each(types)("the gateway answers %s in the envelope, with the headers of every other error", (type) => {
  const error = errorOf(type);
  const { status, ...entry } = errorCatalogue[error.code as keyof typeof errorCatalogue];
  expect(gatewayStatus(type)).toBe(status);
  expect(error).toMatchObject({
    code: gatewayResponses[type].code,
    type: entry.type,
    message: expect.stringMatching(/\.$/),
    // The gateway replaces its variables.
    request_id: "$context.requestId",
    doc_url: `${docsUrl}/${error.code}`,
  });
  const headers = gatewayHeaders(type);
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
    "strict-transport-security": expect.any(String),
  });
  expect(headers["www-authenticate"]).toBe(status === 401 ? "Bearer" : undefined);
  const isTemporary = status === 429 || status === 503;
  const seconds = type === "WAF_FILTERED" ? 30 : 1;
  const expected = isTemporary ? [seconds, String(seconds)] : [undefined, undefined];
  expect([error.retry_after, headers["retry-after"]]).toEqual(expected);
  const details = [{ path: "headers", message: error.message }];
  expect([error.details, error.param]).toEqual(status === 400 ? [details, "headers"] : [undefined, undefined]);
});

it("the gateway's answer to a body that is too large says how large it may be, and where to send a larger file", () => {
  expect(errorOf("REQUEST_TOO_LARGE").message).toMatch(/4 MB\. .*\/uploads/);
});

it("the gateway's defaults are for the caller's and the service's faults, and an unknown path is not found", () => {
  const statuses = (["MISSING_AUTHENTICATION_TOKEN", "DEFAULT_4XX", "DEFAULT_5XX"] as const).map(gatewayStatus);
  expect(statuses).toEqual([404, 400, 500]);
});

it("the gateway passes uploads and JSON as bytes, and other text as text", () => {
  expect(binaryMediaTypes).toEqual(expect.arrayContaining(["multipart/form-data", "application/json"]));
  expect(binaryMediaTypes.filter((type) => /^text\/|\*/.test(type))).toEqual([]);
});
