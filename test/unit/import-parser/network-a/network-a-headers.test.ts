import { describe, expect, it } from "vitest";
import columnNames from "../../../../functions/import-parser/network-a/column-names.json" with { type: "json" };
import { readHeader } from "../../../../functions/import-parser/network-a/columns.ts";
import {
  csv,
  faultOf,
  header,
  importRows,
  namesOf,
  preamble,
  readRow,
  readRows,
} from "../../../support/files/network-a.ts";

const anna = "Anna,Silva,https://www.linkedin.com/in/anna-silva,anna@example.com,Acme,Engineer,15 Jan 2026";

describe("the header of a connections file", () => {
  it.each([
    ["stands below the network's notes", csv(...preamble, header, anna)],
    ["stands below other notes", csv("Notes:", "Some, other, words, about, position", "More.", "", header, anna)],
    ["stands below a lone quote", csv("Notes :", '"En exportant vos données..."', '"', header, anna)],
    ["stands below notes that a spreadsheet padded", csv("Notes:,,,,,,", '"When, then",,,,,,', ",,,,,,", header, anna)],
    ["stands below blank lines", csv("", "", header, anna)],
    ["stands below a spreadsheet's hint of the separator", csv("sep=,", header, anna)],
    ["is the first line", csv(header, anna)],
    ["has quotes", csv(header.replace(/[^,]+/g, '"$&"'), anna)],
    [
      "has blanks and other letters' case",
      csv(" FIRST NAME , last name,Url ,E-mail Address,company,position,Connected on", anna),
    ],
    ["has a semicolon between cells", csv(header.replaceAll(",", ";"), anna.replaceAll(",", ";"))],
    ["has a tabulator between cells", csv(header.replaceAll(",", "\t"), anna.replaceAll(",", "\t"))],
    ["has a bar between cells", csv(header.replaceAll(",", "|"), anna.replaceAll(",", "|"))],
  ])("is found when it %s", async (_how, file) => {
    const [row, ...others] = await readRows(file);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      givenName: "Anna",
      familyName: "Silva",
      organisation: "Acme",
      jobTitle: "Engineer",
      connectedAt: "2026-01-15T00:00:00.000Z",
      handles: [{ platform: "network_a", value: "https://www.linkedin.com/in/anna-silva" }],
      emails: [{ value: "anna@example.com" }],
      valuesSeen: 7,
      valuesLost: 0,
      issues: [],
    });
  });

  it("of 2018 has no URL", async () => {
    const row = await readRow(
      'Anna,Silva,anna@example.com,Acme,Engineer,"4/4/18, 10:35 AM"',
      "First Name,Last Name,Email Address,Company,Position,Connected On",
    );
    expect(row).toMatchObject({ givenName: "Anna", handles: [], connectedAt: "2018-04-04T00:00:00.000Z" });
  });

  it.each([
    ["two columns, in another order", "Last Name,First Name", "Silva,Anna"],
    ["more columns of a tool", `${header},${Array.from({ length: 40 }, (_, index) => `Score ${index}`)}`, anna],
  ])("may have %s", async (_what, columns, line) => {
    expect(namesOf(await readRows(csv(columns, line)))).toEqual(["Anna Silva"]);
  });

  it.each([
    ["Vorname,Nachname,URL,E-Mail-Adresse,Unternehmen,Position,Verbunden am"],
    ["Vorname,Name,Profil-URL,E-Mail,Firma,Jobtitel,Verbunden seit"],
    ["Prénom,Nom,URL,Adresse e-mail,Entreprise,Poste,Date de connexion"],
    ["Nombre,Apellidos,URL,Dirección de correo electrónico,Empresa,Cargo,Fecha de conexión"],
    ["Nome,Cognome,URL,Indirizzo e-mail,Azienda,Posizione,Data di collegamento"],
    ["Nome,Sobrenome,URL,Endereço de e-mail,Empresa,Cargo,Conectado em"],
    ["Voornaam,Achternaam,URL,E-mailadres,Bedrijf,Functie,Verbonden op"],
    ["Imię,Nazwisko,URL,Adres e-mail,Firma,Stanowisko,Data nawiązania kontaktu"],
    ["Jméno,Příjmení,URL,E-mailová adresa,Společnost,Pozice,Datum spojení"],
    ["Förnamn,Efternamn,URL,E-postadress,Företag,Befattning,Kontakt sedan"],
    ["Fornavn,Efternavn,URL,E-mailadresse,Virksomhed,Stilling,Forbundet den"],
    ["Fornavn,Etternavn,URL,E-postadresse,Bedrift,Stilling,Tilknyttet"],
    ["Etunimi,Sukunimi,URL,Sähköpostiosoite,Yritys,Tehtävänimike,Yhteyspäivä"],
    ["Ad,Soyad,URL,E-posta Adresi,Şirket,Pozisyon,Bağlantı tarihi"],
    ["Имя,Фамилия,URL,Адрес электронной почты,Компания,Должность,Дата добавления"],
    ["Ім'я,Прізвище,URL,Електронна адреса,Компанія,Посада,Дата додавання"],
    ["Prenume,Nume,URL,Adresă de e-mail,Companie,Funcție,Data conectării"],
    ["Keresztnév,Vezetéknév,URL,E-mail-cím,Vállalat,Beosztás,Kapcsolódás dátuma"],
    ["Όνομα,Επώνυμο,URL,Διεύθυνση email,Εταιρεία,Θέση,Ημερομηνία σύνδεσης"],
    ["名,姓,URL,メールアドレス,会社,役職,つながった日"],
    ["이름,성,URL,이메일 주소,회사,직책,연결일"],
    ["名字,姓氏,URL,电子邮件地址,公司,职位,连接日期"],
    ["名字,姓氏,URL,電子郵件地址,公司,職位,連結日期"],
    ["Nama Depan,Nama Belakang,URL,Alamat Email,Perusahaan,Jabatan,Terhubung pada"],
    ["الاسم الأول,اسم العائلة,URL,البريد الإلكتروني,الشركة,المنصب,تاريخ الاتصال"],
  ])("may be in another language: %s", async (columns) => {
    const row = await readRow(anna, columns);
    expect(row).toMatchObject({ givenName: "Anna", familyName: "Silva", organisation: "Acme", jobTitle: "Engineer" });
    expect(row).toMatchObject({ emails: [{}], handles: [{}], connectedAt: "2026-01-15T00:00:00.000Z", issues: [] });
  });

  it("may have each name of each language", () => {
    for (const name of Object.values(columnNames).flatMap((names) => Object.values(names).flat())) {
      expect(readHeader(`${name},Connected On,URL`)?.columns[0]?.mapsTo, name).toMatch(/./);
    }
  });

  it.each([
    ["a whole name in one column as it is shown", "Name,Company", "Anna Silva,Acme", { formattedName: "Anna Silva" }],
    ["a title as that of the job", "First Name,Last Name,Title", "Anna,Silva,CTO", { jobTitle: "CTO" }],
    [
      "a title as that of the person beside the title of the job",
      "Title,First Name,Last Name,Job Title",
      "Dr.,Anna,Silva,CTO",
      { jobTitle: "CTO", namePrefix: "Dr." },
    ],
  ])("gives %s", async (_what, columns, line, fields) => {
    expect(await readRow(line, columns)).toMatchObject(fields);
  });

  it("may have columns that fit no field, which one issue of a row names", async () => {
    const row = await readRow("Anna,Silva,7,green", "First Name,Last Name,Mutuals,Colour");
    expect(row).toMatchObject({ valuesSeen: 4, valuesLost: 2 });
    const message = 'No field of a contact fits: "Mutuals", "Colour".';
    expect(row.issues).toEqual([
      { code: "column_without_place", severity: "info", message, property: "Mutuals", line: 2 },
    ]);
    const names = Array.from({ length: 200 }, (_, index) => `${"x".repeat(40)} ${index}`);
    const many = await readRow(`Ana,Berg,${names.map(() => "7")}`, `First Name,Last Name,${names}`);
    expect(many.issues[0]?.message).toMatch(/^.{900,1100} and 180 more\.$/);
  });
});

