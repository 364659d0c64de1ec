/**
 * Addresses and views. The Navigation API turns a click on a link into a change of the view ("Navigation API", HTML standard). A
 * browser without it loads the page anew, because every address is served.
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

/** Where a person signs in and then returns to this address. */
export function signInLink(): string {
  const { path, query } = address.value;
  const returnTo = `/app${path}${query.size > 0 ? `?${query}` : ""}`;
  return `${base}/session/sign-in?${new URLSearchParams({ returnTo })}`;
}

/** Shows another view, as if its link had been clicked. */
export function open(path: string, { replace = false } = {}): void {
  if ("navigation" in window) navigation.navigate(linkTo(path), { history: replace ? "replace" : "auto" });
  else location.assign(linkTo(path));
}

export function startRouter(): void {
  if (!("navigation" in window)) return;
  navigation.addEventListener("navigate", (event) => {
    const { pathname } = new URL(event.destination.url);
    const isOurs = pathname === root || (pathname.startsWith(`${root}/`) && !pathname.startsWith(`${root}/files/`));
    const isOther =
      event.hashChange || event.downloadRequest !== null || event.formData || event.navigationType === "reload";
    // Whoever leaves a view leaves its field, which is saved then. Back from a dialog leaves nothing.
    if (pathname !== location.pathname) document.querySelector<HTMLElement>(".field :focus:not(dialog *)")?.blur();
    if (!event.canIntercept || isOther || !isOurs) return;
    event.intercept({ focusReset: "manual", scroll: "manual", handler: () => change(event) });
  });
}

/** A new view begins at its top, Back returns to where one was, and an address that is replaced, as by a filter, moves nothing. */
async function change(event: NavigateEvent): Promise<void> {
  const { path } = address.value;
  address.value = readAddress();
  if (event.navigationType === "push") event.scroll();
  await untilShown(event.signal);
  if (event.signal.aborted) return;
  if (event.navigationType === "traverse") event.scroll();
  if (address.value.path !== path) focusHeading();
}

/** Resolves when the view has content in place of its grey bars, so that it is as high as it was. */
function untilShown(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (signal.aborted || !document.querySelector("main .grey-bar")) resolve();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Screen readers read the heading of the new view. Whoever has begun to work in the view goes on. */
function focusHeading(): void {
  // A narrow screen hides the list beside a person.
  const headings = document.querySelectorAll<HTMLElement>("main h1");
  const heading = [...headings].find((each) => each.checkVisibility());
  const focused = document.activeElement?.closest("main *, dialog *");
  if (!heading || focused?.checkVisibility()) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
