/** The texts of the mail that confirms the deletion of an account, in the languages of the other mails. */
import { mailHtml, paragraphHtml } from "../../shared/platform/mail/mail-html.ts";
import { type InLanguages, textsIn } from "../../shared/platform/text/locale.ts";
import { escapeHtml } from "../../shared/platform/text/safe-text.ts";

interface ConfirmationTexts {
  title: string;
  deleted: string;
  again: string;
  last: string;
}

/** The parts of the mail. `language` is a BCP 47 tag; English is used for a language without texts. */
export function buildConfirmation({ language }: { language: string }): { subject: string; text: string; html: string } {
  const { texts, locale } = textsIn<ConfirmationTexts>(confirmationTexts, language);
  const { title, deleted, again, last } = texts;
  return {
    subject: title,
    text: [deleted, "", again, "", last, ""].join("\n"),
    html: mailHtml({
      language: locale,
      subject: title,
      title,
      main: paragraphHtml(escapeHtml(deleted)) + paragraphHtml(escapeHtml(again)),
      footer: paragraphHtml(escapeHtml(last)),
    }),
  };
}

const en: ConfirmationTexts = {
  title: "Your account was deleted",
  deleted:
    "As you asked, your account was closed, and its contacts, pictures, files and settings were deleted. Copies in backups disappear within 35 days.",
  again: "If you sign in again after a few hours, a new, empty account is created.",
  last: "This is the last mail about this account.",
};

const de: ConfirmationTexts = {
  title: "Ihr Konto wurde gelöscht",
  deleted:
    "Wie gewünscht, wurde Ihr Konto geschlossen. Kontakte, Bilder, Dateien und Einstellungen wurden gelöscht. Kopien in Sicherungen verschwinden innerhalb von 35 Tagen.",
  again: "Wenn Sie sich nach einigen Stunden wieder anmelden, wird ein neues, leeres Konto angelegt.",
  last: "Dies ist die letzte Nachricht zu diesem Konto.",
};

const cs: ConfirmationTexts = {
  title: "Váš účet byl smazán",
  deleted:
    "Podle vašeho přání byl váš účet zrušen a jeho kontakty, obrázky, soubory a nastavení byly smazány. Kopie v zálohách zmizí do 35 dnů.",
  again: "Pokud se po několika hodinách znovu přihlásíte, vznikne nový, prázdný účet.",
  last: "Toto je poslední zpráva k tomuto účtu.",
};

const fr: ConfirmationTexts = {
  title: "Votre compte a été supprimé",
  deleted:
    "Comme vous l’avez demandé, votre compte a été fermé, et ses contacts, images, fichiers et paramètres ont été supprimés. Les copies de sauvegarde disparaissent sous 35 jours.",
  again: "Si vous vous reconnectez dans quelques heures, un nouveau compte vide sera créé.",
  last: "Ceci est le dernier message concernant ce compte.",
};

const es: ConfirmationTexts = {
  title: "Su cuenta se ha eliminado",
  deleted:
    "Tal como solicitó, su cuenta se ha cerrado y sus contactos, imágenes, archivos y ajustes se han eliminado. Las copias de seguridad desaparecen en un plazo de 35 días.",
  again: "Si vuelve a iniciar sesión dentro de unas horas, se creará una cuenta nueva y vacía.",
  last: "Este es el último mensaje sobre esta cuenta.",
};

const confirmationTexts = { en, de, cs, fr, es } satisfies InLanguages<ConfirmationTexts>;
