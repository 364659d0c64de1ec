import { beforeAll, describe, expect, it } from "vitest";
import type { ParsedContact } from "../../../shared/client/types.ts";
import { createContact } from "../../support/contact/contact-api.ts";
import { jpegOf, withExif } from "../../support/contact/pictures.ts";
import { commitRows, parseFiles } from "../../support/import/import-calls.ts";
import { clientOf, freshAccount } from "../../support/process/stack.ts";

const { token } = await freshAccount();
let picture: Uint8Array;
beforeAll(async () => {
  picture = withExif(await jpegOf(300, 200), 1, "taken somewhere");
});

function cardOf(name: string, photo?: Uint8Array): string {
  const image = photo ? [`PHOTO;ENCODING=b;TYPE=JPEG:${Buffer.from(photo).toString("base64")}`] : [];
  const email = `${name.toLowerCase()}@photos.example`;
  return ["BEGIN:VCARD", "VERSION:3.0", `FN:${name}`, `EMAIL:${email}`, ...image, "END:VCARD", ""].join("\r\n");
}

async function parse(content: string, own = token): Promise<ParsedContact[]> {
  return (await parseFiles(own, "vcard", [{ name: "book.vcf", content }])).contacts;
}

const commit = (contacts: object[], own = token) => commitRows(own, "vcard", contacts);

async function avatarOf(id = "", own = token): Promise<string | null> {
  return (await (await clientOf(own)).getContact({ id })).contact.avatar;
}

describe("a picture inside a card", () => {
  it("becomes the avatar of the new contact, without the metadata of the camera", async () => {
    const [row] = await parse(cardOf("Ida", picture));
    expect(row?.photo).toBe(true);
    const { results } = await commit([{ ...row }]);
    expect(results[0]).toMatchObject({ status: "imported", avatar: "taken" });
    const found = await fetch(String(await avatarOf(results[0]?.contactId)));
    const content = Buffer.from(await found.arrayBuffer());
    expect([found.status, content.includes("taken somewhere")]).toEqual([200, false]);
  });

  it("becomes the avatar of a known contact that has none, and never replaces one", async () => {
    const { contact } = await createContact(token, { firstName: "Lea", emails: [{ value: "lea@photos.example" }] });
    const [first] = await parse(cardOf("Lea", picture));
    const filled = await commit([{ ...first }]);
    expect(filled.results[0]).toMatchObject({ status: "updated", contactId: contact.id, avatar: "taken" });
    const own = await avatarOf(contact.id);

    const [other] = await parse(cardOf("Lea", await jpegOf(80, 80, [0, 0, 200])).replace("FN", "NOTE:x\r\nFN"));
    const kept = await commit([{ ...other }]);
    expect(kept.results[0]).toMatchObject({ status: "updated", avatar: "kept", differing: ["avatar"] });
    expect(await avatarOf(contact.id)).toBe(own);
    expect((await fetch(String(own))).status).toBe(200);

    const [same] = await parse(cardOf("Lea", picture).replace("FN", "NOTE:y\r\nFN"));
    const { results } = await commit([{ ...same }]);
    expect(results[0]).toMatchObject({ avatar: "kept", differing: ["notes"] });
  });

  it("of a card without a name is kept until the client sends a name", async () => {
    const { token: own } = await freshAccount();
    const [row] = await parse(cardOf("", picture).replace(/EMAIL:.*\r\n/, ""), own);
    expect(row).toMatchObject({ isValid: false, photo: true });
    const { results } = await commit([{ ...row, firstName: "Quin" }], own);
    expect(results[0]).toMatchObject({ status: "imported", avatar: "taken" });
  });

  it("is not for another account, nor for a row with `photo: false`", async () => {
    const [row] = await parse(cardOf("Ole", picture));
    const { token: stranger } = await freshAccount();
    const foreign = await commit([{ ...row }], stranger);
    expect(foreign.results[0]).toMatchObject({ status: "imported", avatar: "gone" });
    expect(await avatarOf(foreign.results[0]?.contactId, stranger)).toBeNull();
    const { results } = await commit([{ ...row, photo: false }]);
    expect(results[0]).not.toHaveProperty("avatar");
    expect(await avatarOf(results[0]?.contactId)).toBeNull();
  });
});
