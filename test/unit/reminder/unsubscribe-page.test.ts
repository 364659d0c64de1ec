import { expect, it } from "vitest";
import { unknownLinkPage, unsubscribePage } from "../../../functions/unsubscribe/page.ts";
import { digestTexts } from "../../../shared/reminder/digest-texts.ts";

/** For each language a text of the mails, words of the form of address that it uses, and words of the other form. */
const registers = {
  de: { mail: digestTexts.de.reason, usual: /\bd(u|ein\w*)\b/i, other: /\b(Sie|Ihr\w*|Ihnen)\b/ },
  cs: {
    mail: digestTexts.cs.reason,
    usual: /\b(vám|vaš\w*|Použijte|dostáváte)/,
    other: /(?<![.!?] )\b(V[áa][mš])|\b(tobě|tvých|tvé)\b/,
  },
  fr: { mail: digestTexts.fr.reason, usual: /\bv(ous|otre|os)\b/i, other: /\b(tu|ton|tes)\b/i },
  es: { mail: digestTexts.es.reason, usual: /\b(tus?|Recibes|Puedes)\b/, other: /\b(usted|sus?|Puede|Siga)\b/ },
} as const;

it.each(Object.entries(registers))("the page in %s is as formal as the mails", (language, texts) => {
  const pages = [unsubscribePage(language, true), unsubscribePage(language, false), unknownLinkPage(language)];
  for (const text of [texts.mail, pages.join(" ")]) {
    expect(text).toMatch(texts.usual);
    expect(text).not.toMatch(texts.other);
  }
});
