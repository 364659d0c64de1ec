/** The resources of the specification: their keys, types and what may be null. */
import { eventIds, eventTypes } from "../../../shared/account/events.ts";
import { fieldsMerged, parsedFields, requestedFields, shownFields } from "../../../shared/contact/fields.ts";
import { type Check, keys, oneOf, type Shape } from "./shapes.ts";

const granularity = oneOf("city");
/** The fields with a nullable text. */
const texts = ["middleName" as const, ...fieldsMerged("text", "handle", "notes")];
const text = texts.filter((field) => isOneOf(shownFields, field)).join();
const parsedText = texts.filter((field) => isOneOf(parsedFields, field)).join();

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

export const summary = keys("id:uuid firstName,lastName:text avatar:url|null");

export const trashedContact = {
  ...summary,
  ...keys("deletedAt,restorableUntil:timestamp refusedCode:text|null"),
  deletedBy: keys("kind:kind id:text label:text|null", { kind: oneOf("session", "key", "service") }),
};

export const restoreResult = keys("id:uuid status:status code?:text", { status: oneOf("restored", "refused") });

const email = keys("preferred:truth type,value:text");
const phone = keys("preferred:truth prefix,type,value:text");
const addressParts = {
  ...keys("label,value,addressLine1,addressLine2,addressCity,addressState,addressStateCode:text|null"),
  ...keys("addressPostalCode,addressCountry,addressCountryCode,addressFormatted,timezone:text|null"),
  ...keys("type:kind latitude,longitude:number|null", { kind: oneOf("home", "work", "other") }),
};
const dateParts = keys("type:kind date:day note:text notifyDaysBefore:integer|null", {
  kind: oneOf("birthday", "anniversary", "nameday", "graduation", "other"),
});
export const importantDate = {
  ...dateParts,
  ...keys("id,userId,personId:uuid notifyOn:day|null createdAt,updatedAt:timestamp"),
};

export const contact = {
  ...summary,
  ...keys("userId:uuid createdAt,updatedAt:timestamp timezone,language:text latitude,longitude:number|null"),
  ...keys(
    `${text}:text|null ${requestedFields.join()}?:text|null keepFrequencyDays:integer|null lastInteractionActivityId:uuid|null groups,tags?:uuid[] myself:truth`,
  ),
  ...keys("granularity:granularity|null gisPoint:point|null notesUpdatedAt,lastInteraction:timestamp|null", {
    granularity,
    point: keys("type:point coordinates:number[]", { point: oneOf("Point") }),
  }),
  ...keys("emails:email[] phones:phone[] addresses:address[] importantDates:importantDate[]", {
    ...{ email, phone, importantDate },
    address: { ...addressParts, ...keys("id:uuid granularity:granularity|null", { granularity }) },
  }),
};

export const selectItem = { ...summary, ...keys("middleName,headline,location:text|null myself:truth") };

export const trackedContact = {
  ...summary,
  ...keys("lastInteraction:timestamp|null keepFrequencyDays,overdueDays:integer dueOn:day"),
};

export const recommendation: Record<string, Shape> = {
  ...keys("id:uuid left,right:summary score:number", { summary }),
  reasons: [keys("kind,value:text")],
};

export const pagination = keys("hasMore:truth limit,offset,totalCount:integer search,sort:text|null");
export const stats = keys("newContactsThisYear,thisMonthInteractions,totalContacts:integer");

const pins = (pin: ReturnType<typeof keys>) => keys("pins:pin[] truncated?:yes", { pin, yes: oneOf(true) });
export const contactPins = pins({
  ...summary,
  ...keys("latitude,longitude:number headline,location:text|null lastInteraction:timestamp|null"),
});
export const addressPins = pins({
  ...keys("addressId,personId:uuid addressType,addressCity,addressCountry,addressFormatted:text"),
  ...keys("firstName,lastName:text latitude,longitude:number avatar:url|null"),
});

export const reminder = keys(
  "importantDate:date notificationSent:truth notificationSentAt:timestamp|null person:person",
  {
    date: { ...importantDate, ...keys("notifyDaysBefore:integer notifyOn:day") },
    person: summary,
  },
);

export const nextReminder = keys(
  "sendAt:timestamp|null subject,text,reason:text|null dates:reminder[] due:trackedContact[] dateCount,dueCount:integer",
  { reminder, trackedContact },
);

