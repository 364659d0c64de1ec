/** The names of files with a vCard. */
import type { ContactRecord } from "../contact/record.ts";
import { cutToUnits } from "../platform/text/cut.ts";

/** UTF-16 code units. File systems accept about 255 bytes. */
const longestName = 60;

/** A file name that every system accepts, after the name of the contact. */
export function cardFileName({ firstName, lastName }: Pick<ContactRecord, "firstName" | "lastName">): string {
  const safe = `${firstName} ${lastName}`
    .replace(/[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|]/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+/, "");
  return `${cutToUnits(safe, longestName).replace(/[. ]+$/, "") || "contact"}.vcf`;
}
