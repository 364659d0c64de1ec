import { describe, expect, it } from "vitest";
import { makeExport } from "../../../functions/app/browser/settings/export-file.ts";
import {
  isMoving,
  isUndoable,
  mailText,
  receiptText,
  zonesByRegion,
} from "../../../functions/app/browser/settings/settings-words.ts";

const counts = { imported: 0, updated: 0, skipped: 0, failed: 0 };

describe("the view of the settings", () => {
  it.each([
    ["ok", true, "Reminders go to ann@example.com."],
    ["ok", false, "Reminders are off. They would go to ann@example.com."],
    ["unverified", true, "No mail is sent, because your address is not verified. Verify it where you sign in."],
    ["bounced", false, "No mail is sent, because a mail to ann@example.com came back."],
  ] as const)("says where mails are %s, with reminders %s: %s", (mailStatus, remindersEnabled, text) => {
    expect(mailText({ email: "ann@example.com", mailStatus, remindersEnabled })).toBe(text);
  });

  it("lists zones by region and town, with the one of the account though the browser does not know it", () => {
    const regions = zonesByRegion(["Europe/Prague", "America/Argentina/Salta", "America/New_York"], "Asia/Kolkata");
    expect([...regions].map(([region, zones]) => [region, zones.map(({ town }) => town)])).toEqual([
      ["America", ["Argentina/Salta", "New York"]],
      ["Asia", ["Kolkata"]],
      ["Europe", ["Prague"]],
      ["Other", ["UTC"]],
    ]);
    expect(regions.get("America")?.[1]?.zone).toBe("America/New_York");
  });

  it.each([
    [{ ...counts, imported: 1_200, failed: 1 }, "1,200 imported, 1 not imported"],
    [{ ...counts, updated: 2, skipped: 3 }, "2 updated, 3 without news"],
    [counts, "nothing imported"],
  ])("says of the import %j: %s", (receipt, text) => {
    expect(receiptText(receipt)).toBe(text);
  });

  it("watches an import or an undo that runs, but not commits that a program may or may not go on with", () => {
    const receipt = { ...counts, imported: 25, total: 25 };
    const states = ["running", "done", "undoing", "undone", "failed"] as const;
    expect(states.filter((status) => isMoving({ ...receipt, status }))).toEqual(["undoing"]);
    expect(states.filter((status) => isMoving({ ...receipt, status, total: 26 }))).toEqual(["running", "undoing"]);
    expect(states.filter((status) => isUndoable({ ...receipt, status }))).toEqual(["done", "failed"]);
    expect(isUndoable({ ...counts, skipped: 1, status: "done" })).toBe(false);
  });
});

describe("an export", () => {
  const made = { url: "https://files.example.com/a", expiresAt: "2026-03-10T12:00:00.000Z" };
  const making = { exportId: "7", status: "making" } as const;

  it("is asked for when the answer says so, until its file is made", async () => {
    const answers = [
      { body: making, headers: new Headers({ "retry-after": "4" }) },
      { body: made, headers: new Headers() },
    ];
    const steps: (string | number)[] = [];
    const calls = {
      begin: async () => ({ body: making, headers: new Headers({ "retry-after": "2" }) }),
      ask: async (id: string) => {
        steps.push(id);
        return answers.shift() ?? { body: made, headers: new Headers() };
      },
    };
    const urls = await makeExport(calls, async (seconds) => void steps.push(seconds));
    expect([urls, steps]).toEqual([[made.url], [2, "7", 4, "7"]]);
  });

  it("has all files of an archive that is too large for one", async () => {
    const urls = [made.url, "https://files.example.com/b"];
    const begin = async () => ({ body: { ...made, urls }, headers: new Headers() });
    expect(await makeExport({ begin, ask: begin }, async () => {})).toEqual(urls);
  });
});
