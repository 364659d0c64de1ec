import { expect, it } from "vitest";
import { noteText, restoreText } from "../../../functions/app/browser/settings/trash-words.ts";

const restored = { id: "1", status: "restored" } as const;
const refused = { id: "2", status: "refused", code: "contact_limit_reached" } as const;
const without = { id: "3", status: "restored", lost: ["externalId" as const] } as const;

it.each([
  [{ restoredCount: 1, results: [restored] }, "Restored 1 contact."],
  [{ restoredCount: 1_500, results: [] }, "1,500 contacts are being restored."],
  [{ restoredCount: 0, results: [] }, "Restored 0 contacts."],
  [{ restoredCount: 0, results: [refused] }, "Restored 0 contacts. 1 not restored, because the account is full."],
  [
    { restoredCount: 2, results: [restored, { ...without, lost: [...without.lost] }] },
    "Restored 2 contacts. 1 back without the external id, which a newer contact has.",
  ],
])("of the restore %j says: %s", (answer, text) => {
  expect(restoreText(answer)).toBe(text);
});

it("names the code of a refusal that it does not know", () => {
  expect(noteText("new_code")).toBe("not restored (new_code)");
});