describe("the Outlook CSV of 2012", () => {
  const columns = [
    ...["Title", "First Name", "Middle Name", "Last Name", "Suffix", "E-mail Address", "E-mail 2 Address"],
    ...["E-mail 3 Address", "Business Street", "Business Street 2", "Business Street 3", "Business City"],
    ...["Business State", "Business Postal Code", "Business Country", "Home Street", "Home Street 2", "Home Street 3"],
    ...["Home City", "Home State", "Home Postal Code", "Home Country", "Other Street", "Other Street 2"],
    ...["Other Street 3", "Other City", "Other State", "Other Postal Code", "Other Country", "Company", "Department"],
    ...[
      "Job Title",
      "Assistant's Phone",
      "Business Fax",
      "Business Phone",
      "Business Phone 2",
      "Callback",
      "Car Phone",
    ],
    ...["Company Main Phone", "Home Fax", "Home Phone", "Home Phone 2", "ISDN", "Mobile Phone", "Other Fax"],
    ...["Other Phone", "Pager", "Primary Phone", "Radio Phone", "TTY/TDD Phone", "Telex", "Assistant's Name"],
    ...["Birthday", "Manager's Name", "Notes", "Other Address PO Box", "Spouse", "Web Page", "Personal Web Page"],
  ];

  it("has 59 columns, of which no value is lost", async () => {
    const row = await readRow(
      columns.map((name) => `"a ""${name}"""`).join(),
      columns.map((name) => `"${name}"`).join(),
    );
    expect(row).toMatchObject({ valuesSeen: 59, valuesLost: 0, issues: [], noPerson: false, connectedAt: null });
    expect([row.emails.length, row.phones.length, row.noteLines.length]).toEqual([3, 19, 30]);
  });

  it("becomes contacts", async () => {
    const { contacts } = await importRows(
      csv(
        "Title,First Name,Middle Name,Last Name,Suffix,E-mail Address,Company,Department,Job Title,Mobile Phone,Nickname",
        "Dr.,Anna,Maria,Silva,Jr.,a@x.example,Acme,Sales,CEO,+351 910 000 003,Annie",
      ),
    );
    expect(contacts).toMatchObject([
      {
        ...{ firstName: "Anna", middleName: "Maria", lastName: "Silva", position: "CEO", headline: "CEO, Acme" },
        ...{ organisation: "Acme", nickname: "Annie", connectedAt: null, network_a: null, issues: [] },
        notes: "Prefix: Dr.\nSuffix: Jr.\nDepartment: Sales",
        emails: [{ value: "a@x.example" }],
        phones: [{ value: "910000003", type: "Mobile Phone" }],
      },
    ]);
  });
});

