/** Bodies of contacts in languages and with values that `realisticBody` does not have, as imports bring them. */
const mail = (value: string, type: string) => ({ value, type });

export const otherBodies = [
  {
    firstName: "ნინო",
    lastName: "ბერიძე",
    location: "თბილისი, საქართველო",
    latitude: 41.7151,
    longitude: 44.8271,
    emails: [mail("nino.b@yahoo.com", "home")],
    phones: [{ prefix: "+995", value: "599123456", type: "mobile" }],
    importantDates: [{ type: "birthday", date: "1987-04-09" }],
    notes: "შევხვდით კონფერენციაზე ბათუმში.",
  },
  {
    firstName: "Արմեն",
    lastName: "Սարգսյան",
    headline: "Ծրագրավորող, Ararat Soft",
    position: "Ծրագրավորող",
    organisation: "Ararat Soft",
    network_a: "https://www.linkedin.com/in/armen-sargsyan-8b21c4",
    notes: "Connected on network_a: 2023-11-04",
  },
  {
    firstName: "Ελένη",
    lastName: "Παπαδοπούλου",
    emails: [mail("eleni@athens-dental.gr", "work")],
    phones: [{ prefix: "+30", value: "2103456789", type: "work" }],
    addresses: [{ type: "work", addressLine1: "Βασιλίσσης Σοφίας 12", addressCity: "Αθήνα", addressCountry: "Ελλάδα" }],
    website: "https://athens-dental.gr/",
  },
  { firstName: "lihit.ifam_", network_b: "lihit.ifam_", notes: "Follows since: 2024-03-17\nLists: following" },
  {
    firstName: "Siobhán",
    lastName: "Ó Súilleabháin",
    nickname: "Shiv",
    language: "ga",
    emails: [mail("shiv79@gmail.com", "home"), mail("s.osullivan@cork-harbour.ie", "work")],
    importantDates: [{ type: "anniversary", date: "2011-06-18", note: "Kinsale", notifyDaysBefore: 3 }],
    network_d: "+353861234567",
    notes: "Plays the uilleann pipes; wants the photos from the wedding.",
    keepFrequencyDays: 90,
  },
];
