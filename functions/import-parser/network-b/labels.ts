/** The labels of an entry's values since 2026, which the export writes in the language of its owner. */
import { fold } from "../../../shared/text/fold.ts";

export type LabelMeaning = "handle" | "name" | "link";

/** What a label means; null when no language that is known here has it. */
export function meaningOfLabel(label: string): LabelMeaning | null {
  return label.length > longestLabel ? null : (meanings.get(fold(label)) ?? null);
}

const longestLabel = 60;

/** As the network calls them on its pages: English, Spanish, French, German, Dutch, Italian, Portuguese and so on. */
const labels: Readonly<Record<LabelMeaning, readonly string[]>> = {
  handle: [
    ...[
      "Username",
      "User name",
      "Nombre de usuario",
      "Nom d'utilisateur",
      "Nom d'usuari",
      "Benutzername",
      "Nutzername",
    ],
    ...["Gebruikersnaam", "Nome utente", "Nome de usuário", "Nome de utilizador", "Brugernavn", "Brukernavn"],
    ...[
      "Användarnamn",
      "Käyttäjänimi",
      "Käyttäjätunnus",
      "Nazwa użytkownika",
      "Uživatelské jméno",
      "Používateľské meno",
    ],
    ...["Felhasználónév", "Nume de utilizator", "Korisničko ime", "Uporabniško ime", "Kullanıcı Adı", "Nama pengguna"],
    ...["Tên người dùng", "Имя пользователя", "Ім'я користувача", "Потребителско име", "Όνομα χρήστη", "שם משתמש"],
    ...[
      "اسم المستخدم",
      "نام کاربری",
      "ユーザーネーム",
      "ユーザー名",
      "사용자 이름",
      "用户名",
      "帳號",
      "用戶名稱",
      "ชื่อผู้ใช้",
    ],
    ...["उपयोगकर्ता नाम", "यूज़रनेम"],
  ],
  name: [
    ...["Name", "Full name", "Display name", "Nombre", "Nombre completo", "Nom", "Nom complet", "Vollständiger Name"],
    ...[
      "Naam",
      "Volledige naam",
      "Nome",
      "Nome completo",
      "Navn",
      "Fulde navn",
      "Fullt navn",
      "Namn",
      "Fullständigt namn",
    ],
    ...[
      "Nimi",
      "Koko nimi",
      "Nazwa",
      "Imię i nazwisko",
      "Jméno",
      "Meno",
      "Név",
      "Teljes név",
      "Nume",
      "Ime",
      "Ad",
      "İsim",
    ],
    ...[
      "Nama",
      "Tên",
      "Имя",
      "Ім'я",
      "Име",
      "Όνομα",
      "שם",
      "الاسم",
      "نام",
      "名前",
      "이름",
      "姓名",
      "名称",
      "名稱",
      "ชื่อ",
      "नाम",
    ],
  ],
  link: ["URL", "Link", "Enlace", "Lien", "Koppeling", "Ссылка"],
};

const meanings = new Map<string, LabelMeaning>(
  Object.entries(labels).flatMap(([meaning, words]) => words.map((word) => [fold(word), meaning as LabelMeaning])),
);
