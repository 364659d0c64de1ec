/** Reads the pages of the list, at the pace that the limit of requests allows. */
import { effect } from "@preact/signals";
import type { Output } from "../../../../shared/client/client.ts";
import { type Answered, useAnswer } from "../data/answers.ts";
import { madeCalls } from "../data/calls.ts";
import { type PeopleQuery, pageInput } from "./people-query.ts";
import { createPace } from "./row-window.ts";

export type PageOfPeople = Output<"listContacts">;

/** The list that is in view, which may be older than the one that is asked for. */
export interface ShownList extends Pick<PageOfPeople, "stats"> {
  query: PeopleQuery;
  total: number;
}

/** Typing and scrolling share it, and what else the page asks counts, too. */
export const pace = createPace();
effect(() => {
  if (madeCalls.value.length > 0) pace.note(performance.now());
});

/** A page of the list for a component. While it is paused, it has what was read earlier. */
export function usePage(query: PeopleQuery, page: number, isPaused = false): Answered<PageOfPeople> {
  return useAnswer("listContacts", pageInput(query, page), isPaused);
}
