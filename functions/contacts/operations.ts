/** What the contact routes do. */

import { applyPatch, createContact, differingFields, requireWholeLocation } from "../../shared/contact/apply.ts";
import { type Current, contactTag, requireContact, requireVersion, viewOf } from "../../shared/contact/current.ts";
import type { ContactRecord } from "../../shared/contact/record.ts";
import { contactView, selectView, summaryView } from "../../shared/contact/view.ts";
import { departuresOf } from "../../shared/contact-deletion/delete-contacts.ts";
import { AppError } from "../../shared/http/errors.ts";
import { noneMatches } from "../../shared/http/etag.ts";
import { paginate } from "../../shared/http/pagination.ts";
import type { Operations } from "../../shared/http/route.ts";
import { fitAnswer, maxAnswerBytes } from "../../shared/lists/answer-size.ts";
import { readPage } from "../../shared/lists/read-page.ts";
import { type AccountHead, getRecentAccountHead } from "../../shared/table/account.ts";
import { type WritePlan, writeAccount } from "../../shared/table/account-write.ts";
import { planDeparture } from "../../shared/table/contact-departure.ts";
import { nextContactId, planContacts } from "../../shared/table/contact-write.ts";
import { interactionsInMonth } from "../../shared/table/interaction-counts.ts";
import { picturesLeft } from "../../shared/table/picture.ts";
import { settled, settledHead } from "../../shared/table/settle.ts";
import { finishDeletion } from "./after-deletion.ts";
import { bulkDelete } from "./bulk-delete.ts";
import { findBySocial } from "./by-social.ts";
import { dateOperations } from "./dates.ts";
import { labelOperations } from "./labels.ts";
import { mapOperations } from "./map.ts";
import type { ContactParts } from "./parts.ts";
import { photoOperations } from "./photo.ts";
import type { contactRoutes } from "./routes.ts";
import { vcardOperations } from "./vcard.ts";

