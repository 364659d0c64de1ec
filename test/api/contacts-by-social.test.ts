import { beforeAll, describe, expect, it } from "vitest";
import { platforms } from "../../shared/contact/handles.ts";
import { createContact, readKeyOf, refusalOf, type Written } from "../support/contact-api.ts";
import { api, freshAccount } from "../support/stack.ts";

describe("a contact by its handle", () => {
  let token: string;
  let ann: Written;
  const summaryOf = ({ contact: { id, firstName, lastName, avatar } }: Written) => ({
    id,
    firstName,
    lastName,
    avatar,
  });
  const bySocial = (platform: string, handle: string) =>
    api(`/contacts/by-social?${new URLSearchParams({ platform, handle })}`, { token });

  beforeAll(async () => {
    ({ token } = await freshAccount());
    ann = await createContact(token, {
      firstName: "Ann",
      network_a: "https://www.linkedin.com/in/jos%C3%A9-%F0%9F%8E%BB",
      network_b: "@Ann.Draws",
      network_c: "ann.bell.9",
      network_d: "+49 170 1234567",
      network_e: "+14155550123",
      website: "https://www.example.org/Ann#b%c",
    });
  });

  it.each([
    ["network_a", "JOSÉ-🎻"],
    ["network_a", "linkedin.com/in/jos%C3%A9-%F0%9F%8E%BB/?trk=x&y=1#z"],
    ["network_b", "https://www.instagram.com/ann.draws/?hl=en"],
    ["network_c", " @Ann.Bell.9 "],
    ["network_d", "+49 (0)170 / 123 45 67"],
    ["network_d", "https://wa.me/491701234567?text=hi"],
    ["network_e", "+1 (415) 555-0123"],
    ["website", "example.org/ann#b%c"],
  ])("is a summary of the contact on %s by %s", async (platform, handle) => {
    const answer = await bySocial(platform, handle);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ contact: summaryOf(ann), exists: true });
    expect(Number(answer.headers.get("x-txid"))).toBeGreaterThanOrEqual(Number(ann.txid));
  });

  it.each(platforms)("is null on %s when nobody has it", async (platform) => {
    const answer = await bySocial(platform, "nobody");
    expect([answer.status, await answer.json()]).toEqual([200, { contact: null, exists: false }]);
    expect(answer.headers.get("x-txid")).toMatch(/^\d+$/);
  });

  it("is found directly after it was written, and no longer after it was cleared", async () => {
    const { contact } = await createContact(token, { firstName: "Bo", network_b: "bo" });
    expect(await (await bySocial("network_b", "@BO")).json()).toMatchObject({ contact: { id: contact.id } });
    await api(`/contacts/${contact.id}`, { method: "PATCH", token, json: { network_b: null } });
    expect(await (await bySocial("network_b", "bo")).json()).toEqual({ contact: null, exists: false });
  });

  it("is there for a key that may only read, for HEAD and under /api, and nobody else's", async () => {
    const key = await readKeyOf(token);
    const path = "/api/contacts/by-social?platform=network_b&handle=%40ann.draws";
    expect(await (await api(path, { token: key })).json()).toEqual({ contact: summaryOf(ann), exists: true });
    const head = await api(path, { method: "HEAD", token: key });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const { token: stranger } = await freshAccount();
    expect(await (await api(path, { token: stranger })).json()).toEqual({ contact: null, exists: false });
  });

  it.each([
    ["", ["query.platform", "query.handle"]],
    ["platform=network_a", ["query.handle"]],
    ["handle=ann", ["query.platform"]],
    ["platform=&handle=ann", ["query.platform"]],
    ["platform=network_f&handle=ann", ["query.platform"]],
    ["platform=NETWORK_A&handle=ann", ["query.platform"]],
    ["platform=%20network_a&handle=ann", ["query.platform"]],
    ["platform=linkedin&handle=ann", ["query.platform"]],
    ["platform=toString&handle=ann", ["query.platform"]],
    ["platform=network_a&handle=", ["query.handle"]],
    ["platform=network_a&handle=%20%C2%A0", ["query.handle"]],
    ["platform=network_a&handle=a%00", ["query.handle"]],
    ["platform=network_a&handle=a%0Ab", ["query.handle"]],
    [`platform=website&handle=${"x".repeat(2_049)}`, ["query.handle"]],
    ["platform=network_a&platform=network_b&handle=ann", ["query.platform"]],
    ["platform=network_a&handle=ann&handle=bo", ["query.handle"]],
    ["platform=network_a&handle=ann&limit=1", ["query.limit"]],
    ["platform=x&handle=&y=1", ["query.platform", "query.handle", "query.y"]],
  ])("?%s is refused", async (query, paths) => {
    const refused = await refusalOf(`/contacts/by-social?${query}`, { token });
    expect(refused).toMatchObject({ status: 400, code: "validation_error", paths });
  });

  it.each(["%F0%9F%8E%BB", "%25", "%", "%zz", "..%2F..", "%3Cscript%3E", "a%27%20OR%201%3D1", ".*", "x".repeat(2_048)])(
    "a handle such as nobody has is none (%#)",
    async (handle) => {
      for (const platform of platforms) {
        const answer = await api(`/contacts/by-social?platform=${platform}&handle=${handle}`, { token });
        expect([answer.status, await answer.json()]).toEqual([200, { contact: null, exists: false }]);
      }
    },
  );
});
