/**
 * Maps the columns of a connections file to the fields of a row. The network itself writes English headers only (2012 to
 * 2026); other names come from spreadsheets, other tools and manual edits.
 */
import { fold } from "../../../shared/platform/text/fold.ts";
import { readCells } from "../csv/csv-records.ts";

/** `formattedName` is a whole name in one column. `line` is a line of the notes, labelled with the column's name. */
export type Target =
  | ("givenName" | "middleName" | "familyName" | "formattedName" | "namePrefix" | "nameSuffix" | "nickname")
  | ("organisation" | "jobTitle" | "profile" | "email" | "phone" | "connected" | "line");

export interface Column {
  /** The name is spelled as in the file. */
  name: string;
  /** Null if no field fits. */
  mapsTo: Target | null;
}

export interface Header {
  delimiter: string;
  columns: readonly Column[];
}

const delimiters = [",", ";", "\t", "|"];

/** Reads a line as a header if its cells include at least two known column names; returns null otherwise. */
export function readHeader(line: string): Header | null {
  const headers = delimiters
    .filter((delimiter) => line.includes(delimiter))
    .map((delimiter) => headerOf(line, delimiter));
  const [best] = headers.sort((a, b) => b.known - a.known);
  return best !== undefined && best.known >= leastKnown ? best : null;
}

const leastKnown = 2;

function headerOf(line: string, delimiter: string): Header & { known: number } {
  const { cells, openAt } = readCells(line, delimiter);
  const names = openAt === -1 ? cells.map((name) => name.trim()) : [];
  const targets = names.map((name) => meanings.get(columnKey(name)) ?? null);
  const known = new Set(targets.filter((target) => target !== null)).size;
  const has = (target: Meaning) => targets.includes(target);
  const columns = names.map((name, index): Column => {
    const target = targets[index] ?? null;
    if (target === "title") return { name, mapsTo: has("jobTitle") ? "namePrefix" : "jobTitle" };
    const isFamilyName = target === "formattedName" && has("givenName") && !has("familyName");
    return { name, mapsTo: isFamilyName ? "familyName" : target };
  });
  return { delimiter, columns, known };
}

