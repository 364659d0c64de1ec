import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { mostMailsPerSecond } from "./reminders.ts";

it("infra/README.md says how many mails a second `npm run bench` asks of the reminder sender", () => {
  const guide = readFileSync(new URL("../../infra/README.md", import.meta.url), "utf8");
  expect(guide).toContain(`Reminders use up to ${mostMailsPerSecond} of them`);
});
