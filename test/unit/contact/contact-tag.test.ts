import { expect, it } from "vitest";
import { contactTag } from "../../../shared/contact/answer/current.ts";
import { blankContact } from "../../../shared/contact/record.ts";
import { usualVariant } from "../../../shared/picture/avatar-variants.ts";

const head = { timezone: "UTC", language: "en", leapDay: "feb28" } as const;
const at = (time: string) => new Date(`2026-03-01T${time}Z`);
const contact = { ...blankContact("a", "b", at("00:00:00")), version: 7 };
const withPicture = { ...contact, photoVersion: "some-version" };

it("the tag of a contact with a picture changes when the picture's address does, of one without it does not", () => {
  const tags = (of: typeof contact) =>
    ["10:00:00", "10:59:59", "11:00:00"].map((time) => contactTag({ contact: of, head, time: at(time) }));
  expect(new Set(tags(contact)).size).toBe(1);
  const [first, same, next] = tags(withPicture);
  expect(same).toBe(first);
  expect(next).not.toBe(first);
});

it("the tag tells the variants of the picture apart", () => {
  const current = { contact: withPicture, head, time: at("10:00:00") };
  const variants = [{}, { avatarSize: "small" }, { avatarQuality: "high" }] as const;
  const tags = variants.map((variant) => contactTag(current, { ...usualVariant, ...variant }));
  expect(new Set(tags).size).toBe(3);
  expect(contactTag(current)).toBe(tags[0]);
});
