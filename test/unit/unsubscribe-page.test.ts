import { describe, expect, it } from "vitest";
import { unknownLinkPage, unsubscribePage } from "../../functions/unsubscribe/page.ts";
import { pageTexts } from "../../functions/unsubscribe/texts.ts";
import { cs } from "../../shared/mail/texts/cs.ts";
import { de } from "../../shared/mail/texts/de.ts";
import { es } from "../../shared/mail/texts/es.ts";
import { fr } from "../../shared/mail/texts/fr.ts";

/** How each language addresses people in mails, and words of its other way. */
const registers = {
  de: { mail: de.reason, familiar: /\bd(u|ein\w*)\b/i, other: /\b(Sie|Ihr\w*|Ihnen)\b/ },
  cs: {
    mail: cs.reason,
    familiar: /\b(vám|vaš\w*|Použijte|dostáváte)/,
    other: /(?<![.!?] )\b(V[áa][mš])|\b(tobě|tvých|tvé)\b/,
  },
  fr: { mail: fr.reason, familiar: /\bv(ous|otre|os)\b/i, other: /\b(tu|ton|tes)\b/i },
  es: { mail: es.reason, familiar: /\b(tus?|Recibes|Puedes)\b/, other: /\b(usted|sus?|Puede|Siga)\b/ },
} as const;

describe.each(Object.entries(registers))("the page in %s", (language, { mail, familiar, other }) => {
  it("speaks to people as the mails do that lead to it", () => {
    const said = [unsubscribePage(language, true), unsubscribePage(language, false), unknownLinkPage(language)];
    for (const text of [mail, said.join(" ")]) {
      expect(text).toMatch(familiar);
      expect(text).not.toMatch(other);
    }
  });
});

it("every language has every text, none the words of another", () => {
  const texts = Object.values(pageTexts).map((each) => Object.values(each));
  for (const each of texts) expect(each.every((text) => text.trim() !== "")).toBe(true);
  expect(new Set(texts.flat()).size).toBe(texts.flat().length);
});
