import JSZip from "jszip";
import { expect, it } from "vitest";
import { detectKind } from "../../../functions/docs/browser/import-upload.js";

async function archiveOf(...paths: string[]): Promise<Buffer> {
  const zip = new JSZip();
  for (const path of paths) zip.file(path, "content");
  return zip.generateAsync({ type: "nodebuffer" });
}

const network_b = "network_b:following_and_followers";

it.each([
  ["book.vcf", [], "vcard"],
  ["Contacts.VCARD", [], "vcard"],
  ["Connections.csv", [], "network_a"],
  ["followers_1.json", [], network_b],
  ["cards.zip", ["people/ann.vcf", "people/bob.vcf"], "vcard"],
  ["export.ZIP", ["Profile.csv", "Connections.csv"], "network_a"],
  ["export.zip", ["connections/followers_and_following/following.json", "media/a.jpg"], network_b],
  ["export.zip", ["readme.txt"], "vcard"],
] as const)("the import page takes %s with %j for %s", async (name, entries, kind) => {
  expect(await detectKind(new File([Uint8Array.from(await archiveOf(...entries))], name))).toBe(kind);
});
