/** The kinds of files that people import in the app, and how a file is recognised. */

/** The part after the colon is the strategy of network_b. Tables of network_a are imported by programs only. */
export const fileKinds = {
  vcard: "Address book (vCard)",
  "network_b:following_and_followers": "Photo network (network_b): following and followers",
  "network_b:following": "Photo network (network_b): only following",
  "network_b:followers": "Photo network (network_b): only followers",
  "network_b:mutual_following": "Photo network (network_b): only mutual following",
  "network_b:close_friends": "Photo network (network_b): only close friends",
} as const;
export type FileKind = keyof typeof fileKinds;

/** An archive names its entries at its end. */
const directoryBytes = 1024 * 1024;

/** By the name, and of an archive by the names of its entries. Undefined for tables. */
export async function detectKind(file: File): Promise<FileKind | undefined> {
  if (/\.csv$/i.test(file.name)) return undefined;
  if (/\.json$/i.test(file.name)) return "network_b:following_and_followers";
  if (!/\.zip$/i.test(file.name)) return "vcard";
  const end = file.slice(-directoryBytes);
  // A folder has no content. Sending it says so.
  const names = await end.text().catch(() => "");
  if (/\.vcf/i.test(names)) return "vcard";
  if (/follow(ers|ing)[\w-]*\.json/i.test(names)) return "network_b:following_and_followers";
  return /\.csv/i.test(names) ? undefined : "vcard";
}
