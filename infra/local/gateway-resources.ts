/** Which resource of the gateway a path belongs to: per group and literal path `/path` and `/path/{proxy+}`, at the root and under `/api`. */
import { isGuarded, type RouteGroup } from "../../shared/http/group.ts";

export interface ResolvedResource {
  group: RouteGroup;
  /** The resource as the gateway names it, such as `/contacts/{proxy+}`. */
  resource: string;
  pathParameters: { proxy: string } | null;
  guarded: boolean;
}

/** The longest literal path wins; a slash at the end is ignored. */
export function createResourceResolver(groups: readonly RouteGroup[]) {
  const literals = groups
    .flatMap((group) => {
      const paths = [...group.resources, ...(group.catchAll ? [""] : [])].flatMap((path) => [path, `/api${path}`]);
      return paths.map((literal) => ({ group, literal, guarded: isGuarded(group) }));
    })
    .toSorted((a, b) => b.literal.length - a.literal.length);

  return function resolve(path: string): ResolvedResource | undefined {
    const bare = path.endsWith("/") ? path.slice(0, -1) : path;
    for (const { group, literal, guarded } of literals) {
      if (bare === literal) return { group, resource: literal || "/", pathParameters: null, guarded };
      if (!bare.startsWith(`${literal}/`)) continue;
      // The rest stays percent-encoded, as the gateway hands it on.
      const pathParameters = { proxy: bare.slice(literal.length + 1) };
      return { group, resource: `${literal}/{proxy+}`, pathParameters, guarded };
    }
    return undefined;
  };
}
