import { describe, expect, it } from "vitest";
import { csv, faultOf, importRows, readRow, readRows } from "../../../support/files/network-a.ts";

/** The columns of the file of 2012, in its order. */
const columns = [
  ...["Title", "First Name", "Middle Name", "Last Name", "Suffix", "E-mail Address", "E-mail 2 Address"],
  ...["E-mail 3 Address", "Business Street", "Business Street 2", "Business Street 3", "Business City"],
  ...["Business State", "Business Postal Code", "Business Country", "Home Street", "Home Street 2", "Home Street 3"],
  ...["Home City", "Home State", "Home Postal Code", "Home Country", "Other Street", "Other Street 2"],
  ...["Other Street 3", "Other City", "Other State", "Other Postal Code", "Other Country", "Company", "Department"],
  ...["Job Title", "Assistant's Phone", "Business Fax", "Business Phone", "Business Phone 2", "Callback", "Car Phone"],
  ...["Company Main Phone", "Home Fax", "Home Phone", "Home Phone 2", "ISDN", "Mobile Phone", "Other Fax"],
  ...["Other Phone", "Pager", "Primary Phone", "Radio Phone", "TTY/TDD Phone", "Telex", "Assistant's Name"],
  ...["Birthday", "Manager's Name", "Notes", "Other Address PO Box", "Spouse", "Web Page", "Personal Web Page"],
];

/** A file of quoted cells, in which the columns that are not named are blank. */
function outlook(...people: Readonly<Record<string, string>>[]): string {
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  return csv(line(columns), ...people.map((person) => line(columns.map((name) => person[name] ?? ""))));
}

async function only(person: Readonly<Record<string, string>>) {
  const { contacts } = await importRows(outlook(person));
  const [contact, ...others] = contacts;
  if (contact === undefined || others.length > 0) throw new Error(`${others.length + 1} contacts instead of one`);
  return contact;
}

const anna = { "First Name": "Anna", "Last Name": "Silva" };

describe("the Outlook CSV", () => {
  it("has 59 columns, and a place for all, which of related persons is the notes", async () => {
    const everything = Object.fromEntries(columns.map((name, index) => [name, `value ${index}`]));
    const dates = { Birthday: "5/25/1975", "Web Page": "https://example.com/a" };
    const [row] = await readRows(outlook({ ...everything, ...dates }));
    expect(columns).toHaveLength(59);
    expect(row).toMatchObject({ valuesSeen: 59, valuesLost: 0, issues: [] });
    const labels = row?.noteLines.map(({ label }) => label).toSorted();
    expect(labels).toEqual(["Assistant's Name", "Department", "Manager's Name", "Spouse"]);
  });

  it("has no day of connection and no profile, and a field for everything else", async () => {
    const person = {
      ...{ Title: "Dr.", ...anna, "Middle Name": "Maria", Suffix: "Jr.", Company: "Acme", Department: "Sales" },
      ...{ "Job Title": "CEO", "E-mail Address": "a@x.example", "E-mail 2 Address": "b@x.example" },
      ...{ "E-mail 3 Address": "c@x.example", "Business Phone": "+351 21 000 0001", "Home Fax": "+351 21 000 0002" },
      ...{ "Mobile Phone": "+351 910 000 003", "Primary Phone": "+351 21 000 0004", "Web Page": "example.com/anna" },
      ...{ "Business Street": "Rua A 1", "Business Street 2": "2.º", "Business City": "Lisboa" },
      ...{ "Business State": "LX", "Business Postal Code": "1000", "Business Country": "Portugal" },
      ...{ "Home City": "Porto", "Other Address PO Box": "PO 7", Notes: 'Met in "Lisbon",\n2012' },
    };
    const contact = await only(person);
    expect(contact).toMatchObject({
      ...{ firstName: "Anna", middleName: "Maria", lastName: "Silva", position: "CEO", headline: "CEO, Acme" },
      ...{ organisation: "Acme", website: "https://example.com/anna", connectedAt: null, network_a: null, issues: [] },
      notes: 'Met in "Lisbon",\n2012\n\nPrefix: Dr.\nSuffix: Jr.\nDepartment: Sales',
      addresses: [
        {
          ...{ type: "work", addressLine1: "Rua A 1", addressLine2: "2.º", addressCity: "Lisboa" },
          ...{ addressState: "LX", addressPostalCode: "1000", addressCountry: "Portugal" },
        },
        { type: "home", addressCity: "Porto" },
        { type: "other", addressLine1: "PO 7" },
      ],
    });
    expect(contact.emails.map(({ value }) => value)).toEqual(["a@x.example", "b@x.example", "c@x.example"]);
    expect(contact.phones.map(({ type, value, preferred }) => [type, value, preferred])).toEqual([
      ["work", "210000001", false],
      ["home fax", "210000002", false],
      ["mobile", "910000003", false],
      ["other", "210000004", false],
    ]);
  });

  it("has a birthday", async () => {
    expect((await only({ ...anna, Birthday: "5/25/1975" })).importantDates).toMatchObject([
      { type: "birthday", date: "1975-05-25" },
    ]);
    expect(await only({ ...anna, Birthday: "0/0/00" })).toMatchObject({ importantDates: [], issues: [] });
  });

  it("says when a birthday's century is a guess, and when it can't be read", async () => {
    const guessed = await only({ ...anna, Birthday: "25-May-75" });
    expect(guessed.importantDates).toMatchObject([{ date: "1975-05-25" }]);
    expect(guessed.issues).toMatchObject([{ code: "date_ambiguous", field: "importantDates", property: "Birthday" }]);
    const unread = await only({ ...anna, Birthday: "in May" });
    expect(unread).toMatchObject({ importantDates: [], issues: [{ code: "date_unreadable", property: "Birthday" }] });
  });
});

