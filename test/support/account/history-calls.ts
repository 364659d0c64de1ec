/** The history of an account without a gateway. */
import { listActivity } from "../../../functions/account/activity.ts";
import { activityQuery } from "../../../functions/account/schemas.ts";
import type { Store } from "../../../shared/platform/dynamodb/store.ts";
import type { Author } from "../../../shared/platform/http/author.ts";
import { noPictures } from "../contact/pictures.ts";

/** A key of an agent. */
export const agentKey: Author = { kind: "key", id: "AbCdEf123456", label: "Zoë’s phone", agent: true };

export async function activityOf(
  store: Store,
  accountId: string,
  query: Readonly<Record<string, string>> = {},
  now: () => Date = () => new Date(),
) {
  const { avatarUrls } = noPictures;
  return (await listActivity({ store, avatarUrls, now }, accountId, activityQuery().parse(query))).body;
}
