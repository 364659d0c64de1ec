import { expect, it } from "vitest";
import { buildOffMail } from "../../../functions/webhook-sender/off-mail.ts";

const languages = { en: "en", "de-AT": "de-AT", cs: "cs", fr: "fr", "es-MX": "es-MX", ja: "en" };

it.each(Object.entries(languages))(
  "the mail for the language %s is in %s, and names the host, not the whole address",
  (tag, locale) => {
    const url = "https://hooks.example:8443/a-secret-path?token=1";
    const id = "0198e0a0-0000-7000-8000-000000000001";
    for (const disabledReason of ["gone", "failing"] as const) {
      const { subject, text, html } = buildOffMail({ id, url, disabledReason }, tag);
      expect(subject).not.toBe("");
      expect(html).toContain(`<html lang="${locale}"`);
      for (const part of [text, html]) {
        for (const shown of ["hooks.example:8443", id, "GET /contacts/changes"]) expect(part).toContain(shown);
        expect(part).not.toContain("secret");
        expect(part.includes("410")).toBe(disabledReason === "gone");
      }
    }
  },
);
