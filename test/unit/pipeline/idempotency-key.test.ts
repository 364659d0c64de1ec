import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactRoutes } from "../../../functions/contacts/routes.ts";
import { routeGroup as imports } from "../../../functions/imports/group.ts";
import {
  canonicalJson,
  digestRequest,
  readIdempotencyKey,
} from "../../../shared/platform/http/idempotency/idempotency-key.ts";
import type { MultipartContent, UploadedFile } from "../../../shared/platform/http/route/route.ts";

function read(headers: Record<string, string> | null, multiValueHeaders: Record<string, string[]> | null = null) {
  return readIdempotencyKey({ headers, multiValueHeaders });
}

describe("the header", () => {
  it.each([
    ["8e03978e-40d5-43dd-bc93-6894a57f9324", "8e03978e-40d5-43dd-bc93-6894a57f9324"],
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', "8e03978e-40d5-43dd-bc93-6894a57f9324"],
    ["  a  ", "a"],
    ['"with blanks, commas; and more"', "with blanks, commas; and more"],
    [String.raw`"a \"quoted\" \\ part"`, String.raw`a "quoted" \ part`],
    ["order:42/line=7+b==", "order:42/line=7+b=="],
    ["x".repeat(255), "x".repeat(255)],
    [`"${"x".repeat(255)}"`, "x".repeat(255)],
  ])("%j is the key %j", (value, key) => {
    expect(read({ "Idempotency-Key": value })).toEqual({ key, faults: [] });
  });

  it.each([
    "",
    '""',
    '"',
    'open"',
    '"a"b"',
    String.raw`"a\b"`,
    String.raw`"a\"`,
    '"a";p=1',
    "two words",
    '"ключ"',
    "x".repeat(256),
    `"${"x".repeat(256)}"`,
  ])("%j is refused", (value) => {
    expect(read({ "Idempotency-Key": value })).toEqual({
      faults: [{ path: "headers.idempotency-key", message: expect.stringContaining("1 to 255") }],
    });
  });

  it("can have any printable ASCII text in quotes", () => {
    const printable = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 255 });
    fc.assert(
      fc.property(printable, (key) => {
        expect(read({ "Idempotency-Key": `"${key.replace(/["\\]/g, "\\$&")}"` }).key).toBe(key);
      }),
    );
  });

  it("is found in any case, is optional, and must not be repeated", () => {
    expect(read({ "IDEMPOTENCY-KEY": "a" })).toEqual({ key: "a", faults: [] });
    expect(read({ other: "a" })).toEqual({ faults: [] });
    expect(read(null)).toEqual({ faults: [] });
    expect(read({ "idempotency-key": "b" }, { "Idempotency-Key": ["a", "b"] })).toEqual({
      faults: [{ path: "headers.idempotency-key", message: "Given more than once." }],
    });
    const spellings = { "Idempotency-Key": "a", "idempotency-key": "b" };
    const lists = { "Idempotency-Key": ["a"], "idempotency-key": ["b"] };
    for (const twice of [read(spellings), read({ "idempotency-key": "b" }, lists)]) {
      expect(twice).toEqual({ faults: [{ path: "headers.idempotency-key", message: "Given more than once." }] });
    }
  });
});

describe("canonical JSON", () => {
  /** The same value, with the members of its objects in another order. */
  function reordered(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(reordered);
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).reverse();
    return Object.fromEntries(members.map(([name, member]) => [name, reordered(member)]));
  }

  it("is equal for equal values", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const again = JSON.parse(JSON.stringify(reordered(value), null, 3));
        expect(canonicalJson(again)).toBe(canonicalJson(JSON.parse(JSON.stringify(value))));
      }),
    );
  });

  it("differs for different values", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
        expect(canonicalJson(a) === canonicalJson(b)).toBe(same);
      }),
    );
    const alike = [
      [],
      [[]],
      {},
      "",
      "[0",
      null,
      0,
      "0",
      ["a", "b"],
      ["ab"],
      { a: "b" },
      ["a", ["b"]],
      [["a"], "b"],
      false,
    ];
    expect(new Set(alike.map(canonicalJson)).size).toBe(alike.length);
  });

  it("can be made of a value as deep as a body may be", () => {
    const depth = 500_000;
    expect(canonicalJson(JSON.parse("[".repeat(depth) + "]".repeat(depth)))).toHaveLength(3 * depth);
  });
});

describe("the digest", () => {
  const create = contactRoutes.createContact;
  const request = { method: "POST", path: "/contacts", query: {}, body: { firstName: "Ada", lastName: "Okonkwo" } };

  it("depends on method, path, query and body", () => {
    const others = [
      request,
      { ...request, method: "PUT" },
      { ...request, path: "/contacts/import" },
      { ...request, query: { q: ["1"] } },
      { ...request, body: { firstName: "Ada" } },
    ];
    expect(new Set(others.map((other) => digestRequest(create, other))).size).toBe(others.length);
    expect(digestRequest(create, { ...request, body: { lastName: "Okonkwo", firstName: "Ada" } })).toBe(
      digestRequest(create, request),
    );
    expect(digestRequest(create, request)).toMatch(/^[\w-]{43}$/);
  });

  it("of a multipart body depends on names, types, contents, order and fields of its parts", () => {
    const file = (given: Partial<UploadedFile>): UploadedFile => ({
      fieldName: "file",
      fileName: "book.vcf",
      contentType: "text/vcard",
      content: Buffer.from("BEGIN:VCARD"),
      ...given,
    });
    const other = file({ fileName: "other.vcf", content: Buffer.from("END:VCARD") });
    const bodies: MultipartContent[] = [
      { files: [file({})], fields: {} },
      { files: [file({ fieldName: "book" })], fields: {} },
      { files: [file({ fileName: "b.vcf" })], fields: {} },
      { files: [file({ contentType: "text/plain" })], fields: {} },
      { files: [file({ content: Buffer.from("BEGIN:VCARC") })], fields: {} },
      { files: [file({}), other], fields: {} },
      { files: [other, file({})], fields: {} },
      { files: [file({})], fields: { strategy: "followers" } },
    ];
    const digestOf = (body: MultipartContent) => digestRequest(imports.rows.parseImport, { ...request, body });
    expect(new Set(bodies.map(digestOf)).size).toBe(bodies.length);
    expect(digestOf({ files: [file({ content: new Uint8Array(Buffer.from("BEGIN:VCARD")) })], fields: {} })).toBe(
      digestOf({ files: [file({})], fields: {} }),
    );
  });
});
