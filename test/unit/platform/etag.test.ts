import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entityTag, noneMatches, versionMatches } from "../../../shared/platform/http/answer/etag.ts";

const tag = entityTag(7, ["UTC", "2026-01-01"]);

describe("an entity tag", () => {
  it("is a quoted string without characters that need care (RFC 9110, 8.8.3)", () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.string()), (version, variant) => {
        expect(entityTag(version, variant)).toMatch(/^"\d+\.[A-Za-z0-9_-]{8}"$/);
      }),
    );
  });

  it("differs by version and by variant, and where variants are cut differently", () => {
    expect(entityTag(8, ["UTC", "2026-01-01"])).not.toBe(tag);
    expect(entityTag(7, ["UTC", "2026-01-02"])).not.toBe(tag);
    expect(entityTag(7, ["UTC2026-01-01"])).not.toBe(tag);
    expect(entityTag(7, ["UTC", "2026-01-01"])).toBe(tag);
  });
});

describe("If-None-Match", () => {
  it.each([tag, `W/${tag}`, `"1.abc", ${tag}`, `${tag},"1.abc"`, "*", " * ", ` ${tag} `])("%s has it", (header) =>
    expect(noneMatches(header, tag)).toBe(false),
  );

  it.each([undefined, "", '"7"', '"7.other"', '"8.abc"', "W/*"])("%s does not have it", (header) =>
    expect(noneMatches(header, tag)).toBe(true),
  );
});

describe("If-Match", () => {
  it.each([undefined, tag, `W/${tag}`, "*", entityTag(7, ["another", "variant"]), `"1.a", ${tag}`])(
    "%s is version 7",
    (header) => expect(versionMatches(header, 7)).toBe(true),
  );

  it.each(["", '"8.abc"', '"70.abc"', '"07.abc"', '".7"', '"x.7"', '"1.a", "2.b"', "garbage"])(
    "%s is not version 7",
    (header) => expect(versionMatches(header, 7)).toBe(false),
  );
});
