/** The operations of the contact routes; those of one subject each are in the files that are spread into the result. */

import { getAccountHead, getRecentAccountHead } from "../../shared/account/store/account.ts";
import { type WritePlan, writeAccount } from "../../shared/account/store/account-write.ts";
import {
  type CurrentContact,
  chosenViewOf,
  contactTag,
  currentContact,
  requireContact,
  txidOf,
  writtenViewOf,
} from "../../shared/contact/answer/current.ts";
import { chosenView, selectView } from "../../shared/contact/answer/view.ts";
import { applyPatch, changedFields, createContact, requireWholeLocation } from "../../shared/contact/change/apply.ts";
import { requireOwnExternalId } from "../../shared/contact/store/external-ids.ts";
import { nextContactId, planContacts } from "../../shared/contact-change/contact-write.ts";
import { shownInteractionsInMonth } from "../../shared/contact-deletion/deleted-contacts.ts";
import { readPage } from "../../shared/contact-list/read-page.ts";
import { applyPendingWork } from "../../shared/interaction/store/pending-work.ts";
import { labelKinds } from "../../shared/label/store/label.ts";
import { readLabelIds } from "../../shared/label/view.ts";
import { type Pins, readAddressPins, readContactPins } from "../../shared/map/store/pins.ts";
import type { AvatarUrl } from "../../shared/picture/store/avatar-urls.ts";
import { fitAnswer, maxAnswerBytes } from "../../shared/platform/http/answer/answer-size.ts";
import { noneMatches } from "../../shared/platform/http/answer/etag.ts";
import { paginate } from "../../shared/platform/http/answer/pagination.ts";
import type { Operations } from "../../shared/platform/http/route/route.ts";
import { changeContact } from "./change-contact.ts";
import { changesOperations } from "./changes/operations.ts";
import { dateOperations } from "./dates.ts";
import { deletionOperations } from "./deletion.ts";
import { lookupOperations } from "./find-contacts.ts";
import { historyOperations } from "./history/operations.ts";
import { keepInTouchOperations } from "./keep-in-touch/operations.ts";
import { contactLabelOperations } from "./labels.ts";
import type { ContactParts } from "./parts.ts";
import { photoOperations } from "./photo.ts";
import { relationshipOperations } from "./relationships/operations.ts";
import type { contactRoutes } from "./routes.ts";
import { trashOperations } from "./trash/operations.ts";
import { vcardOperations } from "./vcard.ts";

type Plan = WritePlan<CurrentContact>;

