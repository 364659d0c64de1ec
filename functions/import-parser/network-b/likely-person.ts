/** Whether an account is a person's, by words that companies, institutions and fan pages put into their names. */
import { fold } from "../../../shared/text/fold.ts";

/**
 * Why an account is rather no person's, in words for its owner; null when nothing says so. Most accounts that somebody
 * follows are persons', so a person is what remains.
 */
export function signOfNoPerson(handle: string, name: string): string | null {
  const tokens = [...wordsOf(handle), ...wordsOf(name)];
  const word = tokens.find((token) => wholeWords.has(token) || endsLikeCompany(token));
  if (word !== undefined) return `its name says "${wholeWords.has(word) ? word : longWordIn(word)}"`;
  const digits = handle.replace(/\D/g, "").length;
  const letters = handle.replace(/[^a-z]/gi, "").length;
  if (name === "" && digits > letters) return "its handle has more digits than letters";
  return null;
}

/** Folded, without digits: `Café24` gives `cafe`. */
function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
}

/** Handles have no blanks: `berlinphotography` ends in a word that no person's name ends in. */
function endsLikeCompany(token: string): boolean {
  return longWordIn(token) !== undefined;
}

function longWordIn(token: string): string | undefined {
  if (token.length <= shortestLongWord) return undefined;
  return longWords.find((word) => token.length > word.length && (token.endsWith(word) || token.startsWith(word)));
}

/**
 * What people trade in or belong to, in the languages of most exports. Left out are professions and hobbies, which
 * persons put into their handles too (artist, foodie, travel), and words that are names as well (Sales, Church, Mart).
 */
const words = [
  ...["shop", "store", "boutique", "outlet", "market", "supermarket", "brand", "clothing", "apparel", "jewelry"],
  ...[
    "jewellery",
    "cosmetics",
    "handmade",
    "wholesale",
    "deals",
    "giveaway",
    "giveaways",
    "salon",
    "barbershop",
    "spa",
  ],
  ...["bakery", "cafe", "coffee", "restaurant", "ristorante", "trattoria", "pizzeria", "bistro", "brewery", "catering"],
  ...["kitchen", "hotel", "hostel", "resort", "rentals", "tours", "realestate", "realty", "immobilien", "media"],
  ...["news", "noticias", "notizie", "nachrichten", "nouvelles", "magazine", "magazin", "radio", "tv", "podcast"],
  ...["records", "festival", "events", "tickets", "studio", "studios", "gallery", "galerie", "galeria", "museum"],
  ...["theater", "theatre", "photography", "fotografie", "fotografia", "photographie", "films", "productions"],
  ...["architects", "architekten", "agency", "agentur", "agence", "agencia", "marketing", "consulting", "solutions"],
  ...["services", "gmbh", "inc", "ltd", "llc", "corp", "company", "official", "oficial", "officiel", "offiziell"],
  ...["ufficiale", "hq", "club", "team", "fc", "academy", "akademie", "academia", "school", "schule", "escuela"],
  ...["ecole", "university", "universitat", "universidad", "universite", "college", "institute", "institut"],
  ...["foundation", "stiftung", "fundacion", "verein", "charity", "gov", "police", "polizei", "policia", "ministry"],
  ...["memes", "meme", "quotes", "fanpage", "fans", "fanclub", "updates", "app", "software", "labs", "games", "gym"],
  ...["crossfit", "clinic", "clinica", "klinik", "dental", "pharmacy", "apotheke", "praxis", "autos", "motors"],
  ...["garage", "tattoo", "tattoos", "tienda", "negozio", "laden", "loja", "magasin", "ropa", "moda", "joyeria"],
  ...["restaurante", "panaderia", "peluqueria", "restoran", "magaza", "butik", "winkel", "krant", "butikk"],
];

const wholeWords = new Set(words);
/** Shorter ones end names as well: `bishop`, `norfolk`. */
const shortestLongWord = 7;
const longWords = words.filter((word) => word.length >= shortestLongWord);
