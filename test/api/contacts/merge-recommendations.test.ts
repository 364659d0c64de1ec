import { expect, it } from "vitest";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { api, clientOf, freshAccount } from "../../support/process/stack.ts";

const path = "/contacts/merge-recommendations";

it("a recommendation is declined and restored by its owner only, with a session", async () => {
  const [{ token }, other] = [await freshAccount(), await freshAccount()];
  const body = { firstName: "Ann", lastName: "Bell", emails: [{ value: "ann@example.org" }] };
  const { contact: older } = await createContact(token, body);
  const { contact: newer } = await createContact(token, body);
  const listed = async (declined?: boolean, by = token) => {
    const client = await clientOf(by);
    const { recommendations } = await client.listMergeRecommendations({ declined });
    return recommendations.map(({ id, left, right }) => [id, left.id, right.id]);
  };
  const [[id, leftPersonId, rightPersonId] = []] = await listed();
  expect([leftPersonId, rightPersonId]).toEqual([older.id, newer.id]);
  expect(await listed(undefined, other.token)).toEqual([]);

  const pair = { leftPersonId, rightPersonId };
  const refused = await refusalOf(`${path}/${id}/decline`, { method: "PATCH", token: other.token, json: pair });
  expect(refused).toMatchObject({ status: 404, code: "merge_recommendation_not_found" });
  const swapped = { leftPersonId: rightPersonId, rightPersonId: leftPersonId };
  for (const json of [pair, swapped]) {
    expect((await api(`${path}/${id}/decline`, { method: "PATCH", token, json })).status).toBe(200);
    expect([await listed(), await listed(true)]).toEqual([[], [[id, older.id, newer.id]]]);
  }
  expect((await api(`${path}/${id}/restore`, { method: "PATCH", token, json: pair })).status).toBe(200);
  expect(await listed(false)).toEqual([[id, older.id, newer.id]]);

  const { secret = "" } = await (await clientOf(token)).createApiKey({ label: "sync", permission: "full" });
  expect(await refusalOf(path, { token: secret })).toMatchObject({ status: 403, code: "api_key_route_forbidden" });
});