export function contactOperations(parts: ContactParts): Operations<typeof contactRoutes> {
  const { store, avatarUrls, now, newId, findPlace, retry } = parts;
  return {
    ...contactLabelOperations(parts),
    ...relationshipOperations(parts),
    ...keepInTouchOperations(parts),
    ...photoOperations(parts),
    ...vcardOperations(parts),
    ...dateOperations(parts),
    ...deletionOperations(parts),
    ...trashOperations(parts),
    ...lookupOperations(parts),
    ...changesOperations(parts),
    ...historyOperations(parts),

    // The head is read before the page, so that its txid never includes a write that the page does not show.
    async listContacts({ caller, query }) {
      const head = await applyPendingWork(parts, caller.accountId);
      const page = await readPage(parts, head, query, { maxNotes: maxAnswerBytes });
      const time = now();
      const avatarUrl = await avatarUrls(caller.accountId, query, time);
      const labelIds = await readLabelIds(parts, head, query.fields);
      const context = { defaults: head, now: time, avatarUrl, labelIds };
      const contacts = fitAnswer(page.contacts.map((contact) => chosenView(contact, context, query.fields)));
      return {
        status: 200,
        txid: String(head.txid),
        body: {
          contacts,
          pagination: paginate(page, contacts.length, page.totalCount),
          stats: {
            newContactsThisYear: head.contactsByYear[time.toISOString().slice(0, 4)] ?? 0,
            thisMonthInteractions: await shownInteractionsInMonth(store, head, time),
            totalContacts: head.contactCount,
          },
        },
      };
    },

    async listContactChoices({ caller, query }) {
      const head = await applyPendingWork(parts, caller.accountId);
      const page = await readPage(parts, head, query);
      const avatarUrl = await avatarUrls(caller.accountId, query, now());
      const contacts = page.contacts.map((contact) => selectView(contact, avatarUrl));
      const pagination = paginate(page, contacts.length, page.totalCount);
      return { status: 200, txid: String(head.txid), body: { contacts, pagination } };
    },

    async listMapPins({ caller: { accountId }, query }) {
      const head = await applyPendingWork(parts, accountId, getRecentAccountHead);
      const found = await readContactPins(store, accountId, query, query.limit);
      const avatarUrl = await avatarUrls(accountId, query, now());
      return { status: 200, txid: String(head.txid), body: pinsAnswer(found, avatarUrl) };
    },

    async listMapAddressPins({ caller: { accountId }, query }) {
      const head = await getRecentAccountHead(store, accountId);
      const found = await readAddressPins(store, accountId, query, query.limit);
      const avatarUrl = await avatarUrls(accountId, query, now());
      return { status: 200, txid: String(head.txid), body: pinsAnswer(found, avatarUrl) };
    },

    async createContact({ caller: { accountId }, body, baseUrl }) {
      const { result, txid } = await writeAccount(
        store,
        accountId,
        async (head, version): Promise<Plan> => {
          const time = now();
          const id = nextContactId(head, newId());
          const context = { now: time, newId, defaults: head, findPlace };
          const contact = { ...createContact(accountId, id, body, context), version };
          await requireOwnExternalId(store, head, null, contact);
          const planned = planContacts(store, head, [{ before: null, after: contact }], { txid: version, now: time });
          return { ...planned, result: currentContact(contact, head, time) };
        },
        retry,
      );
      return {
        status: 201,
        txid,
        body: { contact: await writtenViewOf(result, avatarUrls, body), txid },
        headers: { location: `${baseUrl}/contacts/${result.contact.id}`, etag: contactTag(result) },
      };
    },

    async getContact({ caller: { accountId }, params: { id }, query, headers }) {
      // A change of its groups and tags leaves the contact as it is, so only a consistent head shows it.
      const hasLabels = labelKinds.some((kind) => query.fields?.includes(`${kind}s`));
      const head = await applyPendingWork(parts, accountId, hasLabels ? getAccountHead : getRecentAccountHead);
      const contact = await requireContact(store, accountId, id);
      const labelIds = (await readLabelIds(parts, head, query.fields))(id);
      const current = { contact, head, time: now(), labelIds };
      const tag = contactTag(current, query);
      const common = { txid: txidOf(head, contact), headers: { etag: tag, "cache-control": "private, no-cache" } };
      return noneMatches(headers["if-none-match"], tag)
        ? { status: 200, ...common, body: { contact: await chosenViewOf(current, avatarUrls, query) } }
        : { status: 304, ...common };
    },

    async patchContact({ caller: { accountId }, params: { id }, body, headers }) {
      requireWholeLocation(body);
      const target = { accountId, id, ifMatch: headers["if-match"] };
      const { result, txid } = await changeContact(parts, target, (before, context) => {
        const after = applyPatch(before, body, { ...context, newId, findPlace });
        return [after, changedFields(before, after, body)];
      });
      const contact = await writtenViewOf(result, avatarUrls, body);
      return { status: 200, txid, body: { contact, txid }, headers: { etag: contactTag(result) } };
    },
  };
}

type PinAnswer<Pin> = Omit<Pin, "photoVersion"> & { avatar: string | null };

/** Formatted addresses may be long, so pins that exceed the size limit of an answer are cut off as well. */
function pinsAnswer<Pin extends { photoVersion: string | null }>(
  { pins, truncated }: Pins<Pin>,
  avatarUrl: AvatarUrl,
): { pins: PinAnswer<Pin>[]; truncated?: true } {
  const shown = fitAnswer(pins.map(({ photoVersion, ...pin }) => ({ ...pin, avatar: avatarUrl(photoVersion) })));
  return truncated || shown.length < pins.length ? { pins: shown, truncated: true } : { pins: shown };
}
