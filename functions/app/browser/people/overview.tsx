/** What stands beside the list before a person is chosen: how many there are, and the keys. */
import type { Stats } from "../../../../shared/client/types.ts";
import { countText } from "../parts/shared-words.ts";

const keys = [
  ["/", "search, and Enter opens the first one"],
  ["j, k", "next, previous"],
  ["Enter", "open"],
  ["x", "select"],
  ["n", "add a person"],
  ["?", "all keys"],
] as const;

export function Overview({ stats }: { stats: Stats | undefined }) {
  return (
    <section class="page overview" aria-label="Overview">
      <p class="large">{stats ? `${stats.totalContacts.toLocaleString()} people` : "\u00a0"}</p>
      <p class="quiet">
        {stats &&
          `${stats.newContactsThisYear.toLocaleString()} new this year · ${countText(stats.thisMonthInteractions, "interaction")} this month`}
      </p>
      <dl class="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd class="quiet">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
