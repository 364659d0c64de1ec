/** What the page says, in the languages of the mails. */
import type { InLanguages } from "../../shared/text/languages.ts";

export interface PageTexts {
  title: string;
  /** Before the button. */
  question: string;
  button: string;
  /** After it, and whenever reminders are off already. */
  done: string;
  /** How they come back. */
  again: string;
  /** Of a link that nothing is behind. */
  unknown: string;
}

export const pageTexts: InLanguages<PageTexts> = {
  en: {
    title: "Reminders by e-mail",
    question: "You will get no more mails about the important dates of your contacts.",
    button: "Turn reminders off",
    done: "Reminders are off. You get no more mails about important dates.",
    again: "You can turn them on again in the settings of your account.",
    unknown: "This link does not work. Follow the one in the mail, or copy all of it.",
  },
  de: {
    title: "Erinnerungen per E-Mail",
    question: "Du bekommst dann keine Mails mehr zu wichtigen Daten deiner Kontakte.",
    button: "Erinnerungen abschalten",
    done: "Die Erinnerungen sind abgeschaltet. Du bekommst keine Mails mehr zu wichtigen Daten.",
    again: "In den Einstellungen deines Kontos kannst du sie wieder einschalten.",
    unknown: "Dieser Link funktioniert nicht. Folge dem in der Mail oder kopiere ihn ganz.",
  },
  cs: {
    title: "Připomenutí e-mailem",
    question: "Už vám nebudou chodit zprávy o důležitých datech vašich kontaktů.",
    button: "Vypnout připomenutí",
    done: "Připomenutí jsou vypnutá. Zprávy o důležitých datech vám už nebudou chodit.",
    again: "Znovu je zapnete v nastavení svého účtu.",
    unknown: "Tento odkaz nefunguje. Použijte ten ve zprávě, nebo jej zkopírujte celý.",
  },
  fr: {
    title: "Rappels par e-mail",
    question: "Vous ne recevrez plus de messages sur les dates importantes de vos contacts.",
    button: "Désactiver les rappels",
    done: "Les rappels sont désactivés. Vous ne recevrez plus de messages sur les dates importantes.",
    again: "Vous pouvez les réactiver dans les paramètres de votre compte.",
    unknown: "Ce lien ne fonctionne pas. Suivez celui du message, ou copiez-le en entier.",
  },
  es: {
    title: "Recordatorios por correo",
    question: "Ya no recibirás correos sobre las fechas importantes de tus contactos.",
    button: "Desactivar los recordatorios",
    done: "Los recordatorios están desactivados. Ya no recibirás correos sobre fechas importantes.",
    again: "Puedes volver a activarlos en los ajustes de tu cuenta.",
    unknown: "Este enlace no funciona. Sigue el del correo o cópialo entero.",
  },
};
