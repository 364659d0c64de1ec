/** This module detects accounts of companies, institutions and fan pages by typical words in their names. */
import { fold } from "../../../shared/platform/text/fold.ts";

/**
 * Returns the reason, for a message to the user, why an account probably doesn't belong to a person. Returns null if
 * there is no sign of that, because most followed accounts belong to persons.
 */
export function signOfNoPerson(handle: string, name: string): string | null {
  const tokens = [...wordsOf(handle), ...wordsOf(name)];
  const word = tokens.map((token) => (wholeWords.has(token) ? token : longWordIn(token))).find((found) => found);
  if (word !== undefined) return `its name says "${word}"`;
  const digits = handle.replace(/\D/g, "").length;
  const letters = handle.replace(/[^a-z]/gi, "").length;
  if (name === "" && digits > letters) return "its handle has more digits than letters";
  return null;
}

/** The words are folded and contain no digits: `Café24` becomes `cafe`. */
function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
}

/** Handles have no blanks, so `berlinphotography` is recognised by the word at its end. */
function longWordIn(token: string): string | undefined {
  return longWords.find((word) => token.length > word.length && (token.endsWith(word) || token.startsWith(word)));
}

/**
 * These words name businesses and institutions in the languages of most exports. The list excludes professions and
 * hobbies (artist, foodie, travel), which persons use in handles, and words that are also names (Sales, Church, Mart).
 */
const words = [
  "shop store boutique outlet market supermarket brand clothing apparel jewelry jewellery cosmetics handmade",
  "wholesale deals giveaway giveaways salon barbershop spa bakery cafe coffee restaurant ristorante trattoria",
  "pizzeria bistro brewery catering kitchen hotel hostel resort rentals tours realestate realty immobilien",
  "media news noticias notizie nachrichten nouvelles magazine magazin radio tv podcast records festival events",
  "tickets studio studios gallery galerie galeria museum theater theatre photography fotografie fotografia",
  "photographie films productions architects architekten agency agentur agence agencia marketing consulting",
  "solutions services gmbh inc ltd llc corp company official oficial officiel offiziell ufficiale hq club team",
  "fc academy akademie academia school schule escuela ecole university universitat universidad universite",
  "college institute institut foundation stiftung fundacion verein charity gov police polizei policia ministry",
  "memes meme quotes fanpage fans fanclub updates app software labs games gym crossfit clinic clinica klinik",
  "dental pharmacy apotheke praxis autos motors garage tattoo tattoos tienda negozio laden loja magasin ropa",
  "moda joyeria restaurante panaderia peluqueria restoran magaza butik winkel krant butikk",
].flatMap((line) => line.split(" "));

const wholeWords = new Set(words);
/** Shorter words are not matched inside handles, because names contain them: `bishop` ends with `shop`. */
const shortestLongWord = 7;
const longWords = words.filter((word) => word.length >= shortestLongWord);
