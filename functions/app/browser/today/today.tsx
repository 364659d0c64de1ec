/** The view of the day: who is due, which dates come, what the next mail says, and what was done lately. */
import { useEffect, useState } from "preact/hooks";
import type { NextReminder, Reminder } from "../../../../shared/client/types.ts";
import { useAnswer, useReading } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { ChangeDays } from "../history/change-days.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { Bars, ShowMore } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Moment } from "../parts/moment.tsx";
import { type ActivityChange, nameText } from "../parts/shared-words.ts";
import { linkTo } from "../router.ts";
import { DueList } from "./due-list.tsx";
import { MonthBars } from "./month-bars.tsx";
import { type AccountDay, countMonths, dayIn, noMailText, occasionOf } from "./today-words.ts";
import "../shared-parts.ts";

export default function Today() {
  const due = useAnswer("listContactsToKeepInTouch", { due: true, limit: 50 });
  const dates = useReading("dates that come", readDates);
  const mail = useAnswer("getNextReminder", {});
  const lately = useAnswer("listActivity", { limit: 10 });
  const months = useReading("interactions a month", readMonths);
  const parts = [due, dates, mail, lately, months];
  const failed = parts.filter(({ error }) => error);
  // Days begin without a change of the account.
  useEffect(() => {
    const refresh = () => !document.hidden && [due, dates, mail].map((part) => part.refresh());
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, []);
  // All of it comes at once, so that nothing moves.
  if (parts.some(({ body, error }) => !body && !error)) return <Bars title="Today" rows={10} isWide />;
  return (
    <section class="page wide today">
      <header>
        <h1>Today</h1>
        <ErrorMessage error={failed[0]?.error} retry={() => failed.map((part) => part.refresh())} />
      </header>
      {due.body && <DueList {...due.body} />}
      <aside>
        {dates.body && <Dates {...dates.body} />}
        {mail.body && <NextMail mail={mail.body} />}
        {months.body && <Months {...months.body} />}
      </aside>
      {lately.body && <Lately changes={lately.body.changes} />}
    </section>
  );
}

/** With the day of the account at which they were read. */
async function readDates() {
  const [{ body, headers }, settings] = await Promise.all([
    call("listUpcomingDates", { all: true }),
    call("getSettings"),
  ]);
  const { timezone, leapDay } = settings.body;
  const today = dayIn(timezone, headers.get("date") ?? "");
  return { body: { reminders: body.reminders, today, leapDay }, headers };
}

/** A book of 500 people has about thirty birthdays in a month. */
const nearest = 8;

function Dates({ reminders, ...now }: { reminders: readonly Reminder[] } & AccountDay) {
  const rows = reminders.map((reminder) => ({ ...reminder, ...occasionOf(reminder, now) }));
  const [shown, setShown] = useState(nearest);
  return (
    <section>
      <h2>Dates that come</h2>
      {rows.length === 0 && (
        <p class="quiet">
          None in the next month. Birthdays and other dates of your people stand here before they come.
        </p>
      )}
      <ul class="rows">
        {rows
          .toSorted((one, other) => one.day.localeCompare(other.day))
          .slice(0, shown)
          .map(({ importantDate, person, day, text, exact }) => (
            <li key={importantDate.id} class="row">
              <div class="with-avatar">
                <Avatar person={person} />
                <div>
                  <a href={linkTo(`/people/${person.id}`)} data-row>
                    {nameText(person)}
                  </a>
                  <p class="quiet">
                    <time dateTime={day} title={exact}>
                      {text}
                    </time>
                  </p>
                </div>
              </div>
            </li>
          ))}
      </ul>
      <ShowMore hasMore={rows.length > shown} more={() => setShown(rows.length)} />
    </section>
  );
}

function NextMail({ mail }: { mail: NextReminder }) {
  if (!("sendAt" in mail)) return null;
  const { sendAt, subject, text, reason } = mail;
  return (
    <section>
      <h2>Next reminder mail</h2>
      {sendAt === null ? (
        <p>
          {noMailText(reason)} <a href={linkTo("/settings")}>Settings of reminders</a>
        </p>
      ) : (
        <>
          <p class="quiet">
            Due <Moment iso={sendAt} />,{" "}
            {new Date(sendAt).toLocaleString([], { dateStyle: "full", timeStyle: "short" })}
          </p>
          <details>
            <summary>{subject}</summary>
            <pre class="long-text">{text}</pre>
          </details>
        </>
      )}
    </section>
  );
}

/** The `date` of an answer has whole seconds, and its clock is not that of the function. */
const clockMargin = 60_000;
/** The latest pages. More interactions are not counted, because each page costs what it reads. */
const mostPages = { pages: 3, rows: 200 };

async function readMonths() {
  const moments: string[] = [];
  for (let page = 0; ; page++) {
    const { body, headers } = await call("listInteractions", { limit: mostPages.rows, offset: moments.length });
    moments.push(...body.interactions.map(({ date }) => date));
    const now = new Date(Date.parse(headers.get("date") ?? "") + clockMargin).toISOString();
    const yearBefore = `${Number(now.slice(0, 4)) - 1}${now.slice(4)}`;
    const areAll = !body.pagination.hasMore || (moments.at(-1) ?? "") < yearBefore;
    if (areAll || page + 1 === mostPages.pages)
      return { body: { months: countMonths(moments, now, areAll), areAll }, headers };
  }
}

function Months({ months, areAll }: Awaited<ReturnType<typeof readMonths>>["body"]) {
  const isEmpty = months.every(({ count }) => count === 0);
  return (
    <section>
      <h2>Interactions a month</h2>
      {isEmpty ? (
        <p class="quiet">None in the last 12 months. Log a meeting or a call with one of your people, and it counts.</p>
      ) : (
        <MonthBars title="Interactions a month" months={months} />
      )}
      {!areAll && <p class="quiet">Earlier months are not shown, because there are too many interactions to count.</p>}
    </section>
  );
}

function Lately({ changes }: { changes: readonly ActivityChange[] }) {
  return (
    <section>
      <h2>Done lately</h2>
      {changes.length === 0 && (
        <p>
          Nothing in the last 30 days. <a href={linkTo("/import")}>Import your address book</a> to begin.
        </p>
      )}
      <ChangeDays changes={changes} level="p" />
      <p class="actions">
        <a class="button" href={linkTo("/settings/activity")}>
          All changes
        </a>
      </p>
    </section>
  );
}
