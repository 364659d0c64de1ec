import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookupHandle, normaliseHandle, platformOfUrl, platforms } from "../../../shared/contact/reach/handles.ts";
import { spellings } from "../../support/contact/handle-spellings.ts";

const profile = "https://www.linkedin.com/in/ana-beltran";
const number = "+221771234567";

describe("a handle", () => {
  it.each([
    ["network_a", "https://www.linkedin.com/in/ana-beltran", profile],
    ["network_a", "http://linkedin.com/in/ana-beltran/", profile],
    ["network_a", "ana-beltran", profile],
    ["network_a", "https://www.linkedin.com/in/jos%C3%A9-%F0%9F%8E%BB", "https://www.linkedin.com/in/josé-🎻"],
    ["network_a", "https://www.linkedin.com/pub/ana-beltran/1/2/3", "https://www.linkedin.com/pub/ana-beltran/1/2/3"],
    ["network_b", "@Mei.Draws", "Mei.Draws"],
    ["network_b", "https://www.instagram.com/mei.draws/?hl=en", "mei.draws"],
    ["network_c", "https://www.facebook.com/profile.php?id=100001234", "100001234"],
    ["network_d", "+221 77 123 45 67", number],
    ["network_e", "tel:+221-77-123-45-67", number],
    ["website", "example.org", "https://example.org"],
    ["website", "HTTP://WWW.Example.org/Path?Q=1", "http://www.example.org/Path?Q=1"],
    ["website", "//example.org/a", "https://example.org/a"],
    ["website", "example.org:8080/a", "https://example.org:8080/a"],
    ["website", "https://münchen.example/straße", "https://münchen.example/straße"],
  ] as const)("of %s, written as %s, is stored as %s", (platform, text, stored) => {
    expect(normaliseHandle(platform, text)).toBe(stored);
  });

  it.each([
    ["network_a", ["", "  ", "two words", "a".repeat(101), "\u0958".repeat(100)]],
    ["network_a", ["https://www.linkedin.com/company/volta", "https://www.linkedin.com/in/"]],
    ["network_a", ["https://www.linkedin.com/in/..", "https://example.org/in/ana"]],
    ["network_a", ["javascript://linkedin.com/in/ana", "https://linkedin.com.example.org/in/ana"]],
    ["network_b", ["https://www.instagram.com/p/AbC123/", "https://www.facebook.com/marcus", "a b", "x".repeat(31)]],
    ["network_c", ["https://www.facebook.com/groups/pianos", "https://www.facebook.com/"]],
    ["network_e", ["77 123 45 67", "https://t.me/somebody", "@somebody", "+22177"]],
    ["website", ["javascript:alert(1)", "ftp://example.org", "mailto:a@example.org", "word", "two words.org"]],
    ["website", ["https://", "http://["]],
  ] as const)("of %s can't be any of %j", (platform, texts) => {
    for (const text of texts) expect(normaliseHandle(platform, text), text).toBeNull();
  });
});

describe("a website", () => {
  it("has at most 2048 characters", () => {
    const path = "a".repeat(2048 - "https://example.org/".length);
    expect(normaliseHandle("website", `example.org/${path}`)).toHaveLength(2048);
    expect(normaliseHandle("website", `example.org/${path}a`)).toBeNull();
  });
});

describe("lookupHandle", () => {
  it.each(spellings)("on %s is the same for all spellings, and for their stored forms (%#)", (platform, ways) => {
    const stored = ways.map((way) => normaliseHandle(platform, way) ?? "none");
    const again = stored.map((way) => normaliseHandle(platform, way) ?? "none");
    expect(new Set([...stored, ...again].map((way) => lookupHandle(platform, way))).size).toBe(1);
    expect(stored).not.toContain("none");
  });
});

describe("platformOfUrl", () => {
  it("recognises the networks by their hosts", () => {
    expect(platformOfUrl("https://www.linkedin.com/in/ana")).toBe("network_a");
    expect(platformOfUrl("instagram.com/mei")).toBe("network_b");
    expect(platformOfUrl("https://fb.com/marcus")).toBe("network_c");
    expect(platformOfUrl("https://wa.me/221771234567")).toBe("network_d");
    expect(platformOfUrl("https://signal.me/#p/+221771234567")).toBe("network_e");
    expect(platformOfUrl("https://notinstagram.com/mei")).toBe("website");
  });
});

describe("every platform", () => {
  it("stores a stored handle as it is, and never throws", () => {
    fc.assert(
      fc.property(fc.constantFrom(...platforms), handleLike(), (platform, text) => {
        const stored = normaliseHandle(platform, text);
        if (stored === null) return;
        expect(normaliseHandle(platform, stored)).toBe(stored);
        expect(typeof lookupHandle(platform, stored)).toBe("string");
      }),
    );
  });
});

function handleLike() {
  const host = fc.constantFrom(
    "",
    "https://",
    "www.linkedin.com/in/",
    "https://instagram.com/",
    "facebook.com/",
    "wa.me/",
  );
  return fc
    .tuple(host, fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), fc.webUrl()))
    .map((parts) => parts.join(""));
}
