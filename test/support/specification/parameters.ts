/** The parameters of the specification, with values on both sides of their limits, and their defaults. */
import { ids } from "./fields.ts";

export interface Parameter {
  /** Valid texts. `{groupId}` is a placeholder for an id of the world. A required parameter is sent with the first one. */
  takes: readonly string[];
  refuses: readonly string[];
  default?: string | number | boolean;
  required?: true;
  /** The least and the most. */
  range?: readonly [number, number];
}

export type Query = Readonly<Record<string, Parameter>>;

function whole(min: number, max: number, usual: number): Parameter {
  const refuses = [String(min - 1), String(max + 1), "", " ", "1.5", "1e1", "0x1", "one"];
  return { takes: [String(min), String(max)], refuses, default: usual, range: [min, max] };
}

function choice(values: readonly string[], usual?: string | boolean): Parameter {
  const refuses = ["", " ", `${values[0]} `, values[0]?.toUpperCase() ?? "", "another"].filter(
    (value) => !values.includes(value),
  );
  return { takes: values, refuses, ...(usual !== undefined && { default: usual }) };
}

function words(max: number): Parameter {
  return { takes: ["x", "x".repeat(max), "😀".repeat(max)], refuses: ["x".repeat(max + 1), "a\u0007b"] };
}

function degrees(first: number, most: number): Parameter {
  const words = ["", " ", "NaN", "Infinity", "1e309", "0x10", "1,5", "+1", "1e", ".5", "5.", "1".repeat(50)];
  const refuses = [String(most + 0.1), String(-most - 0.1), ...words];
  return { takes: [String(first), String(-first), "0", "-0.5", "1e1"], refuses, required: true, range: [-most, most] };
}

function idOf(placeholder: string): Parameter {
  return { takes: [placeholder], refuses: ["", "x", "0199e0c4-8f6e-7a31-9c52"] };
}

const offset = whole(0, 9_007_199_254_740_991, 0);
const blank = { takes: [" ", ""], refuses: [] };

export const avatars: Query = {
  avatarQuality: choice(["low", "medium", "high"], "medium"),
  avatarSize: choice(["small", "medium", "large"], "medium"),
};

export const recommendations: Query = {
  ...avatars,
  declined: choice(["true", "false"], false),
  limit: whole(1, 200, 50),
  offset,
};

/** Texts separated by commas. */
function listOf(most: readonly string[], refuses: readonly string[]): Parameter {
  return { takes: [most.join(","), most[0] ?? "", `${most[0]},${most[0]}`], refuses: ["", ",", ...refuses] };
}

const fields = listOf("firstName,id,emails,myself,createdAt,avatar,externalId,groups,tags".split(","), [
  "firstname",
  "externalid",
  "firstName, lastName",
  "colour",
  "firstName,",
  "constructor",
]);

const since = { takes: ["0", "1"], refuses: whole(0, 999_999_999_999_999, 0).refuses, default: "0" };
export const changes: Query = {
  ...avatars,
  fields,
  since,
  next: { takes: [Buffer.from("1 1 ").toString("base64url")], refuses: ["", "x y"] },
  limit: whole(1, 200, 50),
};

export const history: Query = {
  limit: whole(1, 200, 50),
  next: { takes: [], refuses: ["", "x y"] },
};

export const keepInTouch: Query = {
  ...avatars,
  due: choice(["true", "false"], false),
  limit: whole(1, 200, 50),
  offset,
};

export const trash: Query = {
  ...avatars,
  limit: whole(1, 200, 50),
  offset,
  search: { ...words(500), takes: [...words(500).takes, ...blank.takes] },
};
export const deletion: Query = { permanent: { ...choice(["true", "false"], false), takes: [] } };

