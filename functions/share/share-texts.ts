/** The texts of mails with a shared contact in each language. `from` is the name of the account, or its address. */
import type { InLanguages } from "../../shared/platform/text/locale.ts";

export interface ShareTexts {
  subject: (from: string, contact: string) => string;
  intro: (from: string) => string;
  attached: string;
  /** Stands in the copy for the account. */
  copyOf: (recipients: string) => string;
  reason: (from: string, address: string) => string;
}

/** The texts have no past tense, because it would depend on the gender. */
const cs: ShareTexts = {
  subject: (from, contact) => `${from} s vámi sdílí kontakt: ${contact}`,
  intro: (from) => `${from} s vámi sdílí tento kontakt.`,
  attached: "Kontakt je v příloze jako vizitka (vCard), kterou si můžete přidat do adresáře.",
  copyOf: (recipients) => `Toto je kopie vaší zprávy. Příjemci: ${recipients}`,
  reason: (from, address) => `Tuto zprávu vám posílá ${from} přes naši službu. Odpověď přijde na adresu ${address}.`,
};

const de: ShareTexts = {
  subject: (from, contact) => `${from} teilt einen Kontakt mit dir: ${contact}`,
  intro: (from) => `${from} teilt diesen Kontakt mit dir.`,
  attached: "Der Kontakt ist als Visitenkarte (vCard) angehängt, die du in dein Adressbuch übernehmen kannst.",
  copyOf: (recipients) => `Das ist die Kopie deiner Mail an ${recipients}`,
  reason: (from, address) => `${from} schickt dir diese Mail über unseren Dienst. Eine Antwort geht an ${address}.`,
};

const en: ShareTexts = {
  subject: (from, contact) => `${from} shares a contact with you: ${contact}`,
  intro: (from) => `${from} shares this contact with you.`,
  attached: "The contact is attached as a card (vCard), which you can add to your address book.",
  copyOf: (recipients) => `This is the copy of your mail to ${recipients}`,
  reason: (from, address) => `${from} sends you this mail through our service. A reply goes to ${address}.`,
};

const es: ShareTexts = {
  subject: (from, contact) => `${from} comparte un contacto contigo: ${contact}`,
  intro: (from) => `${from} comparte este contacto contigo.`,
  attached: "El contacto va adjunto como tarjeta (vCard), que puedes añadir a tu libreta de direcciones.",
  copyOf: (recipients) => `Esta es la copia de tu correo a ${recipients}`,
  reason: (from, address) =>
    `${from} te envía este correo a través de nuestro servicio. Una respuesta llegará a ${address}.`,
};

/** Before a colon stands a blank that does not break. */
const fr: ShareTexts = {
  subject: (from, contact) => `${from} partage un contact avec vous\u00a0: ${contact}`,
  intro: (from) => `${from} partage ce contact avec vous.`,
  attached: "Le contact est joint sous forme de carte (vCard), que vous pouvez ajouter à votre carnet d’adresses.",
  copyOf: (recipients) => `Voici la copie de votre message à ${recipients}`,
  reason: (from, address) => `${from} vous envoie ce message par notre service. Une réponse parviendra à ${address}.`,
};

export const shareTexts = { en, de, cs, fr, es } satisfies InLanguages<ShareTexts>;