describe("an address book", () => {
  const google =
    "First Name,Middle Name,Last Name,Organization Name,Notes,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value";
  it.each([
    ["Google's", google, "Ana,,Berg,Acme,,Work,ana@example.com,+34 612 345 678"],
    ["one in German", "Vorname,Nachname,Telefon privat,Handy", "Ana,Berg,,+34612345678"],
  ])("of which numbers or addresses would be lost is refused, with what to do: %s", async (_whose, names, person) => {
    const { reason, message } = await faultOf(csv(names, person));
    expect(reason).toBe("file_kind");
    expect(message).toMatch(/^This is an address book as CSV: export it there as vCard \(\.vcf\)/);
  });

  it.each([
    ["Outlook's", "First Name,Last Name,E-mail Address,E-mail Type,Business Phone,Mobile Phone"],
    ["a tool's, with the day of the connection", "First Name,Last Name,Pager Number,Secondary Email,Connected On"],
    ["a tool's, with the profile", "First Name,Last Name,URL,E-mail 1 - Value,Phone 1 - Value"],
  ])("is read where nothing of that kind is lost, or where it is one of connections: %s", async (_whose, names) => {
    expect((await readRow("Ana,Berg,,,,", `${names},`)).givenName).toBe("Ana");
  });
});

describe("columns that have no place", () => {
  it("are named as far as a message may go", async () => {
    const names = Array.from({ length: 200 }, (_, index) => `${"x".repeat(40)} ${index}`);
    const row = await readRow(
      `Ana,Berg,,,${names.map(() => "7").join(",")}`,
      `First Name,Last Name,URL,Company,${names}`,
    );
    const [message = ""] = row.issues.map((issue) => issue.message);
    expect(message.length).toBeLessThan(2_200);
    expect(message).toMatch(/ and 1[5-9]\d more\.$/);
    expect(row.valuesLost).toBe(200);
  });
});

describe("columns that other tools add", () => {
  it("have their places", async () => {
    const names = "First Name,Last Name,Location,Tags,Phone Number,Website,Nickname";
    const row = await readRow('Anna,Silva,Lisbon,"climbing; Porto, work",+351 910 000 003,example.com,Annie', names);
    expect(row).toMatchObject({ location: "Lisbon", nickname: "Annie", valuesLost: 0 });
    expect(row.groups.map((label) => label.trim())).toEqual(["climbing", "Porto", "work"]);
    expect(row.phones).toMatchObject([{ value: "+351 910 000 003", property: "Phone Number" }]);
    expect(row.handles).toMatchObject([{ platform: "website", value: "example.com" }]);
  });
});
