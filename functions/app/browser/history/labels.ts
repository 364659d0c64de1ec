/** The names of groups and tags by their ids. */
import { useAnswer } from "../data/answers.ts";

/** The names of groups and tags, because changes have only their ids. */
export function useLabels(): ReadonlyMap<string, string> {
  const { body: groups } = useAnswer("listGroups", {});
  const { body: tags } = useAnswer("listTags", {});
  const known = [...(groups?.groups ?? []), ...(tags?.tags ?? [])];
  return new Map(known.map(({ id, label }) => [id, label]));
}
