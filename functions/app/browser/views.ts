/** The views of the app, each in a chunk of its own. */
import type { FunctionComponent } from "preact";
import type { IconName } from "./parts/icon.tsx";

export interface View {
  /** Below `/app`. */
  path: string;
  title: string;
  /** Whether it needs more than the width of a text, so that its heading stays where it is while it is loaded. */
  isWide?: boolean;
  load: () => Promise<{ default: FunctionComponent }>;
}

export interface Place extends View {
  icon: IconName;
}

/** The views that the navigation shows, in its order. */
export const places: readonly Place[] = [
  { path: "/people", title: "People", icon: "people", load: () => import("./people/people.tsx") },
  { path: "/today", title: "Today", isWide: true, icon: "today", load: () => import("./today/today.tsx") },
  { path: "/map", title: "Map", icon: "map", load: () => import("./map/map.tsx") },
  { path: "/import", title: "Import", icon: "import", load: () => import("./import/import.tsx") },
  {
    path: "/duplicates",
    title: "Duplicates",
    isWide: true,
    icon: "duplicates",
    load: () => import("./duplicates/duplicates.tsx"),
  },
  { path: "/settings", title: "Settings", icon: "settings", load: () => import("./settings/settings.tsx") },
  { path: "/developer", title: "Developer", icon: "developer", load: () => import("./developer/developer.tsx") },
];

/** Other views come first, because their addresses begin with that of the place that leads to them. */
const views: readonly View[] = [
  { path: "/settings/activity", title: "Activity", load: () => import("./settings/activity.tsx") },
  {
    path: "/settings/groups-and-tags",
    title: "Groups and tags",
    load: () => import("./settings/groups-and-tags.tsx"),
  },
  { path: "/settings/trash", title: "Trash", load: () => import("./settings/trash.tsx") },
  ...places,
];

/** The view of a path below `/app`. Undefined for an address that no view has. */
export function findView(path: string): View | undefined {
  return views.find((view) => isWithin(path, view));
}

export function isWithin(path: string, view: View): boolean {
  return path === view.path || path.startsWith(`${view.path}/`);
}