export const tag = keys(
  "id,userId:uuid label:text color:color createdAt,updatedAt:timestamp contactCount:integer previewContacts:person[]",
  { person: summary },
);
export const group = { ...tag, ...keys("emoji:text") };
export const labelName = keys("id:uuid label:text");

export const interactionTypes = [
  ...["Call", "Coffee", "Email", "Meal", "Meeting", "Networking event", "Note", "Other", "Party/Social"],
  ...["Text/Messaging", "Competition/Hackathon", "Custom"],
];
export const interaction = keys(
  "id,userId:uuid type:kind date,createdAt,updatedAt:timestamp title,description:text|null participantIds:uuid[]",
  { kind: oneOf(...interactionTypes) },
);

export const relationshipTypes = [
  ...["parent", "child", "spouse", "partner", "sibling", "friend", "colleague", "neighbor", "guardian", "dependent"],
  ...["manager", "report", "other"],
];
const any: Check = { says: "a value", fits: () => true };
export const mergeAnswer = {
  contact,
  ...keys("mergedFromPersonId:uuid mergeId:uuid|null undoableUntil:timestamp|null txid:decimal|null"),
  ...keys("conflicts:conflict[]", {
    conflict: keys("field:text left,right:any taken:taken leftOut?:any[]", {
      any,
      taken: oneOf("left", "right", "both"),
    }),
  }),
};
export const merge = {
  ...keys("id,leftPersonId,rightPersonId:uuid createdAt,undoableUntil:timestamp undoneAt:timestamp|null"),
  ...{ contact: summary, mergedFrom: summary },
};

export const relationship = keys(
  "id,userId,personId,relatedPersonId:uuid relationshipType:kind person,relatedPerson:person " +
    "createdAt,updatedAt:timestamp",
  { kind: oneOf(...relationshipTypes), person: summary },
);

export const account = keys("id:uuid email:text|null name:text createdAt:timestamp");

export const settings = keys(
  "timezone,language,reminderSendTime:text leapDay:leapDay remindersEnabled:truth email:text|null mailStatus:status " +
    "calendarTokenCreatedAt:timestamp|null",
  { leapDay: oneOf("feb28", "mar1"), status: oneOf("ok", "unverified", "refused", "bounced", "complained") },
);

export const apiKey = keys(
  "id,label,keyPrefix:text permission:permission createdAt:timestamp lastUsedAt:timestamp|null",
  {
    permission: oneOf("read", "full"),
  },
);

export const suggestion = {
  ...keys("addressLine1,addressCity,addressState,addressStateCode,addressPostalCode:text|null"),
  ...keys("addressCountry,addressCountryCode:text|null addressFormatted,timezone:text latitude,longitude:number"),
  granularity,
};

export const upload = keys("url:url method:method fields:texts expiresAt:timestamp maxBytes:integer", {
  method: oneOf("POST"),
});

const detail = keys("path,message:text");
const issue = keys("code,message:text severity:severity field,property?:text line?:integer", {
  severity: oneOf("error", "warning", "info"),
});

const parsedContact = {
  ...keys(
    "tempId,firstName,lastName:text isValid,alreadyExists,photo:truth duplicateInFile:text|null groups,notSameAs:text[]",
  ),
  ...keys("connectedAt,lastInteraction:timestamp|null uid?:text likelyPerson?:truth sources?:text[]"),
  ...keys(`${parsedText},timezone,language:text|null latitude,longitude:number|null keepFrequencyDays:integer|null`),
  ...keys(
    "issues:issue[] emails:email[] phones:phone[] addresses:address[] importantDates:date[] duplicateOf:same|null",
    {
      ...{ issue, email, phone, address: addressParts, date: dateParts },
      same: keys("contactId:uuid matchedOn:match", { match: oneOf("handle", "email", "phone", "import") }),
    },
  ),
};

const counts = "totalCount,validCount,invalidCount,duplicateCount,skippedCount";
export const parseResult = keys(
  `importId:uuid contacts:row[] ${counts}:integer coverage:number pagination:pagination`,
  {
    row: parsedContact,
    pagination,
  },
);

