import { describe, expect, it } from "vitest";
import { type AccountHead, getAccountHead } from "../../../shared/account/store/account.ts";
import { writeAccount } from "../../../shared/account/store/account-write.ts";
import type { ParsedContact } from "../../../shared/import/row/parsed-contact.ts";
import { maxLabels } from "../../../shared/label/store/label.ts";
import { byBucket } from "../../../shared/label/store/membership-buckets.ts";
import { maxMemberships, planMemberships } from "../../../shared/label/store/memberships.ts";
import { accountOf, idsOf, named } from "../../support/contact/contact-accounts.ts";
import { contactCalls, fullestBody, itemsOf, seedAccount } from "../../support/contact/contact-calls.ts";
import { commit as commitInto, email } from "../../support/import/imported-cards.ts";
import { parsedContact } from "../../support/import/imports.ts";
import { groupCalls } from "../../support/interaction/group-calls.ts";
import { freshTable } from "../../support/process/stack.ts";

const { store } = await freshTable();

const commit = (accountId: string, rows: readonly ParsedContact[]) => commitInto(store, accountId, rows);

const row = (tempId: string, groups: string[], more: Partial<ParsedContact> = {}) => {
  return parsedContact({ tempId, firstName: `Ann ${tempId}`, groups, ...more });
};

const countsOf = async (accountId: string) => {
  const groups = await groupCalls(store, accountId).groups();
  return Object.fromEntries(groups.map(({ label, contactCount }) => [label, contactCount]));
};

describe("groups of imported rows", () => {
  it("are created once for all rows and spellings, with their contacts", async () => {
    const accountId = await seedAccount(store);
    const rows = Array.from({ length: 25 }, (_, n) => row(`${n}`, n % 2 === 0 ? ["Friends", "École"] : ["FRIENDS"]));
    const { results } = await commit(accountId, rows);
    expect(results.every(({ status, code }) => status === "imported" && code === undefined)).toBe(true);
    expect(await countsOf(accountId)).toEqual({ Friends: 25, École: 13 });
    expect(await groupCalls(store, accountId).groups()).toMatchObject([{ emoji: "👥", color: "#2f6fed" }, {}]);
    const { contacts } = (await contactCalls(store, accountId).list({ search: "Ann 0" })).body;
    const own = (await contactCalls(store, accountId).groupsOf(contacts[0]?.id ?? "")).body.groups;
    expect(own.map(({ label }) => label)).toEqual(["École", "Friends"]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ groupCount: 2, membershipCount: 38 });
  });

  it("are existing groups, the oldest of several with the same label", async () => {
    const accountId = await seedAccount(store);
    const calls = groupCalls(store, accountId);
    const oldest = await calls.createGroup({ label: "friends" });
    await calls.createGroup({ label: "Friends" });
    await calls.createTag({ label: "Friends" });
    await commit(accountId, [row("a", ["FRIENDS"])]);
    expect(await calls.getGroup(oldest.id)).toMatchObject({ contactCount: 1 });
    expect(await countsOf(accountId)).toEqual({ friends: 1, Friends: 0 });
  });

  it("are created once when rows are committed again or concurrently", async () => {
    const accountId = await seedAccount(store);
    const rows = Array.from({ length: 10 }, (_, n) => row(`${n}`, ["a", `b${n % 3}`]));
    await Promise.all([commit(accountId, rows), commit(accountId, rows.toReversed()), commit(accountId, rows)]);
    expect(await countsOf(accountId)).toEqual({ a: 10, b0: 4, b1: 3, b2: 3 });
    const calls = groupCalls(store, accountId);
    await calls.deleteGroups((await calls.groups()).map(({ id }) => id));
    const before = await itemsOf(store, accountId);
    const { results } = await commit(accountId, rows);
    expect(new Set(results.map(({ code }) => code))).toEqual(new Set(["already_imported"]));
    expect(await itemsOf(store, accountId)).toEqual(before);
  });

  it("update a contact only if it lacks them", async () => {
    const accountId = await seedAccount(store);
    const about = { firstName: "Ann", emails: [email("ann@example.com")] };
    await commit(accountId, [row("a", ["one"], about)]);
    const [before] = (await contactCalls(store, accountId).list()).body.contacts;
    const more = await commit(accountId, [row("b", ["ONE", "two"], about), row("c", ["two"], about)]);
    expect(more.results.map(({ status, code }) => [status, code])).toEqual([
      ["updated", undefined],
      ["skipped", "unchanged"],
    ]);
    expect(await countsOf(accountId)).toEqual({ one: 1, two: 1 });
    const [after] = (await contactCalls(store, accountId).list()).body.contacts;
    expect(after).toEqual(before);
  });

  it("of faulty rows are not created", async () => {
    const accountId = await seedAccount(store);
    const { results } = await commit(accountId, [row("a", ["x"], { firstName: "" }), row("b", ["x".repeat(101)])]);
    expect(results.map(({ status }) => status)).toEqual(["skipped", "skipped"]);
    expect(await countsOf(accountId)).toEqual({});
  });

  it("are reported when the transaction, the account or the contact has no room for them", async () => {
    const accountId = await seedAccount(store);
    const labels = (start: string, count: number) => Array.from({ length: count }, (_, n) => `${start}${n}`);
    const fullest = fullestBody("a") as Partial<ParsedContact>;
    const { results } = await commit(accountId, [row("a", labels("g", 60), fullest), row("b", labels("g", 25))]);
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      ["imported", "limits_reached"],
      ["imported", undefined],
    ]);
    expect(Object.values(await countsOf(accountId))).toEqual(Array(25).fill(2));

    const almostFull = (head: AccountHead) => ({ ...head, groupCount: maxLabels - 1 });
    await writeAccount(store, accountId, (head) => ({ actions: [], head: almostFull(head), result: undefined }));
    const full = await commit(accountId, [row("c", ["last", "none", "G1"])]);
    expect(full.results[0]).toMatchObject({ status: "imported", code: "limits_reached" });
    expect(await countsOf(accountId)).toMatchObject({ last: 1, g1: 3 });
    expect(await countsOf(accountId)).not.toHaveProperty("none");

    const { accountId: other, contacts } = await accountOf(store, [
      { firstName: "Ann", emails: [email("a@example.com")] },
    ]);
    const most = Array.from({ length: maxMemberships - 1 }, (_, n) => n + 1_000);
    await writeAccount(store, other, async (head, version) => ({
      ...(await planMemberships(store, head, byBucket(idsOf(contacts)), () => most, version)),
      result: undefined,
    }));
    const met = { firstName: "Ann", emails: [email("a@example.com")] };
    const crowded = await commit(other, [row("a", ["x", "y"], met)]);
    expect(crowded.results[0]).toMatchObject({ status: "updated", code: "limits_reached" });
    expect(await getAccountHead(store, other)).toMatchObject({ membershipCount: maxMemberships, groupCount: 1 });
  });

  it("need no items when no row has groups", async () => {
    const { accountId } = await accountOf(store, named("Ben"));
    await commit(accountId, [row("a", [])]);
    expect([...(await itemsOf(store, accountId)).keys()].filter((sk) => /^[GM]#/.test(sk))).toEqual([]);
    expect(await getAccountHead(store, accountId)).toMatchObject({ groupCount: 0, lastLabelNumber: 0 });
  });
});
