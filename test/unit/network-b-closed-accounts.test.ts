import { describe, expect, it } from "vitest";
import {
  archive,
  file,
  followers,
  handlesOf,
  importEntry,
  importFiles,
  issuesOf,
  labelEntry,
  refusals,
  titleEntry,
  valueEntry,
} from "../support/network-b.ts";

const named = (value: string) => ({ title: "", string_list_data: [{ href: "", value, timestamp: 1_700_000_000 }] });

describe("a closed account", () => {
  it.each([
    ["a handle of the network's own", valueEntry("__deleted__1234567")],
    ["one in the title", titleEntry("__deleted__1234567")],
    ["one of hexadecimal digits", valueEntry("__deleted__0fe1d2c3b4")],
    ["one without a number", valueEntry("__deleted__")],
    ["one in capitals", valueEntry("__DELETED__12")],
    ["one that says so", valueEntry("deleted_account")],
    ["words for nobody instead of a handle", named("Instagram User")],
    ["such words in one", named("instagrammer")],
    ["such words in another language", named("Usuario de Instagram")],
    ["such words as a title", { title: "Instagram user", string_list_data: [{ timestamp: 1_700_000_000 }] }],
    ["such words and a link to them", { ...valueEntry("instagramuser"), title: "Instagram User" }],
    ["such words behind a label", labelEntry({ URL: "", Name: "Instagram User", Username: "" })],
    ["a placeholder behind a label", labelEntry({ Name: "Instagram User", Username: "instagramuser" })],
    ["a deleted one behind a label", labelEntry({ Nombre: "", "Nombre de usuario": "__deleted__77" })],
  ])("with %s is nobody, and counted", async (_what, entry) => {
    const zip = await archive({
      "connections/followers_and_following/followers_1.json": [entry, ...followers("anna")],
    });
    const { contacts, skippedCount, totalCount } = await importFiles([zip]);
    expect(handlesOf(contacts)).toEqual(["anna"]);
    expect({ skippedCount, totalCount }).toEqual({ skippedCount: 1, totalCount: 1 });
  });

  it("of the flat form is one too", async () => {
    const date = "2020-06-21T04:16:30+00:00";
    const flat = { followers: { __deleted__99: date, anna: date }, following: { deleted_account: date } };
    const { contacts, skippedCount } = await importFiles([file("connections.json", flat)]);
    expect([handlesOf(contacts), skippedCount]).toEqual([["anna"], 2]);
  });

  it("is no import by itself", async () => {
    const { 0: fault } = await refusals([file("followers_1.json", followers("__deleted__1", "deleted_account"))]);
    expect(fault).toMatchObject({ reason: "nobody_found", message: expect.stringContaining("followers (2)") });
  });
});

describe("an account that is not closed", () => {
  it.each([
    "deleted",
    "__deleted_",
    "_deleted_1",
    "__deleted__anna",
    "not__deleted__1",
    "__deleted__1.berg",
    "deleted_accounts",
    "my_deleted_account",
    "deleted_account_anna",
    "instagram",
    "instagrammers",
    "the.instagrammer",
    "instagrammer",
    "instagramuser",
    "instagram_user",
  ])("may have a link to %s", async (handle) => {
    expect((await importEntry(valueEntry(handle))).network_b).toBe(handle);
    expect((await importEntry(titleEntry(handle))).network_b).toBe(handle);
  });

  it("is kept by its handle where the file calls it nobody, and the words are no name", async () => {
    const contact = await importEntry(labelEntry({ Name: "Instagram User", Username: "anna.berg" }));
    expect(contact).toMatchObject({ network_b: "anna.berg", firstName: "Anna", lastName: "Berg" });
    expect(issuesOf(contact, "property_without_place")).toEqual(['"Name" has no place in a contact.']);
  });

  it.each(["Instagram User Group", "Insta Grammer", "Ina Stagram"])("may be called %s", async (name) => {
    expect((await importEntry(named(name))).firstName).toBe(name.split(" ").length === 2 ? name.split(" ")[0] : name);
  });
});
