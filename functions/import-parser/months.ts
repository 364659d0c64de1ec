/** The months by their names: English, and the other languages in which spreadsheets write dates. */
import { fold } from "../../shared/text/fold.ts";

/** Of these and of the names below, the starts that are one month's only are known too. */
const english = "january february march april may june july august september october november december";

/**
 * From CLDR, by month, without what English has already: standing alone and in a date, in German, French, Spanish,
 * Italian, Portuguese, Dutch, Polish, Czech, Swedish, Danish, Norwegian, Finnish, Turkish, Russian, Ukrainian,
 * Romanian, Hungarian, Greek, Indonesian and Arabic.
 */
const others: readonly string[] = [
  [
    "januar jänner janvier enero gennaio janeiro januari styczeń stycznia leden ledna tammikuu tammikuuta ocak январь",
    "января січень січня ianuarie január ιανουάριος ιανουαρίου يناير",
  ].join(" "),
  [
    "februar feber février febrero febbraio fevereiro februari luty lutego únor února helmikuu helmikuuta şubat",
    "февраль февраля лютий лютого februarie február φεβρουάριος φεβρουαρίου فبراير",
  ].join(" "),
  [
    "märz mars marzo março maart mrt marzec marca březen března marts maaliskuu maaliskuuta mart март марта березень",
    "березня martie március μάρτιος μαρτίου maret مارس",
  ].join(" "),
  [
    "avril abril aprile kwiecień kwietnia duben dubna huhtikuu huhtikuuta nisan апрель апреля квітень квітня aprilie",
    "április απρίλιος απριλίου أبريل",
  ].join(" "),
  [
    "mai mayo maggio maio mei maj maja květen května toukokuu toukokuuta mayıs май мая травень травня május μάιος",
    "μαΐου مايو",
  ].join(" "),
  [
    "juni juin junio giugno junho czerwiec czerwca červen června čvn kesäkuu kesäkuuta haziran июнь июня червень",
    "червня iunie június ιούνιος ιουνίου يونيو",
  ].join(" "),
  [
    "juli juillet julio luglio julho lipiec lipca červenec července čvc heinäkuu heinäkuuta temmuz июль июля липень",
    "липня iulie július ιούλιος ιουλίου يوليو",
  ].join(" "),
  [
    "août agosto augustus sierpień sierpnia srpen srpna augusti elokuu elokuuta ağustos август августа серпень серпня",
    "augusztus αύγουστος αυγούστου agustus أغسطس",
  ].join(" "),
  [
    "septembre septiembre setiembre settembre setembro wrzesień września září syyskuu syyskuuta eylül сентябрь",
    "сентября вересень вересня septembrie szeptember σεπτέμβριος σεπτεμβρίου سبتمبر",
  ].join(" "),
  [
    "oktober octobre octubre ottobre outubro październik października říjen října lokakuu lokakuuta ekim октябрь",
    "октября жовтень жовтня octombrie október οκτώβριος οκτωβρίου أكتوبر",
  ].join(" "),
  [
    "novembre noviembre novembro listopad listopada listopadu marraskuu marraskuuta kasım ноябрь ноября листопад",
    "листопада noiembrie νοέμβριος νοεμβρίου نوفمبر",
  ].join(" "),
  [
    "dezember décembre diciembre dicembre dezembro grudzień grudnia prosinec prosince desember joulukuu joulukuuta",
    "aralık декабрь декабря грудень грудня decembrie δεκέμβριος δεκεμβρίου ديسمبر",
  ].join(" "),
];

/** From 1 to 12; null for a word that is no month's, or more than one's. `word` is folded (shared/text/fold.ts). */
export function monthOf(word: string): number | null {
  const known = found.get(word);
  if (known !== undefined) return known;
  const month = lookUp(word);
  // A file has a handful of them; a hostile one must not fill the memory.
  if (found.size < maxFound) found.set(word, month);
  return month;
}

const found = new Map<string, number | null>();
const maxFound = 1_000;

function lookUp(word: string): number | null {
  return (
    only(englishForms, (form) => isStart(word, form)) ??
    only(allForms, (form) => form === word) ??
    only(allForms, (form) => isStart(word, form))
  );
}

function isStart(word: string, form: string): boolean {
  return word.length >= 3 && form.startsWith(word);
}

type Form = readonly [string, number];

function only(forms: readonly Form[], matches: (form: string) => boolean): number | null {
  const months = new Set(forms.filter(([form]) => matches(form)).map(([, month]) => month));
  const [month] = months;
  return months.size === 1 && month !== undefined ? month : null;
}

const englishForms = english.split(" ").map((name, index): Form => [name, index + 1]);
const allForms = others.flatMap((names, index) => names.split(" ").map((name): Form => [fold(name), index + 1]));