export const list: Query = {
  ...avatars,
  keepInTouch: choice(["true", "false"], false),
  limit: whole(1, 200, 50),
  offset,
  search: { ...words(500), takes: [...words(500).takes, ...blank.takes] },
  sort: choice([
    ...["nameAsc", "nameDesc", "surnameAsc", "surnameDesc"],
    ...["interactionAsc", "interactionDesc", "createdAtAsc", "createdAtDesc"],
  ]),
  groupId: idOf("{groupId}"),
  tagId: idOf("{tagId}"),
};

export const contact: Query = { ...avatars, fields };
export const members: Query = { ...list, fields };
const someIds: Query = { ids: listOf(ids(200), ["x", "{contactId},x", `{contactId},${ids(200).join(",")}`]) };
export const contacts: Query = { ...members, ...someIds };

const platforms = ["network_a", "network_b", "network_c", "network_d", "network_e", "website"];
export const social: Query = {
  ...avatars,
  platform: { ...choice(platforms), required: true },
  handle: { takes: ["ann.b", "@ann.b", " ann.b "], refuses: ["", " ", "a\u0007b"], required: true },
};

export const channel: Query = {
  ...avatars,
  email: { takes: ["ann@example.org", " ANN@example.org", "x".repeat(254)], refuses: ["", " ", "x".repeat(255)] },
  externalId: { takes: ["x".repeat(100), " a#1 "], refuses: ["", " ", "x".repeat(101), "a\u0007b"] },
  phone: { takes: ["+49301234567", "0049 30 123 45 67", "1"], refuses: ["", " ", "abc", "+", "1".repeat(201)] },
};

export const upcoming: Query = { ...avatars, limit: whole(1, 1_000, 500), all: choice(["true", "false"], false) };

export const map: Query = {
  ...avatars,
  limit: whole(1, 1_000, 500),
  minLat: degrees(-90, 90),
  maxLat: degrees(90, 90),
  minLon: degrees(-180, 180),
  maxLon: degrees(180, 180),
};

export const labels: Query = { ...avatars, previewLimit: whole(0, 10, 3) };
export const labelChanges: Query = { ...labels, since };

const instant = {
  takes: ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.678+01:00"],
  refuses: ["", "2026-01-02", "2026-01-02T03:04:05", "2026-02-30T00:00:00Z", "yesterday"],
};
export const interactions: Query = {
  limit: whole(1, 200, 50),
  offset,
  contactId: idOf("{contactId}"),
  from: instant,
  to: instant,
};

const later = { ...instant, takes: ["2026-11-02T03:04:05Z", "2031-01-02T02:04:05.678Z"] };
export const nextReminder: Query = { ...avatars, from: instant, to: later };

export const merges: Query = { ...avatars, limit: whole(1, 200, 50), offset };

export const card: Query = { version: choice(["4.0", "3.0"], "4.0") };

export const exportFile: Query = { ...avatars, redirect: choice(["true", "false"], true) };

const { limit: _limit, offset: _offset, ...filter } = list;
export const contactExport: Query = {
  ...filter,
  ...someIds,
  ...exportFile,
  // Only vCards have a version.
  format: { ...choice(["vcard", "csv", "json"], "vcard"), takes: ["vcard", "vcard", "csv", "json"] },
  version: choice(["4.0", "3.0"]),
};

export const receipts: Query = { limit: whole(1, 200, 50), offset };
export const importRows: Query = { limit: whole(1, 500, 200), offset };

export const suggest: Query = {
  search: { ...words(200), refuses: [...words(200).refuses, "", " "], required: true },
  mode: choice(["place", "address"], "place"),
  limit: whole(1, 20, 10),
};

export const zone: Query = { lat: degrees(52.5, 90), lon: degrees(13.4, 180) };

export const activity: Query = {
  ...avatars,
  ...history,
  by: { takes: ["session", "AbCdEf123456", "{contactId}"], refuses: ["", "x y", "x".repeat(65)] },
  agent: { ...choice(["true", "false"]) },
  from: instant,
  to: instant,
};
