import { expect, it } from "vitest";
import { createContact, refusalOf } from "../../support/contact/contact-api.ts";
import { api, freshAccount } from "../../support/process/stack.ts";

const world = "minLat=-90&maxLat=90&minLon=-180&maxLon=180";

it("contacts and addresses without coordinates are on the map at their town, until a person enters coordinates", async () => {
  const { token } = await freshAccount();
  const address = { type: "home", addressLine1: "Calle Mayor 1", addressCity: "Madrid", addressCountry: "España" };
  const { contact } = await createContact(token, { firstName: "Ana", location: "Porto", addresses: [address] });
  expect(contact).toMatchObject({ granularity: "city", timezone: "Europe/Lisbon" });
  expect(contact.addresses).toMatchObject([{ granularity: "city", timezone: "Europe/Madrid" }]);
  const seen = async (route: "map-pins" | "map-address-pins") => {
    const answer = await api(`/contacts/${route}?${world}`, { token });
    const { pins } = (await answer.json()) as { pins: { latitude: number; longitude: number }[] };
    return pins.map(({ latitude, longitude }) => [Math.round(latitude), Math.round(longitude)]);
  };
  const patch = (json: object) => api(`/contacts/${contact.id}`, { method: "PATCH", json, token });
  expect([await seen("map-pins"), await seen("map-address-pins")]).toEqual([[[41, -9]], [[40, -4]]]);
  await patch({ location: "Zürich, Switzerland" });
  expect(await seen("map-pins")).toEqual([[47, 9]]);
  await patch({ latitude: 10, longitude: 20 });
  await patch({ location: "Porto" });
  expect(await seen("map-pins")).toEqual([[10, 20]]);
  await patch({ location: null, latitude: null, longitude: null });
  expect(await seen("map-pins")).toEqual([[40, -4]]);
  await patch({ addresses: [] });
  expect([await seen("map-pins"), await seen("map-address-pins")]).toEqual([[], []]);
});

it.each(["map-pins", "map-address-pins"])("%s refuses a box whose bounds are upside down", async (route) => {
  const { token } = await freshAccount();
  const refused = await refusalOf(`/contacts/${route}?minLat=10.1&maxLat=10&minLon=-10&maxLon=10`, { token });
  expect(refused).toMatchObject({ status: 400, code: "validation_error", paths: ["query.minLat"] });
});
