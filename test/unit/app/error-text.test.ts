import { expect, it, vi } from "vitest";
import { errorText } from "../../../functions/app/browser/parts/error-text.ts";
import { ApiError, connectionFailed } from "../../../shared/client/api-error.ts";

it.each([
  [connectionFailed(), "You are offline, or the service can't be reached."],
  [new ApiError({ code: "auth_required", status: 401, message: "A token is needed." }), "Your session has ended."],
  [new ApiError({ code: "not_found", status: 404, message: "There is no key." }), "There is no key."],
  [
    new ApiError({
      ...{ code: "validation_error", status: 400, message: "2 faults." },
      details: [
        { path: "body.label", message: "Too long." },
        { path: "body.url", message: "Not https." },
      ],
    }),
    "Too long. Not https.",
  ],
  [
    new ApiError({ code: "rate_limit_exceeded", status: 429, message: "Too many requests.", retryAfter: 7 }),
    "Too many requests. Try again in 7 s.",
  ],
  [
    new ApiError({ code: "internal_server_error", status: 500, message: "It failed.", requestId: "r-1" }),
    "It failed. (request r-1)",
  ],
])("an error is a sentence with what helps: %s", (error, text) => {
  expect(errorText(error)).toBe(text);
});

it("a fault of the page itself has no technical text for the person, and is in the console", () => {
  const console = vi.spyOn(globalThis.console, "error").mockImplementation(() => {});
  try {
    expect(errorText(new TypeError("x is undefined"))).toMatch(/^This page has a fault\./);
    expect(console).toHaveBeenCalledOnce();
  } finally {
    console.mockRestore();
  }
});
