/** Reads the pages of the list, and counts how often. */
import { useEffect } from "preact/hooks";
import type { Output } from "../../../../shared/client/client.ts";
import { type Answered, useAnswer } from "../data/answers.ts";
import { type PeopleQuery, pageInput } from "./people-query.ts";
import { createPace } from "./row-window.ts";

export type PageOfPeople = Output<"listContacts">;

/** The list that is in view, which may be older than the one that is asked for. */
export interface ShownList extends Pick<PageOfPeople, "stats"> {
  query: PeopleQuery;
  total: number;
}

/** Typing and scrolling share it. */
export const pace = createPace();

/** A page of the list for a component. While it is paused, it has what was read earlier. */
export function usePage(query: PeopleQuery, page: number, isPaused = false): Answered<PageOfPeople> {
  const input = pageInput(query, page);
  const answer = useAnswer("listContacts", input, isPaused);
  const isMissing = !isPaused && answer.body === undefined;
  useEffect(() => {
    if (isMissing) pace.note(performance.now());
  }, [JSON.stringify(input), isMissing]);
  return answer;
}
