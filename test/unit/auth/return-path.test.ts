import { expect, it } from "vitest";
import { safeReturnPath } from "../../../functions/session/return-path.ts";

it.each([
  ["/app", "/app"],
  ["/app/people?search=a#row", "/app/people?search=a#row"],
  ["/docs/guides/imports", "/docs/guides/imports"],
  ["/docs?x=//evil.example", "/docs?x=//evil.example"],
  ["/app/%2f%2fevil.example", "/app/%2f%2fevil.example"],
  ["/app/people/ä", "/app/people/%C3%A4"],
])("a sign-in returns to %s", (text, path) => {
  expect(safeReturnPath(text)).toBe(path);
});

it.each([
  undefined,
  "",
  " ",
  "app",
  "/",
  "/contacts",
  "/application",
  "/session/sign-out",
  "//evil.example",
  "//evil.example/app",
  "/\\evil.example/app",
  "/\t/evil.example/app",
  "\\/evil.example/app",
  "https://evil.example/app",
  "javascript:alert(1)//app",
  "%2f%2fevil.example",
  "/%2fevil.example/app",
  "/%5cevil.example/app",
  "/app/..//evil.example",
  "/app/../..//evil.example/app",
  "/app/%2e%2e//evil.example",
  "/app/..\\\\evil.example",
  "/app/../session/sign-out",
  "/.//evil.example/app",
])("a sign-in that shall return to %j returns to the app", (text) => {
  expect(safeReturnPath(text)).toBe("/app");
});
