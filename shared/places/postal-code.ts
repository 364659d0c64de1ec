/** What the shape of a postal code says about the country. */

/**
 * Countries by the shape of the code that they write in front of the town: `9` is a digit, `A` a letter. A shape that
 * is not here says nothing.
 */
const countriesByShape: Readonly<Record<string, string>> = {
  "999": "FO IS MG OM",
  "9999": "AF AL AM AR AT AU BD BE BG CH CV CY DK GE GL HU LI LU LV MD MK MZ NL NO NZ PH PT PY SI TN VE ZA",
  "99999":
    "AD AX BA BT CR CU CZ DE DO DZ EE EG ES FI FR GP GR GT HN HR ID IL IQ IT JO KE KH KR KW LA LK LT MA MC ME MM MQ " +
    "MX MY NI NP PE PK PM RE RS SA SE SK SM SN SV TH TR TW UA UY VA VN XK ZM",
  "999999": "BY CN CO EC IN IR KG KZ MN RO RU SG TJ TM TT UZ VN",
  "999 99": "CZ GR SE SK",
  "99-999": "PL",
  "9999-999": "PT",
  "99999-999": "BR",
  "999-9999": "JP",
  "9999 AA": "NL",
  "9999AA": "NL",
};

/** Undefined when the code may be of any country. */
export function countriesOf(postalCode: string): ReadonlySet<string> | undefined {
  const shape = postalCode.replace(/\d/g, "9").replace(/[A-Z]/g, "A");
  const countries = countriesByShape[shape];
  return countries === undefined ? undefined : new Set(countries.split(" "));
}

/** As the United States, Canada and Australia write it behind the code of a state. */
const behindState = String.raw`(?:\d{4,5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)`;
const alone = new RegExp(`^${behindState}$`);
const stateAndCode = new RegExp(String.raw`^[A-Z]{2,3}\s+${behindState}$`);

/** "98101", "M5V 3L9". */
export function isPostalCode(text: string): boolean {
  return alone.test(text);
}

/** "WA 98101", "D.C. 20500": the end of an address of these countries. */
export function isStateLine(text: string): boolean {
  return stateAndCode.test(text.replaceAll(".", ""));
}
