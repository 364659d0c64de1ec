import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createContact, readKeyOf, refusalOf } from "../support/contact-api.ts";
import { api, freshAccount } from "../support/stack.ts";

describe.each(["/contacts", "/contacts/select"])("GET %s", (path) => {
  let token: string;
  let key: string;
  let before: string | null;
  const txid = async () => (await api(path, { token })).headers.get("x-txid");

  beforeAll(async () => {
    ({ token } = await freshAccount());
    await createContact(token, { firstName: "Ann" });
    key = await readKeyOf(token);
    before = await txid();
  });
  afterAll(async () => {
    // Reading, well or badly, writes nothing.
    expect(await txid()).toBe(before);
  });

  it.each([
    ["limit=0", ["query.limit"]],
    ["limit=201", ["query.limit"]],
    ["limit=1.5", ["query.limit"]],
    ["limit=10.0", ["query.limit"]],
    ["limit=x", ["query.limit"]],
    ["limit=", ["query.limit"]],
    ["limit=%205", ["query.limit"]],
    ["limit=%2B5", ["query.limit"]],
    ["limit=-1", ["query.limit"]],
    ["limit=1e1", ["query.limit"]],
    ["limit=0x10", ["query.limit"]],
    ["limit=NaN", ["query.limit"]],
    ["limit=%D9%A5", ["query.limit"]],
    ["limit=null", ["query.limit"]],
    ["offset=-1", ["query.offset"]],
    ["offset=9007199254740992", ["query.offset"]],
    ["offset=99999999999999999999", ["query.offset"]],
    ["offset=1e3", ["query.offset"]],
    ["offset=0.5", ["query.offset"]],
    ["offset=", ["query.offset"]],
    ["offset=Infinity", ["query.offset"]],
    ["sort=name", ["query.sort"]],
    ["sort=", ["query.sort"]],
    ["sort=nameasc", ["query.sort"]],
    ["sort=nameAsc%20", ["query.sort"]],
    ["sort=nameAsc,surnameAsc", ["query.sort"]],
    ["sort=__proto__", ["query.sort"]],
    ["sort=constructor", ["query.sort"]],
    ["keepInTouch=1", ["query.keepInTouch"]],
    ["keepInTouch=0", ["query.keepInTouch"]],
    ["keepInTouch=TRUE", ["query.keepInTouch"]],
    ["keepInTouch=yes", ["query.keepInTouch"]],
    ["keepInTouch=", ["query.keepInTouch"]],
    ["avatarSize=huge", ["query.avatarSize"]],
    ["avatarSize=", ["query.avatarSize"]],
    ["avatarQuality=0", ["query.avatarQuality"]],
    ["search=a%00b", ["query.search"]],
    ["search=a%0Ab", ["query.search"]],
    ["search=%7F", ["query.search"]],
    ["search=%C2%85", ["query.search"]],
    ["limit=1&limit=2", ["query.limit"]],
    ["limit=1&limit=1", ["query.limit"]],
    ["offset=0&offset=0", ["query.offset"]],
    ["sort=nameAsc&sort=nameDesc", ["query.sort"]],
    ["search=a&search=b", ["query.search"]],
    ["keepInTouch=true&keepInTouch=false", ["query.keepInTouch"]],
    ["colour=red", ["query.colour"]],
    ["Limit=5", ["query.Limit"]],
    ["limit%5B%5D=5", ["query.limit[]"]],
    ["__proto__=1", ["query.__proto__"]],
    ["limit=x&offset=x&sort=x&a=1", ["query.limit", "query.offset", "query.sort", "query.a"]],
  ])("?%s is refused, naming the parameter", async (query, paths) => {
    const refused = await refusalOf(`${path}?${query}`, { token });
    expect({ ...refused, paths: refused.paths?.toSorted() }).toMatchObject({
      status: 400,
      code: "validation_error",
      paths: paths.toSorted(),
    });
  });

  it.each([
    ["search", "x", 501],
    ["search", "x", 5_000],
    ["search", "%F0%9F%8E%BB", 501],
    ["limit", "9", 400],
    ["offset", "1", 17],
  ])("%s=%s %i times is refused, naming the parameter", async (name, text, times) => {
    const refused = await refusalOf(`${path}?${name}=${text.repeat(times)}`, { token });
    expect(refused).toMatchObject({ status: 400, code: "validation_error", paths: [`query.${name}`] });
  });

  it("a search of 10,000 characters is refused, by the gateway", async () => {
    // Request line and headers may have 10,240 bytes together ("Amazon API Gateway quotas"), so it can't say which.
    const refused = await refusalOf(`${path}?search=${"x".repeat(10_000)}`, { token });
    expect(refused).toMatchObject({ status: 400, code: "validation_error", paths: ["headers"] });
  });

  it.each([
    "!%22%C2%A7%24%26%2F()%3D%3F",
    "...",
    "-",
    "'",
    "%5C",
    "%5E%24",
    "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7",
    "%F0%9F%8E%BB",
    "%E2%9D%A4%EF%B8%8F",
    ".*%2B%3F%5E%24%7B%7D()%7C%5B%5D%5C",
    "(a%2B)%2B%24",
    "%5B",
    "%5Cu0000",
    "%25",
    "%",
    "%zz",
    "%E0%A4",
    "100%",
    "%2500",
    "%CC%81",
    "%E2%80%8B",
    "%EF%B7%BA",
    "%3B%20DROP%20TABLE",
    "__proto__",
    "constructor%20toString",
    "%D8%A7%D9%84%D8%B3%D9%84%D8%A7%D9%85",
    "%C4%B0",
    "%C3%9F",
  ])("?search=%s is answered", (search) => expectAnswered(search));

  it.each([
    ["x", 500],
    ["ann+", 125],
    ["a+", 250],
    ["%F0%9F%8E%BB", 500],
    ["(", 500],
    ["%EF%B7%BA", 500],
  ])("?search=%s %i times is answered", (text, times) => expectAnswered(text.repeat(times)));

  async function expectAnswered(search: string): Promise<void> {
    const answer = await api(`${path}?search=${search}`, { token });
    const body = (await answer.json()) as { contacts: unknown[]; pagination: Record<string, unknown> };
    expect(answer.status).toBe(200);
    expect(body.pagination).toMatchObject({ limit: 50, offset: 0, sort: null, totalCount: body.contacts.length });
    expect(body.pagination.search).toBeTypeOf("string");
  }

  it.each(["limit=0", "sort=x", "search=%00", "a=1"])("HEAD ?%s is refused without a body", async (query) => {
    const answer = await api(`${path}?${query}`, { method: "HEAD", token });
    expect([answer.status, await answer.text()]).toEqual([400, ""]);
  });

  it("the limits of what is allowed are allowed", async () => {
    for (const query of [
      "limit=1",
      "limit=200",
      "limit=007",
      "offset=0",
      "offset=9007199254740991",
      "search=&sort=createdAtDesc",
    ]) {
      expect((await api(`${path}?${query}`, { token })).status, query).toBe(200);
    }
  });

  it("who may not ask learns nothing from validation, and who may only read may ask", async () => {
    expect(await refusalOf(`${path}?limit=0`, {})).toMatchObject({ status: 401, code: "auth_required" });
    expect((await api(`${path}?limit=1&search=ann`, { token: key })).status).toBe(200);
    expect(await refusalOf(`${path}?limit=0`, { token: key })).toMatchObject({ status: 400, paths: ["query.limit"] });
  });
});