export function contactOperations(parts: ContactParts): Operations<typeof contactRoutes> {
  const { store, avatarUrls, removeAvatars, now, newId, findPlace, retry } = parts;
  return {
    ...labelOperations(parts),
    ...mapOperations(parts),
    ...photoOperations(parts),
    ...vcardOperations(parts),
    ...dateOperations(parts),

    // The head is read before the page, so that its txid never claims a write that the page does not show.
    async listContacts({ caller, query }) {
      const head = await settledHead(parts, caller.accountId);
      const page = await readPage(parts, head, query, maxAnswerBytes);
      const time = now();
      const context = { defaults: head, now: time, avatarUrl: await avatarUrls(caller.accountId, query, time) };
      const contacts = fitAnswer(page.contacts.map((contact) => contactView(contact, context)));
      return {
        status: 200,
        txid: String(head.txid),
        body: {
          contacts,
          pagination: paginate(page, contacts.length, page.totalCount),
          stats: {
            newContactsThisYear: head.contactsByYear[time.toISOString().slice(0, 4)] ?? 0,
            thisMonthInteractions: await interactionsInMonth(store, head, time),
            totalContacts: head.contactCount,
          },
        },
      };
    },

    async selectContacts({ caller, query }) {
      const head = await settledHead(parts, caller.accountId);
      const page = await readPage(parts, head, query);
      const avatarUrl = await avatarUrls(caller.accountId, query, now());
      const contacts = page.contacts.map((contact) => selectView(contact, avatarUrl));
      const pagination = paginate(page, contacts.length, page.totalCount);
      return { status: 200, txid: String(head.txid), body: { contacts, pagination } };
    },

    async findContactBySocial({ caller: { accountId }, query }) {
      const head = await getRecentAccountHead(store, accountId);
      const time = now();
      const contact = await findBySocial(store, head, query, time);
      const summary = contact ? summaryView(contact, await avatarUrls(accountId, query, time)) : null;
      return { status: 200, txid: txidOf(head, contact), body: { contact: summary, exists: summary !== null } };
    },

    async createContact({ caller: { accountId }, body, baseUrl }) {
      const { result, txid } = await writeAccount(
        store,
        accountId,
        (head, version): Plan => {
          const time = now();
          const id = nextContactId(head, newId());
          const context = { now: time, newId, defaults: head, findPlace };
          const contact = { ...createContact(accountId, id, body, context), version };
          const planned = planContacts(store, head, [{ before: null, after: contact }], { txid: version, now: time });
          // Under an idempotency key this is noted with the write: no more of the head than the answer needs.
          const { timezone, language, leapDay } = head;
          return { ...planned, result: { contact, head: { timezone, language, leapDay }, time } };
        },
        retry,
      );
      return {
        status: 201,
        txid,
        body: { contact: await viewOf(result, avatarUrls), txid },
        headers: { location: `${baseUrl}/contacts/${result.contact.id}`, etag: contactTag(result) },
      };
    },

    async getContact({ caller: { accountId }, params: { id }, query, headers }) {
      const head = await settledHead(parts, accountId, getRecentAccountHead);
      const contact = await requireContact(store, accountId, id);
      const current = { contact, head, time: now() };
      const tag = contactTag(current, query);
      const common = { txid: txidOf(head, contact), headers: { etag: tag, "cache-control": "private, no-cache" } };
      return noneMatches(headers["if-none-match"], tag)
        ? { status: 200, ...common, body: { contact: await viewOf(current, avatarUrls, query) } }
        : { status: 304, ...common };
    },

    async patchContact({ caller: { accountId }, params: { id }, body, headers }) {
      requireWholeLocation(body);
      const { result, txid } = await writeAccount(
        store,
        accountId,
        settled(parts, async (head, version): Promise<Plan> => {
          const before = await requireContact(store, accountId, id);
          // Taken at every attempt, so that `updatedAt` does not go back behind a write that came between.
          const time = now();
          const patched = applyPatch(before, body, { now: time, newId, defaults: head, findPlace });
          // After the checks of the body: a precondition only counts for a request that would else succeed (RFC 9110,
          // 13.2.1).
          const current = { contact: before, head, time };
          requireVersion(headers["if-match"], current, differingFields(before, patched, body));
          if (patched === before) return { actions: [], head, result: current };
          const contact = { ...patched, version };
          const planned = planContacts(store, head, [{ before, after: contact }], { txid: version, now: time });
          return { ...planned, result: { contact, head, time } };
        }),
        retry,
      );
      const contact = await viewOf(result, avatarUrls);
      return { status: 200, txid, body: { contact, txid }, headers: { etag: contactTag(result) } };
    },

    async deleteContact({ caller: { accountId }, params: { id }, headers, remainingTime }) {
      if (id === accountId) throw new AppError("contact_delete_self_forbidden");
      const { result, txid } = await writeAccount(
        store,
        accountId,
        settled(parts, async (head, version) => {
          const before = await requireContact(store, accountId, id);
          const time = now();
          requireVersion(headers["if-match"], { contact: before, head, time });
          const changes = [{ before, after: null }];
          const planned = await planDeparture(store, head, changes, { txid: version, now: time });
          return { ...planned, result: { pictures: picturesLeft(changes), departures: departuresOf(planned.head) } };
        }),
        retry,
      );
      await removeAvatars(accountId, result.pictures);
      const finishedAt = result.departures > 0 ? await finishDeletion(parts, accountId, remainingTime) : undefined;
      return { status: 200, txid: finishedAt ?? txid, body: { message: "The contact was deleted." } };
    },

    async bulkDelete({ caller: { accountId }, body, remainingTime }) {
      const { deletedCount, inBackground, txid } = await bulkDelete(parts, accountId, body, remainingTime);
      if (inBackground) {
        const message = `${deletedCount} contacts are being deleted in the background.`;
        return { status: 202, txid, body: { deletedCount, message } };
      }
      const message = deletedCount === 1 ? "1 contact was deleted." : `${deletedCount} contacts were deleted.`;
      return { status: 200, txid, body: { deletedCount, message } };
    },
  };
}

/** A recent head may lag behind the contact, which was read consistently after it. */
function txidOf(head: AccountHead, contact: ContactRecord | undefined): string {
  return String(Math.max(head.txid, contact?.version ?? 0));
}

type Plan = WritePlan<Current>;
