import JSZip from "jszip";
import { expect, it } from "vitest";
import { detectKind, fileKinds } from "../../../functions/app/browser/import/file-kinds.ts";
import { sourceNames as shownNames } from "../../../functions/app/browser/import/import-words.ts";
import { type ImportSource, sourceNames } from "../../../shared/import/row/parsed-contact.ts";

async function archiveOf(...paths: string[]): Promise<Buffer> {
  const zip = new JSZip();
  for (const path of paths) zip.file(path, "content");
  return zip.generateAsync({ type: "nodebuffer" });
}

const network_b = "network_b:following_and_followers";

it.each([
  ["book.vcf", [], "vcard"],
  ["Contacts.VCARD", [], "vcard"],
  ["Connections.csv", [], undefined],
  ["followers_1.json", [], network_b],
  ["cards.zip", ["people/ann.vcf", "people/bob.vcf"], "vcard"],
  ["export.ZIP", ["Profile.csv", "Connections.csv"], undefined],
  ["export.zip", ["connections/followers_and_following/following.json", "media/a.jpg"], network_b],
  ["export.zip", ["readme.txt"], "vcard"],
] as const)("the import takes %s with %j for %s", async (name, entries, kind) => {
  expect(await detectKind(new File([Uint8Array.from(await archiveOf(...entries))], name))).toBe(kind);
});

const fileNames: Readonly<Record<ImportSource, string>> = {
  vcard: "book.vcf",
  network_a: "Connections.csv",
  network_b: "followers_1.json",
};
const programsOnly = new Set<ImportSource>(["network_a"]);

it.each(sourceNames)(
  "the import offers the source %s and recognises its files, unless it is for programs only",
  async (source) => {
    const ofSource = programsOnly.has(source) ? undefined : expect.stringMatching(`^${source}(:|$)`);
    if (ofSource) expect(Object.keys(fileKinds)).toContainEqual(ofSource);
    expect(await detectKind(new File([], fileNames[source]))).toEqual(ofSource);
    expect(shownNames[source]).toBeTruthy();
  },
);
