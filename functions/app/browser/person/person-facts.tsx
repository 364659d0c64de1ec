/** How a person can be reached, where they live, and their dates. */
import { linkTo } from "../router.ts";
import type { PersonContact } from "./contact-patch.ts";
import { channelsOf, yearlyTexts } from "./person-words.ts";

export function PersonFacts({ contact, today }: { contact: PersonContact; today: string }) {
  const { addresses, importantDates } = contact;
  const channels = channelsOf(contact);
  if (channels.length + addresses.length + importantDates.length === 0) return null;
  return (
    <dl class="facts">
      {channels.map(({ name, text, href }) => (
        <div key={name + text}>
          <dt>{name}</dt>
          <dd>{href === undefined ? text : <a href={href}>{text}</a>}</dd>
        </div>
      ))}
      {addresses.map(({ id, type, label, addressFormatted, value, latitude }) => (
        <div key={id}>
          <dt>{label ?? (type === "other" ? "Address" : `Address, ${type}`)}</dt>
          <dd>
            {addressFormatted ?? value}
            {latitude !== null && (
              <>
                {" "}
                <a href={linkTo("/map")}>Map</a>
              </>
            )}
          </dd>
        </div>
      ))}
      {importantDates.map((date) => {
        const { name, note, when, exact } = yearlyTexts(date, today);
        return (
          <div key={date.id}>
            <dt>{name}</dt>
            <dd>
              <time dateTime={date.date} title={exact}>
                {when}
              </time>{" "}
              <span class="quiet">
                {exact}
                {note && ` · ${note}`}
                {date.notifyDaysBefore !== null && ` · reminder ${reminderText(date.notifyDaysBefore)}`}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function reminderText(days: number): string {
  return days === 0 ? "on the day" : `${days} ${days === 1 ? "day" : "days"} before`;
}
