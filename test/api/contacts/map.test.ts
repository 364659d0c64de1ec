import { expect, it } from "vitest";
import { refusalOf } from "../../support/contact/contact-api.ts";
import { freshAccount } from "../../support/process/stack.ts";

it.each(["map-pins", "map-address-pins"])("%s refuses a box whose bounds are upside down", async (route) => {
  const { token } = await freshAccount();
  const refused = await refusalOf(`/contacts/${route}?minLat=10.1&maxLat=10&minLon=-10&maxLon=10`, { token });
  expect(refused).toMatchObject({ status: 400, code: "validation_error", paths: ["query.minLat"] });
});
