/** What people do, for whom, and what is noted about them. */
import { combine, phrases, words } from "./culture.ts";

export const roles = phrases(
  `Product manager|Senior software engineer|Head of partnerships|Architect|Managing editor|Founder|Investor|Civil engineer
  |Marine biologist|Chief of staff|Researcher in battery chemistry|Choir conductor|Translator|Paediatrician|Baker
  |Lecturer in applied mathematics|Sales representative|Notary|Documentary film maker|Data analyst|Interior designer
  |Customer success manager|Vice president of operations|Quality assurance|Photographer|Beekeeper|Public relations
  |Site reliability engineer|Logistics coordinator|Student`,
);

export const companies = combine(
  `North Kestrel Harbour Fjord Juniper Silver Amber Cedar Blue Granite Meridian Polar Saffron Copper Willow Tidal Lark
  Summit Orchard Velvet Delta Nimbus Quill Raven Sable`,
  `_Optics _Logistics _Analytics _Energy _Press _Foods _Robotics _Textiles light_Studios works_& Partners _Pharma
  stone_Capital way_Systems _Architects _Marine field_Farms _Games _Health smith_Instruments`,
).map((name) => name.replace("_", " "));

/** Behind the names of companies, in the usage of many countries. */
export const companyForms = phrases("GmbH|Ltd|Inc.|S.A.|AB|Oy|Sp. z o.o.|B.V.|K.K.|Pte Ltd|ООО|株式会社|有限公司|ΑΕ");

/** Syllables of nicknames, which many use in place of their names. */
export const syllables = words("ka mi ro ta su ne li vo dar len wu zi fe mon pra shi tel gor bri ny ol qua");

export const nicknames = words(
  "sunny rider mango pixel noor echo fox luna drift jazz panda mint wave ember kiwi storm",
);

export const websiteEndings = words("com org net studio blog page");

export const remarks = phrases(
  `Met at the spring conference, knows half of the regional suppliers.|Prefers a call to a mail.
  |Has two children and a sailing boat.|Introduced by Maria; looking for a co-author.|Send the slides about cold storage.
  |Allergic to nuts.|We shared an office for three years and still owe each other a dinner.|Speaks Dutch and some Korean.
  |Ask about the new house.|Plays the cello in an amateur orchestra on Thursdays.|Lent me the red bicycle.
  |Moved to the coast last autumn, wants to hear of cheap studio space.|Vegetarian.|Does not drink coffee after noon.
  |Good contact for anything that concerns permits and customs.|Trägt immer einen Hut; kennt jeden im Viertel.
  |Rencontrée à Lyon, prépare une exposition sur les ponts suspendus.|Хочет купить лодку, любит поэзию.
  |Le gusta el ajedrez y la cocina de su abuela.|去年在上海的展会上认识，喜欢喝茶。|来月の出張で会う予定。
  |다음 주에 점심 약속.|يفضل التواصل عبر الرسائل.|मुंबई में साथ काम किया था।|Γνωριστήκαμε στο πλοίο για τη Νάξο.
  |Birthday present: something with dinosaurs.|Hosts the reading group, next book is about glaciers.
  |Was very kind when the train was cancelled.|Never on Fridays.|Knows a reliable plumber.
  |Working on a grant proposal until the end of the quarter, then free for a longer talk about the archive.
  |Former neighbour from the third floor.|Trains for the marathon, do not schedule anything before ten.`,
);
