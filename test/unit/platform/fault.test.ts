import { expect, it } from "vitest";
import { faultOf, faultWithoutMessage } from "../../../shared/platform/log/request-log.ts";

const place = expect.stringMatching(/^( {4}at .+\n?)+$/);

it("an error of our own is logged with its message and stack", () => {
  expect(faultOf(new Error("no row was matched"))).toEqual({
    name: "Error",
    message: "no row was matched",
    stack: place,
  });
});

it("any other error is logged without its message, even if a line of the message looks like a stack frame", () => {
  const fault = faultOf(new RangeError("Zenobia\n    at Zenobia\nZenobia"));
  expect(fault).toEqual({ name: "RangeError", message: "", stack: place });
  expect(JSON.stringify(fault)).not.toContain("Zenobia");
});

it("a fault of code that reads a user's file is logged without its message", () => {
  expect(faultWithoutMessage(new TypeError("Zenobia is not a date"))).toMatchObject({ name: "TypeError", message: "" });
});

it("a thrown value that is not an error is logged by its type", () => {
  expect(faultOf("Zenobia")).toEqual({ name: "string", message: "" });
  expect(faultOf(undefined)).toEqual({ name: "undefined", message: "" });
});
