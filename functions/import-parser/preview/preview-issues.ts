/** The issues by which a preview says what the commit of a row would leave out, and where two people may be one. */
import { haveOtherEmails, haveOtherMobiles } from "../../../shared/import/identity/identity.ts";
import { importLookups } from "../../../shared/import/identity/lookup-index.ts";
import type { PersonName } from "../../../shared/import/identity/read-name.ts";
import { differingIssues } from "../../../shared/import/merge/differing.ts";
import type { ImportIssue, ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { quote } from "../../../shared/import/row/row-issues.ts";
import { type ComparedContact, withoutAddresses } from "./compared-contact.ts";
import type { PreviewAccount } from "./preview-account.ts";

/** What the row can't change in the contact that it joins, which is `after` then. `who` is that contact, for the messages. */
export function joinIssues(
  before: ComparedContact,
  after: ComparedContact,
  row: ParsedContact,
  who: string,
): ImportIssue[] {
  return [...reachIssues(before, row, who), ...differingIssues(after, withoutAddresses(row), who)];
}

/** Warns when the values that reach the person are others, because these may be two people. */
function reachIssues(contact: ComparedContact, row: ParsedContact, who: string): ImportIssue[] {
  const fields = [
    ...(haveOtherEmails(contact, row) ? ["emails" as const] : []),
    ...(haveOtherMobiles(contact, row) ? ["phones" as const] : []),
  ];
  return fields.map((field) => {
    const [own, other] = [contact, row].map((each) => quote(each[field].map(({ value }) => value).join(", ")));
    const message = `${who} has ${own} as ${field}, and gets ${other} too.`;
    return { code: "duplicate_reach_differs", severity: "warning", message, field };
  });
}

/** The names that a message has at most. */
const maxNames = 3;

export function fittingIssue(fitting: readonly PersonName[]): ImportIssue {
  const names = new Set(fitting.map(({ firstName, lastName }) => quote(`${firstName} ${lastName ?? ""}`)));
  const message = `The short name fits ${[...names].slice(0, maxNames).join(" and ")}, who have a value of this row, and the row joins none of them.`;
  return { code: "duplicate_name_differs", severity: "info", message, field: "firstName" };
}

/**
 * Reports the oldest contact that has a profile, an e-mail address or a number of the row but is another person. Websites
 * are ignored, because colleagues may share one. The own contact is ignored, because otherwise everyone with the number
 * of the owner's home would be shown as "me".
 */
export async function otherNameIssues(account: PreviewAccount, row: ParsedContact): Promise<ImportIssue[]> {
  for (const lookup of importLookups(row)) {
    if (lookup.kind === "handle" && lookup.platform === "website") continue;
    const contact = await account.oldestStored(lookup);
    if (!contact) continue;
    const field = lookup.kind === "handle" ? lookup.platform : `${lookup.kind}s`;
    const name = quote(`${contact.firstName} ${contact.lastName}`.trim());
    const message = `The contact ${contact.id}, ${name}, has this value under another name or birthday, and is not changed.`;
    return [{ code: "duplicate_name_differs", severity: "info", message, field }];
  }
  return [];
}