/** The key ignores case, accents, blanks and punctuation, so that spellings of the same name are equal. */
function columnKey(name: string): string {
  return fold(name).replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

/** A column named `title` has the title of the job, or of the person if the job has a column of its own. */
type Meaning = Target | "title";

/** The targets of the first eight names of each language, in their order. */
const named = [
  ...["givenName", "familyName", "formattedName", "profile"],
  ...["email", "organisation", "jobTitle", "connected"],
] as const satisfies Target[];

/**
 * The lines list given name, family name, whole name, profile, e-mail address, organisation, job title and connection
 * date. A whole-name column counts as the family name when the file has a given-name column but no family-name column.
 */
const englishNames: readonly string[] = [
  "First Name|Given Name|Forename",
  "Last Name|Family Name|Surname",
  "Name|Full Name|Display Name|Contact Name|Connection Name",
  "URL|Profile URL|Profile Link|Public Profile URL|Profile|Link|LinkedIn|LinkedIn URL|LinkedIn Profile|LinkedIn Profile URL|LinkedIn Link",
  "Email Address|E-mail|Primary Email|Work Email|Personal Email",
  "Company|Company Name|Current Company|Organization|Organisation|Employer",
  "Position|Job Title|Current Position|Job Position|Occupation|Role",
  "Connected On|Connected|Connected At|Connected Date|Connected Since|Connection Date|Date Connected|Date of Connection",
];

/** These columns occur only in the "Outlook CSV" of 2012, which has values in few of them. */
const further: readonly (readonly [Meaning, string])[] = [
  ["title", "Title"],
  ["middleName", "Middle Name|Additional Name|Middle Names"],
  ["nameSuffix", "Suffix|Name Suffix"],
  ["namePrefix", "Name Prefix|Prefix|Salutation"],
  ["email", "E-mail 2 Address|E-mail 3 Address|E-mail 2|E-mail 3"],
  ["phone", "Business Phone|Business Phone 2|Company Main Phone|Home Phone|Home Phone 2|Mobile Phone|Other Phone"],
  ["phone", "Primary Phone|Car Phone|Assistant's Phone|Radio Phone|TTY/TDD Phone|Phone|Phone Number|Work Phone|Mobile"],
  ["phone", "Business Fax|Home Fax|Other Fax|Callback|ISDN|Pager|Telex"],
  ["line", "Business Street|Business Street 2|Business Street 3|Business City|Business State|Business Postal Code"],
  ["line", "Business Country|Home Street|Home Street 2|Home Street 3|Home City|Home State|Home Postal Code"],
  ["line", "Home Country|Other Street|Other Street 2|Other Street 3|Other City|Other State|Other Postal Code"],
  ["line", "Other Country|Other Address PO Box|Department|Assistant's Name|Manager's Name|Spouse|Birthday|Notes"],
  ["line", "Web Page|Personal Web Page|Location"],
  ["nickname", "Nickname"],
];

const translatedNames: readonly string[] = [
  "Vorname;Nachname|Familienname;Vollständiger Name;Profil-URL|Profillink|URL des Profils;E-Mail-Adresse|E-Mail;Unternehmen|Firma|Arbeitgeber;Position|Jobtitel|Berufsbezeichnung|Stelle;Verbunden am|Verbunden seit|Kontakt seit|Vernetzt am|Vernetzt seit",
  "Prénom;Nom de famille;Nom|Nom complet;URL du profil|Lien du profil;Adresse e-mail|Adresse électronique|Courriel|Adresse courriel|Adresse de courriel;Entreprise|Société;Poste|Fonction|Intitulé du poste|Titre du poste;Date de connexion|Connecté le|En relation depuis|En relation depuis le|Date de mise en relation",
  "Nombre|Nombres|Nombre de pila;Apellidos|Apellido;Nombre completo;URL del perfil|Enlace del perfil;Dirección de correo electrónico|Correo electrónico|Dirección de email|Correo;Empresa|Compañía;Cargo|Puesto|Puesto de trabajo|Posición;Conectado el|Fecha de conexión|Contacto desde|Conectado desde",
  "Nome;Cognome;Nome completo|Nome e cognome;URL del profilo|Link del profilo|URL profilo;Indirizzo e-mail|Indirizzo di posta elettronica|Posta elettronica;Azienda|Società;Posizione|Posizione lavorativa|Qualifica|Ruolo;Data di collegamento|Collegato il|Collegato dal|Data collegamento",
  "Nome|Primeiro nome|Nome próprio;Sobrenome|Apelido|Último nome;Nome completo;URL do perfil|Link do perfil;Endereço de e-mail|Endereço de correio eletrónico|Correio eletrónico;Empresa|Companhia;Cargo|Posição|Função;Conectado em|Conectado desde|Data de conexão|Data da conexão|Conexão desde",
  "Voornaam;Achternaam|Familienaam;Naam|Volledige naam;Profiel-URL|Profiellink;E-mailadres;Bedrijf|Organisatie|Werkgever;Functie|Functietitel|Positie;Verbonden op|Verbonden sinds|Connectie sinds|Datum van connectie",
  "Imię;Nazwisko;Imię i nazwisko;Adres URL profilu|Adres URL|URL profilu;Adres e-mail;Firma|Przedsiębiorstwo;Stanowisko;Data nawiązania kontaktu|Data połączenia|Połączono",
  "Jméno|Křestní jméno;Příjmení;Celé jméno|Jméno a příjmení;URL profilu|Adresa URL profilu;E-mailová adresa;Společnost|Firma;Pozice|Pracovní pozice;Datum spojení|Spojeno|Datum propojení",
  "Förnamn;Efternamn;Namn|Fullständigt namn;Profil-URL|Profillänk;E-postadress|E-post;Företag|Organisation;Befattning|Jobbtitel;Kontakt sedan|Ansluten den",
  "Fornavn;Efternavn;Navn|Fulde navn;Profil-URL|Profillink;E-mailadresse|Mailadresse;Virksomhed|Firma;Stilling|Jobtitel;Forbundet den|Forbundet siden",
  "Fornavn;Etternavn;Navn|Fullt navn;Profil-URL|Profillenke;E-postadresse|E-post;Bedrift|Selskap|Firma;Stilling|Stillingstittel;Tilknyttet|Forbindelse siden",
  "Etunimi;Sukunimi;Nimi|Koko nimi;Profiilin URL|Profiilin URL-osoite;Sähköpostiosoite|Sähköposti;Yritys|Organisaatio;Tehtävänimike|Ammattinimike|Asema;Verkostoitumispäivä|Yhteyspäivä",
  "Ad|Adı|İsim;Soyad|Soyadı;Ad Soyad|Adı Soyadı|Tam Ad;Profil URL'si|Profil bağlantısı;E-posta Adresi|E-posta;Şirket|Firma;Pozisyon|Unvan|İş unvanı;Bağlantı tarihi|Bağlantı kurulma tarihi",
  "Имя;Фамилия;Полное имя|Имя и фамилия|ФИО;URL профиля|Ссылка на профиль;Адрес электронной почты|Адрес эл. почты|Электронная почта|Эл. почта;Компания|Организация;Должность;Дата установления контакта|Дата добавления|Контакт с",
  "Ім'я|Імʼя;Прізвище;Повне ім'я|Ім'я та прізвище|ПІБ;URL профілю|Посилання на профіль;Адреса електронної пошти|Електронна адреса|Електронна пошта;Компанія|Організація;Посада;Дата встановлення контакту|Дата додавання",
  "Prenume;Nume de familie;Nume|Nume complet;URL profil|Adresa URL a profilului;Adresă de e-mail|Adresa de e-mail;Companie|Firmă;Funcție|Poziție;Conectat la|Data conectării",
  "Keresztnév|Utónév;Vezetéknév|Családnév;Név|Teljes név;Profil URL|Profil URL-címe;E-mail-cím|E-mail cím;Vállalat|Cég|Munkahely;Beosztás|Munkakör|Pozíció;Kapcsolatfelvétel dátuma|Kapcsolódás dátuma",
  "Όνομα;Επώνυμο|Επίθετο;Ονοματεπώνυμο|Πλήρες όνομα;URL προφίλ|Διεύθυνση URL προφίλ;Διεύθυνση email|Διεύθυνση ηλεκτρονικού ταχυδρομείου|Ηλεκτρονική διεύθυνση;Εταιρεία|Εταιρία;Θέση|Θέση εργασίας;Ημερομηνία σύνδεσης|Συνδεδεμένοι από",
  "名;姓;氏名|名前|お名前;プロフィールURL|プロフィールリンク;メールアドレス|Eメール|Eメールアドレス|メール;会社|会社名|勤務先;役職|職種|肩書き;つながった日|つながりの日付|接続日",
  "이름;성;성명|전체 이름;프로필 URL|프로필 링크;이메일 주소|이메일;회사|회사명|직장;직책|직위|직함;연결일|연결 날짜|연결된 날짜",
  "名|名字;姓|姓氏;姓名|全名;个人资料网址|个人资料链接|链接;电子邮件|电子邮件地址|邮箱|邮箱地址|电子邮箱;公司|公司名称|单位;职位|职务|职称;连接日期|建立联系日期|添加日期",
  "名|名字;姓|姓氏;姓名|全名;個人檔案網址|個人檔案連結|連結;電子郵件|電子郵件地址|電郵|電郵地址|電子信箱;公司|公司名稱;職位|職稱|職務;連結日期|建立聯繫日期|新增日期",
  "Nama Depan;Nama Belakang|Nama Keluarga;Nama|Nama Lengkap;URL Profil|Tautan Profil;Alamat Email|Alamat Surel;Perusahaan;Jabatan|Posisi;Terhubung pada|Terhubung sejak|Tanggal terhubung",
  "الاسم الأول;اسم العائلة|الاسم الأخير|اللقب;الاسم|الاسم الكامل;رابط الملف الشخصي;عنوان البريد الإلكتروني|البريد الإلكتروني;الشركة;المسمى الوظيفي|المنصب;تاريخ الاتصال|متصل منذ",
];

/** The map is keyed by `columnKey`; the list is reversed so that the first meaning of a key wins. */
const meanings: ReadonlyMap<string, Meaning> = new Map(
  [...inOrder(englishNames), ...further, ...translatedNames.flatMap((line) => inOrder(line.split(";")))]
    .toReversed()
    .flatMap(([target, names]) => names.split("|").map((name) => [columnKey(name), target] as const)),
);

function inOrder(names: readonly string[]): [Target, string][] {
  return named.map((target, index) => [target, names[index] ?? ""]);
}
