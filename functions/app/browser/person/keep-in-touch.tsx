/** How often to be in touch, and when it was and is the next time. */
import { Moment } from "../parts/moment.tsx";
import { InlineField } from "./inline-field.tsx";
import { dayText, dueDay } from "./person-words.ts";
import type { PersonRead } from "./read-person.ts";

export function KeepInTouch({ person, today }: { person: PersonRead; today: string }) {
  const { lastInteraction } = person.contact;
  const due = dueDay(person.contact);
  return (
    <section class="keep-in-touch">
      <InlineField label="Keep in touch, days" field="keepFrequencyDays" person={person} placeholder="Never" />
      <p class="quiet">
        {lastInteraction === null ? "No interaction yet" : "Last in touch "}
        {lastInteraction !== null && <Moment iso={lastInteraction} />}
        {due !== undefined && " · due "}
        {due !== undefined && (
          <time dateTime={due} title={due}>
            {dayText(due, today)}
          </time>
        )}
      </p>
    </section>
  );
}
