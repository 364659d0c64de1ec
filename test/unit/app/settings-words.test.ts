import { describe, expect, it } from "vitest";
import { makeExport } from "../../../functions/app/browser/settings/export-file.ts";
import { isMoving, mailText, receiptText } from "../../../functions/app/browser/settings/settings-words.ts";

describe("the view of the settings", () => {
  it.each([
    ["ok", true, "Reminders go to ann@example.com."],
    ["ok", false, "Reminders are off. They would go to ann@example.com."],
    ["unverified", true, "No mail goes to ann@example.com, because it is not verified. Verify it where you sign in."],
    [
      "bounced",
      true,
      "No mail goes to ann@example.com, because a mail to it came back. Switch reminders off and on to try again.",
    ],
  ] as const)("says where mails are %s, with reminders %s: %s", (mailStatus, remindersEnabled, text) => {
    expect(mailText({ email: "ann@example.com", mailStatus, remindersEnabled })).toBe(text);
  });

  it("says how far an import is, and what it did", () => {
    const receipt = { status: "done", total: 6, imported: 3, updated: 1, skipped: 1, failed: 1 } as const;
    expect(receiptText(receipt)).toBe("done · 3 imported, 1 updated, 2 left out");
  });

  it("watches an import or an undo that runs, but not commits that a program may or may not go on with", () => {
    const receipt = { imported: 25, updated: 0, skipped: 0, failed: 0, total: 25 };
    const states = ["running", "done", "undoing", "undone", "failed"] as const;
    expect(states.filter((status) => isMoving({ ...receipt, status }))).toEqual(["undoing"]);
    expect(states.filter((status) => isMoving({ ...receipt, status, total: 26 }))).toEqual(["running", "undoing"]);
  });
});

describe("an export", () => {
  const made = { url: "https://files.example.com/a", expiresAt: "2026-03-10T12:00:00.000Z" };
  const making = { exportId: "7", status: "making" } as const;

  it("is asked for when the answer says so, until its file is made", async () => {
    const answers = [
      { body: making, headers: new Headers({ "retry-after": "2" }) },
      { body: making, headers: new Headers({ "retry-after": "4" }) },
    ];
    const steps: unknown[] = [];
    const ask = async (id?: string) => {
      steps.push(id);
      return answers.shift() ?? { body: made, headers: new Headers() };
    };
    const urls = await makeExport(ask, async (seconds) => void steps.push(seconds));
    expect([urls, steps]).toEqual([[made.url], [undefined, 2, "7", 4, "7"]]);
  });

  it("has all files of an archive that is too large for one", async () => {
    const urls = [made.url, "https://files.example.com/b"];
    const ask = async () => ({ body: { ...made, urls }, headers: new Headers() });
    expect(await makeExport(ask, async () => {})).toEqual(urls);
  });
});
