import { expect, it } from "vitest";
import { api, localStack } from "../../support/process/stack.ts";

it.each(["/app", "/app/map?x=1&iss=https://issuer.example", "/api/app/settings/"])(
  "%s is the page, also for HEAD",
  async (path) => {
    const page = await api(path);
    const html = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    // A page that is kept would ask for the files of an earlier version.
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const { s3 } = (await localStack()).endpoints;
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'");
    expect(policy.match(/http\S+/g)?.every((source) => source.startsWith(s3))).toBe(true);
    expect(html).not.toMatch(/<script(?! type="module" src=)|<style|\son\w+=/);
    const head = await api(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  },
);

it("the files that the page names are there for a year, compressed, and no others", async () => {
  const html = await (await api("/app")).text();
  const files = Array.from(html.matchAll(/"(\/app\/files\/[^"]+)"/g), ([, path = ""]) => path);
  expect(files.length).toBeGreaterThan(1);
  for (const path of files) {
    const file = await api(path);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-type")).toMatch(path.endsWith(".css") ? /^text\/css/ : /^text\/javascript/);
    expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(file.headers.get("content-encoding")).toBe("gzip");
  }
  for (const path of ["/app/files/app-MISSING1.js", "/app/files/pages.json", "/app/files/a/b.js"]) {
    expect((await api(path)).status, path).toBe(404);
  }
});
