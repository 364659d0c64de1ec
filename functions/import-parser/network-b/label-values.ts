/** The form of 2026, whose values bear labels in the language of the export's owner. */
import { chooseName, type FoundAccount, followLink, handleIn, isLink, looksLikeHandle, type Said } from "./account.ts";
import { isClosedAccount } from "./closed-accounts.ts";
import { isRecord, type JsonRecord, saidMembers, textIn } from "./json-record.ts";
import { type LabelMeaning, meaningOfLabel } from "./labels.ts";

/** Labels of one entry: exports have three. */
const maxLabels = 100;

interface Labelled extends Said {
  meaning: LabelMeaning | null;
}

/** The account of an entry, or none. */
export function readLabelValues(entry: JsonRecord, labelValues: readonly unknown[]): FoundAccount[] {
  const said = labelValues.slice(0, maxLabels).flatMap(readLabelled);
  const links = said.filter(isALink).map((each) => ({ property: each.property, link: followLink(each.text) }));
  if (links.some(({ link }) => link.to === "nobody")) return [];
  const linked = links.flatMap(({ link }) => (link.to === "account" ? [link.handle] : []));
  const texts = said.filter((each) => !isALink(each));
  const handle = linked[0] ?? labelledHandle(texts);
  const named = texts.find(({ meaning, text }) => meaning === "name" && text.toLowerCase() !== handle.toLowerCase());
  const { name, withoutPlace } = chooseName(handle, texts, named);
  if (handle === "" && name === "") return [];
  if (isClosedAccount({ handle, isLinked: linked.length > 0, texts: texts.map(({ text }) => text) })) return [];
  withoutPlace.push(
    ...links.filter(({ link }) => link.to === "elsewhere").map(({ property }) => property),
    ...(labelValues.length > maxLabels ? ["label_values"] : []),
    ...saidMembers(entry, known),
  );
  return [{ handle, name, time: entry.timestamp, withoutPlace }];
}

const known = new Set(["label_values", "timestamp", "fbid"]);

/** A label that is missing says no more than one in an unknown language. */
function readLabelled(labelValue: unknown): Labelled[] {
  if (!isRecord(labelValue)) return [];
  const label = textIn(labelValue, "label").trim();
  const text = (textIn(labelValue, "value") || textIn(labelValue, "href")).trim();
  return text === "" ? [] : [{ property: label || "label_values", text, meaning: meaningOfLabel(label) }];
}

function isALink({ text, meaning }: Labelled): boolean {
  return meaning === "link" || isLink(text);
}

/**
 * By its label; where no label is known, the last value that looks like a handle, as the handle follows the name. What
 * is labelled as a name is none, whatever it looks like.
 */
function labelledHandle(texts: readonly Labelled[]): string {
  const labelled = texts.find(({ meaning, text }) => meaning === "handle" && handleIn(text) !== "");
  const unlabelled = texts.filter(({ meaning }) => meaning === null);
  const likely = unlabelled.findLast(({ text }) => looksLikeHandle(text));
  const possible = labelled ?? likely ?? unlabelled.findLast(({ text }) => handleIn(text) !== "");
  return possible ? handleIn(possible.text) : "";
}
