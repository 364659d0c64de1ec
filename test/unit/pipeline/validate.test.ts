import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseParts } from "../../../shared/platform/http/input/validate.ts";
import type { Row } from "../../../shared/platform/http/route/route.ts";

const row = {
  method: "POST",
  path: "/things",
  access: "public",
  rateLimit: "none",
  summary: "Make a thing",
  query: () => z.strictObject({ mode: z.enum(["fast", "slow"]).default("fast"), search: z.string() }),
  body: () => z.strictObject({ name: z.string(), count: z.int(), tags: z.array(z.string()), own: z.literal(true) }),
  answers: { 204: "none" },
} as const satisfies Row;

describe("faults of a request", () => {
  it("are all listed, with readable messages", () => {
    const body = { count: "3", tags: "a", own: 1, more: 0 };
    const details = [
      { path: "query.mode", message: "Must be one of fast, slow." },
      { path: "query.search", message: "Is required." },
      { path: "body.name", message: "Is required." },
      { path: "body.count", message: "Must be a number." },
      { path: "body.tags", message: "Must be an array." },
      { path: "body.own", message: "Must be true." },
      { path: "body.more", message: "Unknown field." },
    ];
    const parse = () => parseParts(row, { params: {}, query: { mode: ["medium"] }, body });
    expect(parse).toThrow(expect.objectContaining({ code: "validation_error", details }));
  });

  it("include repeated and unknown parameters, unless the row ignores them", () => {
    const { query: _query, body: _body, ...common } = row;
    const raw = { params: {}, query: { more: ["1", "2"] }, body: undefined };
    expect(parseParts({ ...common, anyQuery: true }, raw).query).toEqual({});
    const known = () => z.object({ limit: z.string() });
    const mixed = { ...raw, query: { ...raw.query, limit: ["1", "2"] } };
    expect(parseParts({ ...common, query: known, anyQuery: true }, mixed).query).toEqual({ limit: "2" });
    const details = ["Given more than once.", "Unknown parameter."].map((message) => ({ path: "query.more", message }));
    expect(() => parseParts(common, raw)).toThrow(expect.objectContaining({ code: "validation_error", details }));
  });
});
