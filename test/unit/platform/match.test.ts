import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnyRow, createMatcher, normalisePath } from "../../../shared/platform/http/route/match.ts";
import type { Method } from "../../../shared/platform/http/route/route.ts";

function row(method: Method | "ANY", path: string): AnyRow {
  return { access: "session", reserved: true, method: method as Method, path };
}

const match = createMatcher({
  list: row("GET", "/things"),
  create: row("POST", "/things"),
  read: row("GET", "/things/{id}"),
  remove: row("DELETE", "/things/{id}"),
  merge: row("POST", "/things/merge"),
  parts: row("GET", "/things/{id}/parts/{part}"),
  special: row("GET", "/things/merge/parts/first"),
  anything: row("ANY", "/admin/{rest+}"),
  file: row("GET", "/files/{path+}"),
  versions: row("GET", "/files/{name}/versions"),
  page: row("GET", "/pages/{name}.html"),
  packed: row("GET", "/pages/{name}.html.gz"),
  version: row("GET", "/pages/{name}"),
  feed: row("GET", "/feeds/{secret}.ics"),
});

function found(method: string, path: string): string {
  const result = match(method, path);
  return result.kind === "row" ? `${result.name} ${JSON.stringify(result.params)}` : result.kind;
}

describe("the matcher", () => {
  it.each([
    ["GET", "/things", "list {}"],
    ["POST", "/things", "create {}"],
    ["GET", "/things/5", 'read {"id":"5"}'],
    ["HEAD", "/things/5", 'read {"id":"5"}'],
    ["POST", "/things/merge", "merge {}"],
    ["GET", "/things/5/parts/6", 'parts {"id":"5","part":"6"}'],
    ["GET", "/things/merge/parts/first", "special {}"],
    ["GET", "/things/merge/parts/second", 'parts {"id":"merge","part":"second"}'],
    ["PUT", "/admin/a", 'anything {"rest":"a"}'],
    ["GET", "/files/a/b.txt", 'file {"path":"a/b.txt"}'],
    ["GET", "/files/a/versions", 'versions {"name":"a"}'],
    ["GET", "/files/a/versions/b", 'file {"path":"a/versions/b"}'],
    ["GET", "/pages/a.html", 'page {"name":"a"}'],
    ["GET", "/pages/a.html.gz", 'packed {"name":"a"}'],
    ["GET", "/pages/.html", 'version {"name":".html"}'],
    ["GET", "/pages/a.txt", 'version {"name":"a.txt"}'],
    ["GET", "/feeds/a%2Fb.ics/", 'feed {"secret":"a/b"}'],
  ])("%s %s is %s", (method, path, expected) => expect(found(method, path)).toBe(expected));

  it.each([
    "/",
    "",
    "/thing",
    "/Things",
    "/things/5/parts",
    "/things/5/6",
    "/admin",
    "//things",
    "/things//parts/x",
    "/feeds/a",
    "/feeds/.ics",
    "/feeds/a.ICS",
  ])("%j is not found, whatever the method", (path) => {
    for (const method of ["GET", "POST", "OPTIONS", "BREW"]) expect(found(method, path)).toBe("not_found");
  });

  it("returns the allowed methods of a path, with HEAD and OPTIONS", () => {
    expect(match("PATCH", "/things/5")).toEqual({
      kind: "method_not_allowed",
      allow: ["GET", "HEAD", "DELETE", "OPTIONS"],
    });
    expect(match("POST", "/files/a")).toMatchObject({ allow: ["GET", "HEAD", "OPTIONS"] });
  });

  it("does not use a more general path for another method", () => {
    expect(match("DELETE", "/things/merge")).toEqual({ kind: "method_not_allowed", allow: ["POST", "OPTIONS"] });
  });

  it.each(["/api/things/5", "/things/5/", "/api/things/5/"])(
    "matches %s like the path without base and slash",
    (path) => expect(found("GET", path)).toBe('read {"id":"5"}'),
  );

  it("removes the base once, and only as a whole segment", () => {
    expect(found("GET", "/api/api/things")).toBe("not_found");
    expect(found("GET", "/apithings")).toBe("not_found");
    expect(normalisePath("/api")).toBe("");
    expect(normalisePath("/apix/things/")).toBe("/apix/things");
  });

  it("decodes parameters once, and keeps a malformed escape", () => {
    expect(found("GET", "/things/a%2Fb%2520c")).toBe('read {"id":"a/b%20c"}');
    expect(found("GET", "/things/100%")).toBe('read {"id":"100%"}');
    expect(found("GET", "/things/%F0%28")).toBe('read {"id":"%F0%28"}');
  });

  it("accepts names of the prototype of objects as any other path", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(found("GET", `/${name}`)).toBe("not_found");
      expect(found("GET", `/things/${name}`)).toBe(`read {"id":"${name}"}`);
      expect(match(name, "/things").kind).toBe("method_not_allowed");
    }
  });

  it("refuses two rows with the same path and method", () => {
    expect(() => createMatcher({ one: row("GET", "/x/{a}"), two: row("GET", "/x/{b}") })).toThrow(
      "two rows have the path",
    );
  });

  it("never throws", () => {
    const segment = fc.constantFrom("things", "5", "merge", "parts", "files", "admin", "api", "", "%", "..", "{id}");
    const paths = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join("/")}`);
    fc.assert(
      fc.property(paths, fc.constantFrom("GET", "HEAD", "POST", "ANY", ""), (path, method) => {
        expect(["row", "method_not_allowed", "not_found"]).toContain(match(method, path).kind);
      }),
    );
  });
});
