import { expect, it } from "vitest";
import { faultOf, faultWithoutMessage } from "../../shared/log/fault.ts";

const place = expect.stringMatching(/^( {4}at .+\n?)+$/);

it("an error of our own is told with its message and place", () => {
  expect(faultOf(new Error("no row was matched"))).toEqual({
    name: "Error",
    message: "no row was matched",
    stack: place,
  });
});

it("any other is told without its message, even where a line of that looks like a place", () => {
  const fault = faultOf(new RangeError("Zenobia\n    at Zenobia\nZenobia"));
  expect(fault).toEqual({ name: "RangeError", message: "", stack: place });
  expect(JSON.stringify(fault)).not.toContain("Zenobia");
});

it("of what ran over a file, no message is told at all", () => {
  expect(faultWithoutMessage(new TypeError("Zenobia is not a date"))).toMatchObject({ name: "TypeError", message: "" });
});

it("what is no error is told by its type", () => {
  expect(faultOf("Zenobia")).toEqual({ name: "string", message: "" });
  expect(faultOf(undefined)).toEqual({ name: "undefined", message: "" });
});
