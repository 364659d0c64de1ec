/** Every issue that a row of an import may have. The page `/docs/import-issues` is written from it. */

/** What happened, and what the reader of the row can do about it. */
type IssueTexts = readonly [meaning: string, remedy: string];

const nothing = "Nothing needs to be done.";
const writeYourself = "If you need the value, write it into the row before you commit it.";
const correctFile = "Correct the value in the program that the file came from, or in the row before you commit it.";

export const issueCatalogue = {
  name_missing: [
    "The row has neither a name nor an e-mail address, number or handle to stand for it. Such a row is invalid.",
    "Give the row a `firstName`, or leave it out.",
  ],
  name_parts_differ: [
    "The shown name differs from the name in parts. The shown name is taken, the other one is a line of the notes.",
    "Check which name is right.",
  ],
  name_is_handle: ["The file has no name. The handle stands for it.", "Write the name, if you know it."],
  name_signs_removed: ["Signs that belong to no name, such as emoji, were removed.", nothing],
  name_case_changed: [
    "The name was in capitals, and was written as names usually are.",
    "Check how the person writes it.",
  ],
  characters_removed: [
    "Control characters or broken characters were removed.",
    "Check whether the text lacks letters.",
  ],
  value_cut: ["The value is longer than its field may be, and was cut.", writeYourself],
  value_unreadable: ["The text is no value of its field, and was left out.", correctFile],
  notes_full: ["The notes have no room for a value that no other field takes.", "Shorten the notes of the row."],
  email_invalid: ["The text is no e-mail address, and was left out.", correctFile],
  emails_left_out: ["A contact has at most ten e-mail addresses. Further ones are lines of the notes.", nothing],
  phone_invalid: ["The text is no phone number, and was left out.", correctFile],
  phone_changed: ["A part of the text is no phone number, and was left out.", "Check the number."],
  phones_left_out: ["A contact has at most ten phone numbers. Further ones are lines of the notes.", nothing],
  addresses_left_out: ["A contact has at most ten addresses. Further ones are left out.", writeYourself],
  layout_country_unused: [
    "The address names no country that clearly fits its layout (X-ABADR), which is often that of the user. It was not used.",
    "Write the country, if you know it.",
  ],
  type_left_out: ["A value is there twice with different types. The second type was left out.", nothing],
  words_left_out: ["Words beside an e-mail address or a number were left out.", writeYourself],
  handle_invalid: [
    "The text is no handle or profile of its network. It was left out, or is a line of the notes.",
    correctFile,
  ],
  groups_left_out: ["There are more groups than an import can give, or groups without a name.", writeYourself],
  timezone_unknown: [
    "The time zone is neither a known name nor an offset in whole hours, or is an offset beside coordinates, which give an exact zone. It was left out.",
    writeYourself,
  ],
  language_unknown: ["The language is no BCP 47 tag, and was left out.", writeYourself],
  date_unreadable: ["The text is no day of the calendar, and was left out.", correctFile],
  date_ambiguous: [
    "The text can be read as more than one day. The message says which one was taken.",
    "Check the day.",
  ],
  important_date_further: [
    "A contact has one birthday and one nameday. A second one is kept as a date of the type `other`.",
    "Check which of them is right.",
  ],
  important_dates_left_out: ["A contact has at most ten important dates. Further ones are left out.", writeYourself],
  photo_link: ["The picture is only a link. Links are not fetched.", "Upload the picture after the import."],
  photo_too_large: ["The picture is too large, and was left out.", "Upload a smaller picture after the import."],
  photo_format: [
    "The picture is neither JPEG, PNG, WebP nor GIF, and was left out.",
    "Upload it in one of these formats after the import.",
  ],
  photo_broken: ["The picture is damaged, cut off, or no picture.", "Upload the picture after the import."],
  photo_further: ["A contact has one picture. A further one was left out.", nothing],
  picture_left_out: [
    "The import has more pictures than it can keep.",
    "Import the remaining people by another file, or upload the picture after the import.",
  ],
  line_unreadable: ["A line of the card can't be read, and was left out.", correctFile],
  card_not_ended: ["The card has no `END:VCARD`. The file may be cut off.", "Export the file again."],
  card_too_long: ["The card is too long. The lines at its end were left out.", "Export the person alone."],
  lines_outside: ["Lines of the file belong to no card, and were left out.", "Check whether the file lacks people."],
  lines_joined: ["Lines were read as one value, although the file does not mark them so.", "Check the value."],
  charset_guessed: [
    "The file does not name its encoding, or names a wrong one. It was guessed.",
    "Check letters with accents. Export the file as UTF-8 if they are wrong.",
  ],
  property_without_place: ["No field of a contact fits the property. The message has its value.", writeYourself],
  relation_without_place: [
    "A related person is only named by the id of a card.",
    "Relate the contacts after the import.",
  ],
  group_values_without_place: ["Groups become labels. Other values of their cards are left out.", nothing],
  group_members_missing: [
    "A group names members that have no card in the import.",
    "Import all cards in one request, so that the members join the group.",
  ],
  quote_unclosed: ["A quote in the line is never closed. It was read as if it were not there.", "Check the row."],
  line_cut: ["The line is too long, and was cut.", correctFile],
  column_without_place: ["No field of a contact fits the column. The message has its name.", writeYourself],
  cells_beyond_header: ["The line has more cells than the header. They were left out.", correctFile],
  handle_missing: [
    "The entry has a name, but no handle, so that it can't be matched with other lists.",
    "Write the handle, if you know it.",
  ],
  likely_no_person: [
    "The account is probably not of a person. The message says why.",
    "Leave the row out, if it is none.",
  ],
  connected_at_close_friends: ["The only time in the file is when the account became a close friend.", nothing],
  list_missing: ["The files lack one of the lists that the strategy reads.", "Export the list, too, if you need it."],
  list_not_read: ["A list was not read, or not to its end. The message says why.", "Export the file again."],
  file_passed_over: [
    "A file of the request, or of an archive, could not be read, or has nothing that is read. The message says why.",
    "If it has people, do what the message says, and import the file again.",
  ],
  duplicate_name_differs: [
    "A contact has the same profile, e-mail address or number under another name or birthday. It is not changed.",
    "Merge the contacts after the import, if they are one person.",
  ],
  duplicate_values_differ: [
    "The row joins a contact or another row that has another value, or gets no part of another name. The message says which; the value of the row is left out.",
    "Change the contact after the import, if the value of the row is right.",
  ],
  duplicate_profile_differs: [
    "The row joins a contact or another row that has another profile on this network, which it keeps.",
    "Check whether they are one person. If they are not, commit the row without the value that they share.",
  ],
  duplicate_reach_differs: [
    "The row joins a contact or another row with other e-mail addresses or mobile numbers. The contact gets both.",
    "Check whether they are one person. If they are not, commit the row without the value that they share.",
  ],
  issues_left_out: ["The row has more issues than are listed. The message says how many.", "Check the row as a whole."],
} as const satisfies Record<string, IssueTexts>;

export type ImportIssueCode = keyof typeof issueCatalogue;
