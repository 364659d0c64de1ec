import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookupHandle, normaliseHandle, platformOfUrl, platforms } from "../../shared/contact/handles.ts";

const profile = "https://www.linkedin.com/in/ana-beltran";

describe("network_a", () => {
  it.each([
    ["https://www.linkedin.com/in/ana-beltran", profile],
    ["http://linkedin.com/in/ana-beltran/", profile],
    ["linkedin.com/in/ana-beltran?utm_source=share&trk=x", profile],
    ["https://es.linkedin.com/in/ana-beltran/en#about", profile],
    ["ana-beltran", profile],
    ["@ana-beltran", profile],
    ["/in/ana-beltran/", profile],
    ["https://www.linkedin.com/in/jos%C3%A9-%F0%9F%8E%BB", "https://www.linkedin.com/in/josé-🎻"],
    ["jos%C3%A9", "https://www.linkedin.com/in/josé"],
    ["https://www.linkedin.com/pub/ana-beltran/1/2/3", "https://www.linkedin.com/pub/ana-beltran/1/2/3"],
  ])("stores %s as a profile URL", (text, stored) => {
    expect(normaliseHandle("network_a", text)).toBe(stored);
  });

  it.each([
    "",
    "  ",
    "two words",
    "https://www.linkedin.com/company/volta",
    "https://www.linkedin.com/in/",
    "https://www.linkedin.com/in/..",
    "https://example.org/in/ana",
    "javascript://linkedin.com/in/ana",
    "https://linkedin.com.example.org/in/ana",
    "a".repeat(101),
    "\u0958".repeat(100),
  ])("refuses %j", (text) => {
    expect(normaliseHandle("network_a", text)).toBeNull();
  });
});

describe("network_b and network_c", () => {
  it.each([
    ["network_b", "@Mei.Draws", "Mei.Draws"],
    ["network_b", "https://www.instagram.com/mei.draws/?hl=en", "mei.draws"],
    ["network_b", "instagram.com/_u/mei.draws", "mei.draws"],
    ["network_b", "https://www.instagram.com/stories/mei.draws/123", "mei.draws"],
    ["network_c", "https://m.facebook.com/marcus.bell.9", "marcus.bell.9"],
    ["network_c", "https://www.facebook.com/profile.php?id=100001234", "100001234"],
    ["network_c", "https://www.facebook.com/people/Marcus-Bell/100001234", "100001234"],
    ["network_c", "m.me/marcus.bell.9", "marcus.bell.9"],
    ["network_c", "@marcus.bell.9", "marcus.bell.9"],
  ] as const)("%s reduces %s to the handle", (platform, text, handle) => {
    expect(normaliseHandle(platform, text)).toBe(handle);
  });

  it.each([
    ["network_b", "https://www.instagram.com/p/AbC123/"],
    ["network_b", "https://www.facebook.com/marcus"],
    ["network_b", "a b"],
    ["network_b", "x".repeat(31)],
    ["network_c", "https://www.facebook.com/groups/pianos"],
    ["network_c", "https://www.facebook.com/"],
  ] as const)("%s refuses %s", (platform, text) => {
    expect(normaliseHandle(platform, text)).toBeNull();
  });
});

describe("network_d and network_e", () => {
  it.each([
    ["network_d", "+221 77 123 45 67"],
    ["network_d", "https://wa.me/221771234567?text=hi"],
    ["network_d", "https://api.whatsapp.com/send?phone=221771234567"],
    ["network_d", "221771234567@s.whatsapp.net"],
    ["network_e", "https://signal.me/#p/+221771234567"],
    ["network_e", "t.me/+221771234567"],
    ["network_e", "tel:+221-77-123-45-67"],
  ] as const)("%s reads %s", (platform, text) => {
    expect(normaliseHandle(platform, text)).toBe("+221771234567");
  });

  it.each(["77 123 45 67", "https://t.me/somebody", "@somebody", "+22177"])("refuses %s", (text) => {
    expect(normaliseHandle("network_e", text)).toBeNull();
  });
});

describe("website", () => {
  it.each([
    ["example.org", "https://example.org"],
    ["HTTP://WWW.Example.org/Path?Q=1", "http://www.example.org/Path?Q=1"],
    ["//example.org/a", "https://example.org/a"],
    ["example.org:8080/a", "https://example.org:8080/a"],
    ["https://münchen.example/straße", "https://münchen.example/straße"],
  ])("stores %s", (text, stored) => {
    expect(normaliseHandle("website", text)).toBe(stored);
  });

  it.each([
    "javascript:alert(1)",
    "ftp://example.org",
    "mailto:a@example.org",
    "word",
    "two words.org",
    "https://",
    "http://[",
  ])("refuses %s", (text) => {
    expect(normaliseHandle("website", text)).toBeNull();
  });

  it("may have 2048 characters and no more", () => {
    const path = "a".repeat(2048 - "https://example.org/".length);
    expect(normaliseHandle("website", `example.org/${path}`)).toHaveLength(2048);
    expect(normaliseHandle("website", `example.org/${path}a`)).toBeNull();
  });
});

describe("lookupHandle", () => {
  it.each([
    ["network_a", ["https://www.linkedin.com/in/Jos%C3%A9", "jose\u0301", "JOSÉ"]],
    ["network_b", ["@Mei.Draws", "https://instagram.com/mei.draws"]],
    ["network_c", ["Marcus.Bell", "facebook.com/marcus.bell"]],
    ["network_d", ["+221 77 123 45 67", "wa.me/221771234567"]],
    ["website", ["http://www.example.org/", "EXAMPLE.org", "https://example.org"]],
  ] as const)("of %s is the same for all spellings", (platform, spellings) => {
    const keys = spellings.map((text) => lookupHandle(platform, normaliseHandle(platform, text) ?? "none"));
    expect(new Set(keys).size).toBe(1);
  });
});

describe("platformOfUrl", () => {
  it("knows the networks by their hosts", () => {
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
      { numRuns: 2_000 },
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
