/**
 * The form in which most fields of a contact are stored: their JSON, compressed into one attribute. The item of a contact is
 * in the table and in three indexes, and above a kilobyte each of them costs a unit more.
 *
 * The compressed text is in the zlib format (RFC 1950) with a preset dictionary. It starts with the checksum of the
 * dictionary, by which a reader can choose among several, and ends with that of the text, by which it notices damage.
 */
import { deflateSync, inflateSync } from "node:zlib";

/** The attribute with the compressed fields. */
export const packedAttribute = "packed";

/** Far above the longest contact, so that a damaged attribute can't fill the memory. */
const maxOutputLength = 2_000_000;

/** A small buffer, because allocating zlib's own takes as long as the work on a contact. */
const chunkSize = 4096;
/** A lower level saves no time with texts of this length, and less memory makes them no longer. */
const effort = { level: 9, memLevel: 6 };

export function packFields(fields: Readonly<Record<string, unknown>>): Uint8Array {
  return new Uint8Array(deflateSync(JSON.stringify(fields), { dictionary, chunkSize, ...effort }));
}

/** The fields of an item that `packFields` made. Throws an error with the keys of the item if they can't be read. */
export function unpackFields({ pk, sk, [packedAttribute]: packed }: Readonly<Record<string, unknown>>) {
  try {
    const text = inflateSync(packed as Uint8Array, { dictionary, chunkSize, maxOutputLength });
    return JSON.parse(text.toString()) as Record<string, unknown>;
  } catch (cause) {
    throw new Error(`the fields of the item ${pk} ${sk} can't be read`, { cause });
  }
}

/**
 * Texts that many contacts have: the names and values of fields, and the most common providers of mail. Compression refers
 * to them instead of repeating them, and to those at the end with the fewest bits. Stored items can only be read with
 * exactly this text, so it never changes: a better one has to be added beside it.
 */
const dictionary = Buffer.from(
  [
    '"notes":"Connected on network_a: 20","notes":"Follows since: 20\\nLists: following, followers","followers"',
    '"language":"en","timezone":"Europe/America/Asia/","keepFrequencyDays":30,"externalId":"","handInteraction":"20',
    '"coveredInteraction":{"id":"019","date":"20"},"lastInteractionActivityId":"019","photoKeptUntil":"20',
    '"lastInteraction":"20","middleName":"","nickname":"","headline":"","position":"","organisation":"","location":"',
    '"website":"https://www.facebook.com/instagram.com/http://www.","network_e":"+","network_d":"+","network_c":"',
    '"network_b":"","network_a":"https://www.linkedin.com/in/',
    ".org.net.co.uk.com.br.fr.ru.de@icloud.com@web.de@gmx.de@mail.ru@qq.com@163.com@live.com@aol.com@hotmail.com",
    "@outlook.com@yahoo.com@gmail.com",
    '"importedRows":["network_b#","network_a#","network_a#@","vcard#","vcard#@"],"createdByRow":"network_b#',
    '"createdByRow":"network_a#","createdByRow":"vcard#',
    '"addressLine2":"","addressState":"","addressStateCode":"","addressCountryCode":"","addressFormatted":"","label":"',
    '"addresses":[{"type":"work","type":"home","addressLine1":"","addressCity":"","addressPostalCode":"',
    '"addressCountry":"","latitude":,"longitude":-,"granularity":"city","id":"019',
    '"},{"type":"anniversary","date":"20"importantDates":[{"type":"birthday","date":"1904-19","note":"',
    '"notifyDaysBefore":null,"notifyDaysBefore":1,"id":"019',
    '{"preferred":false,"prefix":"+49","type":"work","value":"}],"phones":[{"preferred":false,"prefix":"","type":"home"',
    '"value":"{"preferred":false,"prefix":"+1","type":"mobile","value":"',
    '{"emails":[{"preferred":true,"type":"work","value":""},{"preferred":false,"type":"other","value":""},',
    '{"preferred":false,"type":"home","value":"',
    '-7000-8"}],"granularity":"city","createdAt":"202T:00.000Z","updatedAt":"2026-","notes":"","notesUpdatedAt":"202',
  ].join(""),
);
