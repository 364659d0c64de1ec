/**
 * The pages that the link of a mail leads to: a button, and after a click a sentence. The pages have no script, load only the
 * style sheet of all pages, and contain no personal data.
 */
import { plainPage, plainPagePolicy } from "../../shared/platform/http/answer/plain-page.ts";
import { type InLanguages, textsIn } from "../../shared/platform/text/locale.ts";

export const pagePolicy = plainPagePolicy();

/** `language` is the BCP 47 tag of the account. The form is sent to the address of the page. */
export function unsubscribePage(language: string, remindersEnabled: boolean): string {
  const { texts, locale } = textsIn(pageTexts, language);
  const { title, question, button, done, again } = texts;
  const content = remindersEnabled
    ? `<p>${question}</p>\n<form method="post"><button class="first">${button}</button></form>`
    : `<p>${done}</p>\n<p>${again}</p>`;
  return pageOf(locale, title, content);
}

/** The page for a wrong link. `language` is the first language that the browser accepts, which need not be a valid tag. */
export function unknownLinkPage(language: string): string {
  const { texts, locale } = textsIn(pageTexts, language);
  return pageOf(locale, texts.title, `<p>${texts.unknown}</p>`);
}

function pageOf(language: string, title: string, content: string): string {
  return plainPage({ language, title, sheet: "../docs/assets/sheet.css", content });
}

interface PageTexts {
  title: string;
  /** The text before the button. */
  question: string;
  button: string;
  /** The text after the button was pressed, and when reminders are already off. */
  done: string;
  /** Says how to turn reminders on again. */
  again: string;
  /** The text for a wrong link. */
  unknown: string;
}

/** The texts of the pages in the languages of the mails. */
const pageTexts: InLanguages<PageTexts> = {
  en: {
    title: "Reminders by e-mail",
    question: "You will get no more reminders about your contacts.",
    button: "Turn reminders off",
    done: "Reminders are off. You get no more of these mails.",
    again: "You can turn them on again in the settings of your account.",
    unknown: "This link does not work. Follow the one in the mail, or copy all of it.",
  },
  de: {
    title: "Erinnerungen per E-Mail",
    question: "Du bekommst dann keine Erinnerungen zu deinen Kontakten mehr.",
    button: "Erinnerungen abschalten",
    done: "Die Erinnerungen sind abgeschaltet. Du bekommst keine dieser Mails mehr.",
    again: "In den Einstellungen deines Kontos kannst du sie wieder einschalten.",
    unknown: "Dieser Link funktioniert nicht. Folge dem in der Mail oder kopiere ihn ganz.",
  },
  cs: {
    title: "Připomenutí e-mailem",
    question: "Už vám nebudou chodit připomenutí týkající se vašich kontaktů.",
    button: "Vypnout připomenutí",
    done: "Připomenutí jsou vypnutá. Tyto zprávy vám už nebudou chodit.",
    again: "Znovu je zapnete v nastavení svého účtu.",
    unknown: "Tento odkaz nefunguje. Použijte ten ve zprávě, nebo jej zkopírujte celý.",
  },
  fr: {
    title: "Rappels par e-mail",
    question: "Vous ne recevrez plus de rappels au sujet de vos contacts.",
    button: "Désactiver les rappels",
    done: "Les rappels sont désactivés. Vous ne recevrez plus ces messages.",
    again: "Vous pouvez les réactiver dans les paramètres de votre compte.",
    unknown: "Ce lien ne fonctionne pas. Suivez celui du message, ou copiez-le en entier.",
  },
  es: {
    title: "Recordatorios por correo",
    question: "Ya no recibirás recordatorios sobre tus contactos.",
    button: "Desactivar los recordatorios",
    done: "Los recordatorios están desactivados. Ya no recibirás estos correos.",
    again: "Puedes volver a activarlos en los ajustes de tu cuenta.",
    unknown: "Este enlace no funciona. Sigue el del correo o cópialo entero.",
  },
};
