import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusalOf } from "../support/contact-api.ts";
import { type ApiRequest, api, freshAccount } from "../support/stack.ts";

describe("bad input", () => {
  const json = { "content-type": "application/json" };
  let victim: string;
  let before: string | null;
  const refusal = (path: string, init: ApiRequest) => refusalOf(path, { token: victim, ...init });
  const post = (init: ApiRequest) => refusal("/contacts", { method: "POST", ...init });
  /** Grows with everything that is written. */
  const txid = async () => (await api("/contacts?limit=1", { token: victim })).headers.get("x-txid");

  beforeAll(async () => {
    ({ token: victim } = await freshAccount());
    before = await txid();
  });
  afterAll(async () => {
    // Nothing of all that was written, not even by half.
    expect(await txid()).toBe(before);
  });

  it.each([
    "{",
    "{'a': 1}",
    '{"firstName": "Bo",}',
    "firstName=Bo",
    "\u0000",
    "[",
    '{"firstName": "\u0001"}',
    "[".repeat(100_000),
  ])("what is no JSON is refused (%#)", async (body) => {
    expect(await post({ body, headers: json })).toMatchObject({
      status: 400,
      code: "validation_error",
      paths: ["body"],
    });
  });

  it.each(["", "   "])("an empty body is refused (%#)", async (body) => {
    expect(await post({ body, headers: json })).toMatchObject({
      status: 400,
      code: "validation_error",
      paths: ["body"],
    });
  });

  it.each([
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "json",
  ])("%s is no media type for it", async (type) => {
    const body = JSON.stringify({ firstName: "Bo" });
    const refused = await post({ body, headers: { "content-type": type } });
    expect(refused).toMatchObject({ status: 415, code: "unsupported_media_type" });
  });

  it("a body over one megabyte is too large, below it the field is", async () => {
    const sized = (bytes: number) => JSON.stringify({ firstName: "Bo", notes: "x".repeat(bytes) });
    expect(await post({ body: sized(2_000_000), headers: json })).toMatchObject({
      status: 413,
      code: "payload_too_large",
    });
    expect(await post({ body: sized(1_000_000), headers: json })).toMatchObject({ status: 400, paths: ["body.notes"] });
  });

  it.each([
    [{}, ["body.firstName"]],
    [{ firstName: null }, ["body.firstName"]],
    [{ firstName: "Bo", nickname: "B" }, ["body.nickname"]],
    [
      { firstName: 5, emails: "x", latitude: "1", addresses: [1] },
      ["body.firstName", "body.latitude", "body.emails", "body.addresses.0"],
    ],
    [{ firstName: "Bo\u0000" }, ["body.firstName"]],
    [{ firstName: "Bo", notes: "\u0007" }, ["body.notes"]],
    [{ firstName: "\ud800" }, ["body.firstName"]],
    [
      { firstName: "Bo", emails: [{ value: "x" }, { value: "a@b.example", x: 1 }] },
      ["body.emails.0.value", "body.emails.1.x"],
    ],
    [{ firstName: "Bo", importantDates: [{ type: "other", date: "2026-02-30" }] }, ["body.importantDates.0.date"]],
    [{ firstName: "Bo", lastInteraction: "9999-12-31T23:59:59-12:00" }, ["body.lastInteraction"]],
    [["Bo"], ["body"]],
  ])("%j is refused by its paths", async (body, paths) => {
    expect(await post({ json: body })).toMatchObject({ status: 400, code: "validation_error", paths });
  });

  it.each([
    ['{"firstName": "Bo", "__proto__": {"myself": true}}', "body.__proto__"],
    ['{"firstName": "Bo", "constructor": {"prototype": {"myself": true}}}', "body.constructor"],
    ['{"firstName": "Bo", "emails": [{"value": "a@b.example", "__proto__": {"x": 1}}]}', "body.emails.0.__proto__"],
    ['{"firstName": "Bo", "constructor": 1}', "body.constructor"],
  ])("%s is refused as an unknown field", async (body, path) => {
    const refused = await post({ body, headers: json });
    expect(refused).toMatchObject({ status: 400, code: "validation_error", paths: [path] });
  });

  it("half a location and a date that stands there twice have codes of their own", async () => {
    expect(await post({ json: { firstName: "Bo", latitude: 5 } })).toMatchObject({
      status: 400,
      code: "contact_location_incomplete",
      paths: ["body.longitude"],
    });
    const birthday = { type: "birthday", date: "1990-01-01" };
    expect(
      await post({ json: { firstName: "Bo", importantDates: [birthday, { ...birthday, note: "x" }] } }),
    ).toMatchObject({
      status: 409,
      code: "important_date_duplicate",
      paths: ["body.importantDates.1"],
    });
  });

  it("half a location is refused before the contact is looked for", async () => {
    const path = "/contacts/0190b6a4-1111-7abc-8def-0123456789ab";
    const halved = await refusal(path, { method: "PATCH", json: { latitude: 5 } });
    expect(halved).toMatchObject({ status: 400, code: "contact_location_incomplete" });
  });

  it.each([
    "1",
    "not-a-uuid",
    "0190b6a4-1111-7abc-8def-0123456789a",
    "%00",
    "..%2f..%2fme",
    "0190b6a4-1111-0abc-8def-0123456789ab",
  ])("the id %s is no UUID", async (id) => {
    expect(await refusal(`/contacts/${id}`, {})).toMatchObject({
      status: 400,
      code: "validation_error",
      paths: ["params.id"],
    });
  });

  it("every fault of path, query and body is told at once", async () => {
    expect(await refusal("/contacts/x?y=1", { method: "PATCH", json: { z: 1 } })).toMatchObject({
      paths: ["params.id", "query.y", "body.z"],
    });
  });
});