describe("a file that is no connections file", () => {
  it.each([
    ["nothing", "", "file_empty", /empty/],
    ["only blanks", " \n\r\n  \n", "file_empty", /empty/],
    [
      "the uploaded address book",
      "Source,FirstName,LastName,Companies,Title,Emails,PhoneNumbers\n",
      "file_kind",
      /address book as CSV.*Connections\.csv/,
    ],
    [
      "the messages",
      "CONVERSATION ID,CONVERSATION TITLE,FROM,SENDER PROFILE URL,TO,DATE,SUBJECT,CONTENT\n",
      "file_kind",
      /No line names the columns.*Connections\.csv/,
    ],
    ["a web page", "<!DOCTYPE html>\n<html><body>First Name,Last Name</body></html>", "file_kind", /HTML/],
    ["JSON in one long line", `[${JSON.stringify({ name: "x" }).repeat(60_000)}]`, "file_kind", /JSON/],
    ["a vCard", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Anna\r\nEND:VCARD\r\n", "file_kind", /a vCard file/],
    ["a PDF", "%PDF-1.7\n%âãÏÓ", "file_kind", /PDF/],
    ["an old spreadsheet", Buffer.from("d0cf11e0a1b11ae1", "hex"), "file_kind", /old spreadsheet/],
    ["a compressed file", Buffer.from("1f8b0800000000000003", "hex"), "file_kind", /archive of another kind/],
    ["prose", "Dear Anna,\nhere are my contacts, as you wished.\n", "file_kind", /First Name, Last Name/],
    ["a table without a header", csv(anna, anna), "file_kind", /names the columns/],
  ])("is refused by its name: %s", async (_what, content, reason, message) => {
    const fault = await faultOf(content);
    expect(fault.reason).toBe(reason);
    expect(fault.message).toMatch(message);
  });

  it.each([
    ["it has no rows", csv(...preamble, header)],
    ["its owner deleted the names", csv("Notes:,,", ",,", "Company,Position,Connected On", "Acme,Engineer,23-Nov-21")],
    ["all rows are of closed accounts", csv(header, ",,,,,,1 Jan 2023", ",,,,,,2 Jan 2023")],
  ])("is refused because it has no person: %s", async (_why, file) => {
    const message = expect.stringMatching(/^No row of the file has a name.*Choose the ZIP archive/);
    expect(await faultOf(file)).toMatchObject({ reason: "nobody_found", message });
  });

  const google = "First Name,Middle Name,Last Name,Organization Name,Notes,E-mail 1 - Label,E-mail 1 - Value";
  it.each([
    ["Google", google, "Ana,,Berg,Acme,,Work,ana@example.com"],
    ["a German program", "Vorname,Nachname,Telefon privat,Handy", "Ana,Berg,,+34612345678"],
  ])("is refused as an address book of %s, because it would lose addresses or numbers", async (_whose, ...lines) => {
    const message = expect.stringMatching(/^This is an address book as CSV: export it there as vCard \(\.vcf\)/);
    expect(await faultOf(csv(...lines))).toMatchObject({ reason: "file_kind", message });
  });

  it.each([
    ["no address or number would be lost", "First Name,Last Name,E-mail Address,E-mail Type,Business Phone"],
    ["it has the day of the connection", "First Name,Last Name,Pager Number,Secondary Email,Connected On"],
    ["it has the profile", "First Name,Last Name,URL,E-mail 1 - Value,Phone 1 - Value"],
  ])("is read if %s", async (_why, names) => {
    expect((await readRow("Ana,Berg,,,", names)).givenName).toBe("Ana");
  });
});

describe("a row", () => {
  it.each([
    ["a profile", ",,https://www.linkedin.com/in/ben,,,,", false],
    ["an e-mail address", ",,,ben@example.com,,,", false],
    ["a last name", ",Okafor,,,,,", false],
    ["the day of a closed account", ",,,,,,18 Jul 2018", true],
    ["a bare word as its profile", ",,okafor,,,,", false],
    ["a company", ",,,,Acme,Engineer,18 Jul 2018", true],
  ])("with only %s is or is not a person", async (_what, line, noPerson) => {
    expect((await readRows(csv(header, anna, line)))[1]?.noPerson).toBe(noPerson);
  });

  it("has its lines of the file, in which blank and padded lines count", async () => {
    const file = csv(...preamble, header, "", anna, ",,,,,,", " , ,,,,,", '"Ben","Okafor",,,"Acme\nLabs",,', anna, "");
    const rows = await readRows(file);
    expect(rows.map(({ lines }) => lines)).toEqual([
      { first: 6, last: 6 },
      { first: 9, last: 10 },
      { first: 11, last: 11 },
    ]);
  });
});