export const importStatus = {
  ...parseResult,
  ...keys(
    `${counts}:integer|null coverage:number|null rowsRead,bytesRead,bytesTotal:integer status:status error:error|null`,
    {
      status: oneOf("waiting", "parsing", "parsed", "failed"),
      error: keys("code,message:text details:detail[]", { detail }),
    },
  ),
};

/** The fields of a contact that rows have, and its id. */
const compared = {
  ...Object.fromEntries(Object.entries(contact).filter(([name]) => name === "id" || name in parsedContact)),
  ...keys(`${parsedText}:text|null`),
};
export const importRow: Record<string, Shape> = {
  row: parsedContact,
  ...keys("comparison:comparison|null", {
    comparison: keys("contact,merged:compared differing:text[] limitsReached:truth", { compared }),
  }),
};

export const rowResult = keys(
  "tempId:text status:status contactId?:uuid code?:text details?:detail[] differing?:text[] avatar?:avatar undo?:undo fields?:text[]",
  {
    detail,
    status: oneOf("imported", "updated", "skipped"),
    avatar: oneOf("taken", "kept", "unreadable", "gone"),
    undo: oneOf("removed", "restored", "kept"),
  },
);
export const commitResult = keys("importedCount,updatedCount,skippedCount:integer results:result[] txid:decimal", {
  result: rowResult,
});
export const receipt = {
  ...keys("id,importId:uuid source:source fileNames:text[] status:status startedAt,undoableUntil:timestamp", {
    source: oneOf("vcard", "network_a", "network_b"),
    status: oneOf("running", "done", "undoing", "undone", "failed"),
  }),
  ...keys("total,imported,updated,skipped,failed:integer endedAt:timestamp|null"),
};

const anything = { says: "any value", fits: () => true };
export const undo: Record<string, Shape> = {
  ...keys("id:uuid|null total,undone:integer startedAt:timestamp endedAt:timestamp|null status:status", {
    status: oneOf("running", "done"),
  }),
  kept: [keys("changeId,reason:text contactId:uuid|null fields?:text[]")],
};

export const change = keys(
  "id,subjectId:text subject:subject contactId:uuid|null txid:decimal at:timestamp kind:kind by:by via:via|null " +
    "agent:truth count?:integer fields:field[]",
  {
    subject: oneOf("contact", "interaction", "relationship", "group", "tag", "members", "share", "account"),
    kind: oneOf(
      ...["created", "updated", "deleted", "restored", "merged", "unmerged", "imported", "import_undone", "undone"],
    ),
    by: keys("kind:kind id:text label:text|null", { kind: oneOf("session", "key", "service") }),
    via: keys("kind:kind id:uuid", { kind: oneOf("import", "merge", "bulk", "undo") }),
    field: keys("field:text before,after:anything added?:integer removed?:integer truncated?:truth", { anything }),
  },
);

export const webhook = keys(
  "id:uuid url:text events:event[] description:text|null enabled:truth disabledReason:reason|null " +
    "disabledAt,previousSecretEndsAt:timestamp|null createdAt,updatedAt:timestamp",
  { event: oneOf(...eventTypes), reason: oneOf("gone", "failing") },
);
export const delivery = keys(
  "id,webhookId:uuid messageId:text event:event data:data timestamp,createdAt:timestamp status:status " +
    "attempts:integer durationMs,responseStatus:integer|null responseBody,error:text|null " +
    "attemptedAt,nextAttemptAt:timestamp|null",
  {
    event: oneOf(...eventTypes, "webhook.test"),
    data: keys(`${Object.keys(eventIds)}?:uuid txid:decimal`),
    status: oneOf("pending", "succeeded", "retrying", "failed"),
  },
);

export const live = keys("status:status timestamp:timestamp version,gitSha:text", { status: oneOf("ok") });
export const ready = keys("status:status timestamp,cacheExpiresAt:timestamp cached:truth services:services", {
  status: oneOf("ok", "degraded", "unhealthy"),
  services: keys(
    "database,storage,cache:critical smtp,ai_provider,maps_provider,payments_provider,analytics_provider:auxiliary",
    { critical: keys("ok:truth latencyMs:integer"), auxiliary: keys("ok,configured:truth") },
  ),
});

export const refusal = {
  error: keys("code,type,message,request_id:text doc_url:url param?:text details?:detail[] retry_after?:integer", {
    detail,
  }),
};
