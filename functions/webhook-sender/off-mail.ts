/** The texts of the mail which says that a webhook was switched off, in the languages of the other mails. */
import { htmlWith, mailHtml, paragraphHtml } from "../../shared/platform/mail/mail-html.ts";
import { type InLanguages, textsIn } from "../../shared/platform/text/locale.ts";
import { escapeHtml, safeLine } from "../../shared/platform/text/safe-text.ts";
import type { WebhookRecord } from "../../shared/webhook/store/webhook.ts";

interface OffTexts {
  title: string;
  off: (host: string) => string;
  reasons: Record<NonNullable<WebhookRecord["disabledReason"]>, string>;
  missed: string;
  again: (webhookId: string) => string;
}

/**
 * The parts of the mail. `language` is a BCP 47 tag; English is used for a language without texts. Of the address only the host
 * is shown, because the rest may be a secret.
 */
export function buildOffMail(
  { id, url, disabledReason }: WebhookRecord,
  language: string,
): { subject: string; text: string; html: string } {
  const { texts, locale } = textsIn<OffTexts>(offTexts, language);
  const { title, off, reasons, missed, again } = texts;
  const host = safeLine(new URL(url).host);
  const reason = reasons[disabledReason ?? "failing"];
  const paragraphs = [`${htmlWith(off, host)} ${escapeHtml(reason)}`, escapeHtml(missed)];
  return {
    subject: title,
    text: [`${off(host)} ${reason}`, "", missed, "", again(id), ""].join("\n"),
    html: mailHtml({
      language: locale,
      subject: title,
      title,
      main: paragraphs.map(paragraphHtml).join(""),
      footer: paragraphHtml(htmlWith(again, id)),
    }),
  };
}

const en: OffTexts = {
  title: "A webhook was switched off",
  off: (host) => `Your webhook to ${host} was switched off.`,
  reasons: {
    failing: "For three days, none of its deliveries has succeeded.",
    gone: "Its address answered with the status 410 (Gone), so it wants no more deliveries.",
  },
  missed: "It gets no more events. What has changed meanwhile can be read with GET /contacts/changes.",
  again: (id) => `When the receiver works again, switch the webhook on with PATCH /webhooks/${id}.`,
};

const de: OffTexts = {
  title: "Ein Webhook wurde ausgeschaltet",
  off: (host) => `Ihr Webhook zu ${host} wurde ausgeschaltet.`,
  reasons: {
    failing: "Seit drei Tagen ist keine seiner Zustellungen gelungen.",
    gone: "Seine Adresse hat mit dem Status 410 (Gone) geantwortet, sie möchte also keine Zustellungen mehr.",
  },
  missed: "Er erhält keine Ereignisse mehr. Was sich inzwischen geändert hat, zeigt GET /contacts/changes.",
  again: (id) => `Wenn der Empfänger wieder arbeitet, schalten Sie den Webhook mit PATCH /webhooks/${id} ein.`,
};

const cs: OffTexts = {
  title: "Webhook byl vypnut",
  off: (host) => `Váš webhook na ${host} byl vypnut.`,
  reasons: {
    failing: "Tři dny se nepodařilo žádné jeho doručení.",
    gone: "Jeho adresa odpověděla stavem 410 (Gone), takže už žádná doručení nechce.",
  },
  missed: "Nedostává už žádné události. Co se mezitím změnilo, ukáže GET /contacts/changes.",
  again: (id) => `Až bude příjemce opět fungovat, zapněte webhook pomocí PATCH /webhooks/${id}.`,
};

const fr: OffTexts = {
  title: "Un webhook a été désactivé",
  off: (host) => `Votre webhook vers ${host} a été désactivé.`,
  reasons: {
    failing: "Depuis trois jours, aucune de ses livraisons n’a réussi.",
    gone: "Son adresse a répondu avec le statut 410 (Gone) : elle ne veut plus de livraisons.",
  },
  missed: "Il ne reçoit plus d’événements. GET /contacts/changes montre ce qui a changé entre-temps.",
  again: (id) => `Quand le destinataire fonctionnera de nouveau, réactivez le webhook avec PATCH /webhooks/${id}.`,
};

const es: OffTexts = {
  title: "Se ha desactivado un webhook",
  off: (host) => `Su webhook a ${host} se ha desactivado.`,
  reasons: {
    failing: "Desde hace tres días no ha tenido éxito ninguna de sus entregas.",
    gone: "Su dirección respondió con el estado 410 (Gone), así que no quiere más entregas.",
  },
  missed: "Ya no recibe eventos. GET /contacts/changes muestra lo que ha cambiado mientras tanto.",
  again: (id) => `Cuando el receptor funcione de nuevo, active el webhook con PATCH /webhooks/${id}.`,
};

const offTexts = { en, de, cs, fr, es } satisfies InLanguages<OffTexts>;
