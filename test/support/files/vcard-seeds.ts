/** vCard files of many kinds, each with some of what writers of twenty years did: to read, and to damage. */
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { card } from "./vcard.ts";

const quirks = readFileSync(new URL("../../fixtures/vcard/quirks.vcf", import.meta.url));
const gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

const apple = card(
  "PRODID:-//Apple Inc.//iOS 17.0//EN",
  "N:Okafor;Ngozi;Ada,Chi;Dr.;",
  "FN:Dr. Ngozi Ada Okafor",
  "NICKNAME:Zee",
  "X-PHONETIC-FIRST-NAME:en go zi",
  "ORG:Harbour Clinic;Paediatrics",
  "item1.EMAIL;type=INTERNET;type=pref:ngozi@example.org",
  "item1.X-ABLabel:_$!<Work>!$_",
  "item2.TEL;type=CELL:\u202d+44 7700 900123\u202c",
  "item3.ADR;type=HOME;type=pref:;;1 Quay St\\nFlat 2;Bristol;;BS1 4XX;UK",
  "item3.X-ABADR:gb",
  "item4.X-ABRELATEDNAMES:Emeka",
  "item4.X-ABLabel:_$!<Brother>!$_",
  "item5.X-ABDATE;type=pref:2011-07-18",
  "item5.X-ABLabel:First boat",
  "item6.IMPP;X-SERVICE-TYPE=Telegram:x-apple:ngozi_o",
  "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29",
  `PHOTO;ENCODING=b;TYPE=GIF:${gif.slice(0, 30)}\r\n ${gif.slice(30)}`,
);

const android = card(
  "VERSION:2.1",
  "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C5=A0t=C4=9Bp=C3=A1nkov=C3=A1;=C5=BDof=\r\n=69e;;;",
  "TEL;HOME;VOICE:02 1234 567",
  "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Zo;1;;;;;;;;;;;;;",
  "X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2001-05-06;0;Name day party;;",
  `PHOTO;ENCODING=BASE64;GIF:${gif.slice(0, 40)}\r\n${gif.slice(40)}\r\n`,
  "LABEL;HOME;ENCODING=QUOTED-PRINTABLE:Ulice 1=0D=0A=\r\nPraha",
  "ADR;HOME:;;Ulice 1;Praha;;;",
);

const outlook = card(
  "VERSION:2.1",
  "N;LANGUAGE=en-us:Vermeer;Pieter;;Mr.",
  "X-MS-OL-DEFAULT-POSTAL-ADDRESS:2",
  "X-MS-TEL;VOICE;CALLBACK:+31 20 1234567",
  "X-MS-SPOUSE:Anneke",
  "ADR;WORK;PREF:;;Kade 7;Delft;;2611;Nederland",
  'X-MS-OL-DESIGN;CHARSET=utf-8:<card xmlns="x"><img/></card>',
  "REV:20190304T050607Z",
);

const newest = card(
  "VERSION:4.0",
  "KIND:individual",
  "UID:urn:uuid:0b1c-2",
  "FN;LANGUAGE=ja:東 ひかり",
  'N;SORT-AS="ひがし":東;ひかり;;;',
  'TEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+81-90-1234-5678;ext=7',
  'ADR;LABEL="一丁目\\n札幌";GEO="geo:43.06,141.35";TZ=Asia/Tokyo:;;一丁目;札幌;北海道;060;日本',
  "RELATED;TYPE=friend;VALUE=text:Sora",
  "LANG;PREF=1:ja",
  "GEO:geo:43.06,141.35",
  `PHOTO:data:image/gif;base64\\,${gif}`,
  "URL:https://example.org/hikari",
);

const groups =
  card("FN:Choir", "X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:A-1") +
  card("FN:Ana", "UID:A-1", "CATEGORIES:Friends,Rock\\, Pop") +
  card("VERSION:4.0", "KIND:group", "FN:Band", "MEMBER:mailto:ben@example.org") +
  card("FN:Ben", "EMAIL:ben@example.org");

const inside = `AGENT:\r\n${card("FN:Agent")}${card("FN:Inner").trim()}`;
const nested = `${card("FN:Outer", inside, "NOTE:behind")}lost\r\n`;
const unended = `BEGIN:VCARD\r\nFN:One\r\nBEGIN:VCARD\r\nFN:Two\r\n# a comment\r\nNOTE:runs on\r\nwithout folding`;
const japanese = Buffer.concat([
  Buffer.from("BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=SHIFT_JIS:"),
  Buffer.from([0x8d, 0xb2, 0x93, 0xa1]),
  Buffer.from("\r\nSOUND;X-IRMC-N;CHARSET=SHIFT_JIS:"),
  Buffer.from([0xbb, 0xc4, 0xb3]),
  Buffer.from("\r\nTITLE:B\u00e4cker\r\nEND:VCARD\r\n", "latin1"),
]);

const utf16 = Buffer.from(apple + newest, "utf16le");

/** Each is whole and readable. */
export const vcardSeeds: readonly Uint8Array[] = [
  quirks,
  Buffer.from(apple + outlook),
  Buffer.from(android),
  Buffer.from(`\ufeff${newest}\ufeff${apple}`),
  Buffer.from(groups),
  Buffer.from(nested),
  Buffer.from(unended),
  japanese,
  Buffer.from(card("FN:Jürgen Groß", "NOTE:größer"), "latin1"),
  Buffer.from((apple + android).replaceAll("\r\n", "\r")),
  Buffer.from((newest + outlook).replaceAll("\r\n", "\r\r\n")),
  Buffer.from(`\ufeff${card("FN:Zoë")}`, "utf16le"),
  utf16,
  Buffer.from(utf16).swap16(),
];
