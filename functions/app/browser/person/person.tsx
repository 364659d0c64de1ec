/** All about one person. */
import { useEffect } from "preact/hooks";
import type { ErrorDetail } from "../../../../shared/client/api-error.ts";
import { useAnswer } from "../data/answers.ts";
import { notify } from "../frame/notices.ts";
import { Bars } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { localToday, Moment } from "../parts/moment.tsx";
import { linkTo, open } from "../router.ts";
import { besideList } from "./beside-list.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { InlineField } from "./inline-field.tsx";
import { PersonFacts, PinLink } from "./person-facts.tsx";
import { PersonHead } from "./person-head.tsx";
import { PersonHistory } from "./person-history.tsx";
import { PersonLabels } from "./person-labels.tsx";
import { dayText, dueDay, survivorOf } from "./person-words.ts";
import { type PersonRead, usePerson } from "./read-person.ts";
import { Relations } from "./relations.tsx";
import { Timeline, useTimeline } from "./timeline.tsx";

/** It is shown when all of it is there, so that no part moves another one. Each person is a component of its own, with `id` as its key. */
export function Person({ id }: { id: string }) {
  const day = localToday();
  const person = usePerson(id);
  const relations = useAnswer("listRelationships", { id });
  const timeline = useTimeline(id);
  const groups = useAnswer("listGroups", {});
  const tags = useAnswer("listTags", {});
  if (person.error?.status === 404) return <MissingPerson details={person.error.details} />;
  const failed = [person, relations, timeline, groups, tags].find(({ body, error }) => !body && error);
  if (failed) {
    return (
      <article class="page person">
        <ErrorMessage error={failed.error} retry={failed.refresh} />
      </article>
    );
  }
  if (!(person.body && relations.body && timeline.body && groups.body && tags.body)) return <PersonBars />;
  const { contact } = person.body;
  return (
    <article class="page person">
      <PersonHead person={person.body} />
      <PersonFacts contact={contact} today={day} />
      <PinLink contact={contact} />
      <KeepInTouch person={person.body} today={day} />
      {!contact.myself && <PersonLabels contact={contact} groups={groups.body.groups} tags={tags.body.tags} />}
      <Relations contact={contact} relationships={relations.body.relationships} />
      <InlineField label="Notes" field="notes" person={person.body} placeholder="What you want to remember" />
      <Timeline contact={contact} {...timeline} />
      <PersonHistory contact={contact} />
      <ConflictDialog />
    </article>
  );
}

/** Grey bars as high as the head of a person. */
function PersonBars() {
  return (
    <article class="page person" aria-busy="true">
      <div class="person-head">
        <div class="grey-bar avatar large" />
        <div class="grey-bar" />
      </div>
      <Bars />
    </article>
  );
}

/** How often to be in touch, and when it was and is the next time. */
function KeepInTouch({ person, today }: { person: PersonRead; today: string }) {
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

/** What is shown in place of a contact that is not there, with a way on. */
function MissingPerson({ details }: { details: readonly ErrorDetail[] }) {
  const survivor = survivorOf(details);
  useEffect(() => {
    if (survivor === undefined) return;
    notify({ text: "It was merged into this contact." });
    open(besideList(`/people/${survivor}`), { replace: true });
  }, [survivor]);
  return (
    <article class="page person">
      <h1>There is no such contact</h1>
      <p>
        It may have been deleted. For 30 days, the <a href={linkTo("/settings/trash")}>Trash</a> has what was deleted.
      </p>
      <p>
        <a href={linkTo(besideList("/people"))}>All people</a>
      </p>
    </article>
  );
}
