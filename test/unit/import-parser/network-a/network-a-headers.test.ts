import { describe, expect, it } from "vitest";
import { csv, faultOf, header, namesOf, preamble, readRow, readRows } from "../../../support/files/network-a.ts";

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

  it("names the columns, whatever their order and number", async () => {
    const row = await readRow("15 Jan 2026,Silva,Lisbon,Anna", "Connected On,Last Name,Location,First Name");
    expect(row).toMatchObject({ givenName: "Anna", familyName: "Silva", location: "Lisbon", valuesLost: 0 });
    expect(row.connectedAt).toBe("2026-01-15T00:00:00.000Z");
  });

  it("of 2018 has no URL", async () => {
    const row = await readRow(
      'Anna,Silva,anna@example.com,Acme,Engineer,"4/4/18, 10:35 AM"',
      "First Name,Last Name,Email Address,Company,Position,Connected On",
    );
    expect(row).toMatchObject({ givenName: "Anna", handles: [], connectedAt: "2018-04-04T00:00:00.000Z" });
  });

  it("may have two known columns only", async () => {
    const rows = await readRows(csv("First Name,Last Name", "Anna,Silva", "Ben,Okafor"));
    expect(namesOf(rows)).toEqual(["Anna Silva", "Ben Okafor"]);
  });

  it("may have more columns of a tool than of the network", async () => {
    const more = Array.from({ length: 40 }, (_, index) => `Score ${index}`).join(",");
    expect(namesOf(await readRows(csv(`${header},${more}`, `${anna},7`)))).toEqual(["Anna Silva"]);
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

  it("leaves a whole name in one column as it is shown", async () => {
    const row = await readRow("Anna Silva,Acme,15 Jan 2026", "Name,Company,Connected On");
    expect(row).toMatchObject({ formattedName: "Anna Silva", givenName: "", familyName: "" });
  });

  it("takes a title for the job's, unless the job has a column of its own", async () => {
    expect(await readRow("Anna,Silva,CTO", "First Name,Last Name,Title")).toMatchObject({ jobTitle: "CTO" });
    expect(await readRow("Dr.,Anna,Silva,CTO", "Title,First Name,Last Name,Job Title")).toMatchObject({
      jobTitle: "CTO",
      namePrefix: "Dr.",
    });
  });

  it("has columns without a place, which one issue a row names", async () => {
    const row = await readRow("Anna,Silva,7,green", "First Name,Last Name,Mutuals,Colour");
    expect(row).toMatchObject({ valuesSeen: 4, valuesLost: 2 });
    expect(row.issues).toEqual([
      {
        code: "column_without_place",
        severity: "info",
        message: 'No place in a contact: the columns "Mutuals", "Colour".',
        property: "Mutuals",
        line: 2,
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
    ["JSON", '{"connections": []}', "file_kind", /JSON/],
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

  it("names nobody when its owner deleted the names: the columns that are left are named", async () => {
    const fault = await faultOf(csv("Notes:,,", ",,", "Company,Position,Connected On", "Acme,Engineer,23-Nov-21"));
    expect(fault.reason).toBe("nobody_found");
    expect(fault.message).toContain('"Company", "Position", "Connected On"');
  });

  it("names nobody when it has no rows", async () => {
    expect(await faultOf(csv(...preamble, header))).toMatchObject({
      reason: "nobody_found",
      message: expect.stringContaining("no rows"),
    });
  });

  it("names nobody when all rows are of closed accounts", async () => {
    const fault = await faultOf(csv(header, ",,,,,,1 Jan 2023", ",,,,,,2 Jan 2023"));
    expect(fault).toMatchObject({ reason: "nobody_found", message: expect.stringContaining("2 rows") });
  });
});

describe("a row", () => {
  it("of a member who closed the account is nobody, and counted", async () => {
    const rows = await readRows(csv(header, anna, ",,,,,,18 Jul 2018"));
    expect(rows.map(({ noPerson }) => noPerson)).toEqual([false, true]);
  });

  it("with a company and no name is nobody", async () => {
    const rows = await readRows(csv(header, anna, ",,,,Acme,Engineer,18 Jul 2018"));
    expect(rows[1]?.noPerson).toBe(true);
  });

  it.each([
    ["a profile", ",,https://www.linkedin.com/in/ben,,,,"],
    ["an e-mail address", ",,,ben@example.com,,,"],
    ["a last name", ",Okafor,,,,,"],
  ])("with only %s is somebody", async (_what, line) => {
    expect((await readRow(line)).noPerson).toBe(false);
  });

  it("that is blank, or padded, is none", async () => {
    const rows = await readRows(csv(header, "", anna, ",,,,,,", " , ,,,,,", ""));
    expect(namesOf(rows)).toEqual(["Anna Silva"]);
  });

  it("says in which lines of the file it stands", async () => {
    const rows = await readRows(csv(...preamble, header, anna, '"Ben","Okafor",,,"Acme\nLabs",,1 Feb 2026', anna));
    expect(rows.map(({ lines }) => lines)).toEqual([
      { first: 5, last: 5 },
      { first: 6, last: 7 },
      { first: 8, last: 8 },
    ]);
  });
});
