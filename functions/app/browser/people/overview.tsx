/** What stands beside the list before a person is chosen: how many there are, and the keys. */
import type { Stats } from "../../../../shared/client/types.ts";
import { countText } from "../parts/shared-words.ts";
import { peopleText } from "./row-words.ts";

export function Overview({ stats }: { stats: Stats | undefined }) {
  return (
    <section class="page overview" aria-label="Overview">
      <p class="large">{stats && peopleText(stats.totalContacts)}</p>
      <p class="quiet">
        {stats &&
          `${stats.newContactsThisYear.toLocaleString()} new this year · ${countText(stats.thisMonthInteractions, "interaction")} this month`}
      </p>
      <p class="quiet">
        <kbd>/</kbd> searches, <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>x</kbd> selects,{" "}
        <kbd>n</kbd> adds, and <kbd>?</kbd> shows all keys.
      </p>
    </section>
  );
}
