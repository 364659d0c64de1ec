/** Shapes of the map's routes. */
import * as z from "zod";
import { addressAnswer, avatarQuery, contactAnswer } from "../../shared/contact/answer.ts";
import { degreesText, integerText } from "../../shared/text/schema.ts";

export const mapQuery = z
  .strictObject({
    ...avatarQuery,
    minLat: degreesText(90),
    maxLat: degreesText(90),
    minLon: degreesText(180).describe("Greater than `maxLon`: a box across the antimeridian"),
    maxLon: degreesText(180),
    limit: integerText(1, 1_000).default(500),
  })
  .refine(({ minLat, maxLat }) => minLat <= maxLat, { path: ["minLat"], message: "Must not be greater than maxLat" });

const truncated = z
  .literal(true)
  .optional()
  .describe("Present when there are more pins in the box than were asked for");

export const contactPinsAnswer = z.strictObject({
  pins: z.array(
    z.strictObject({
      ...contactAnswer.pick({ id: true, firstName: true, lastName: true, avatar: true }).shape,
      ...contactAnswer.pick({ headline: true, location: true, lastInteraction: true }).shape,
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  truncated,
});

export const addressPinsAnswer = z.strictObject({
  pins: z.array(
    z.strictObject({
      addressId: addressAnswer.shape.id,
      addressType: addressAnswer.shape.type,
      addressCity: z.string().describe("Empty when it is not known"),
      addressCountry: z.string().describe("Empty when it is not known"),
      addressFormatted: z.string(),
      personId: contactAnswer.shape.id,
      ...contactAnswer.pick({ firstName: true, lastName: true, avatar: true }).shape,
      latitude: z.number(),
      longitude: z.number(),
    }),
  ),
  truncated,
});
