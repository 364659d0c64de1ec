/** The views of the app, each in a chunk of its own. Places are those that the navigation shows, in its order. */
import type { FunctionComponent } from "preact";
import type { IconName } from "./parts/icon.tsx";

export interface View {
  /** Below `/app`. */
  path: string;
  title: string;
  icon: IconName;
  load: () => Promise<{ default: FunctionComponent }>;
}

export const views: readonly View[] = [
  { path: "/map", title: "Map", icon: "map", load: () => import("./map/map.tsx") },
  { path: "/import", title: "Import", icon: "import", load: () => import("./import/import.tsx") },
  { path: "/settings", title: "Settings", icon: "settings", load: () => import("./settings/settings.tsx") },
  { path: "/developer", title: "Developer", icon: "developer", load: () => import("./developer/developer.tsx") },
];

/** The view of a path below `/app`. Undefined for an address that no view has. */
export function findView(path: string): View | undefined {
  return views.find((view) => path === view.path || path.startsWith(`${view.path}/`));
}
