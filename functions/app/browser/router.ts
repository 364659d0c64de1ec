/**
 * Addresses and views. The Navigation API turns a click on a link into a change of the view, and restores the scroll position after
 * Back ("Navigation API", HTML standard). A browser without it loads the page anew, because every address is served.
 */
import { signal } from "@preact/signals";

/** The path below which everything is served, such as `/prod`, without a slash at its end. */
export const base = document.body.dataset.base ?? "";
const root = `${base}/app`;

/** The address below `/app`, such as `/map`, and its query. */
export const address = signal(readAddress());

function readAddress() {
  const { pathname, search } = location;
  return { path: pathname.slice(root.length).replace(/\/$/, ""), query: new URLSearchParams(search) };
}

/** The address of a view for links. */
export function linkTo(path: string): string {
  return `${root}${path}`;
}

/** Shows another view, as if its link had been clicked. */
export function open(path: string, { replace = false } = {}): void {
  if ("navigation" in window) navigation.navigate(linkTo(path), { history: replace ? "replace" : "auto" });
  else location.assign(linkTo(path));
}

/** `shown` resolves when a view has its content, so that the scroll position can be restored. */
let shown: () => Promise<void> = async () => {};
export function whenShown(wait: () => Promise<void>): void {
  shown = wait;
}

export function startRouter(): void {
  if (!("navigation" in window)) return;
  navigation.addEventListener("navigate", (event) => {
    const { pathname } = new URL(event.destination.url);
    const isOurs = pathname === root || (pathname.startsWith(`${root}/`) && !pathname.startsWith(`${root}/files/`));
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData || !isOurs) return;
    event.intercept({
      handler: async () => {
        address.value = readAddress();
        await shown();
      },
    });
  });
}
