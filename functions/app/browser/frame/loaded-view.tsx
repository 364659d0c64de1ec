/** A view, whose code is loaded when it is first shown. */
import type { FunctionComponent } from "preact";
import { useErrorBoundary, useLayoutEffect, useState } from "preact/hooks";
import { Bars } from "../parts/bars.tsx";
import type { View } from "../views.ts";
import { notify } from "./notices.ts";

const loaded = new Map<string, FunctionComponent>();

/** Loads the code of a view that may be opened next, so that its content can stand in the first frame. */
export async function prepareView(view: View): Promise<void> {
  loaded.set(view.path, (await view.load()).default);
}

export function LoadedView({ view }: { view: View }) {
  const [isMissing, setMissing] = useState(false);
  const [, setLoaded] = useState(false);
  const [fault] = useErrorBoundary((error) => reportError(error));
  const Content = loaded.get(view.path);
  useLayoutEffect(() => {
    if (Content) return sayReloaded();
    const show = () => setLoaded(true);
    loadView(view).then(show, () => setMissing(true));
  }, [view, Content]);
  if (isMissing || fault) return <FaultyView title={view.title} />;
  return Content ? <Content /> : <Bars title={view.title} isWide={view.isWide} />;
}

function FaultyView({ title }: { title: string }) {
  return (
    <section class="page">
      <h1>{title}</h1>
      <p class="message fault" role="alert">
        This view can't be shown. What you have saved is safe.{" "}
        <button type="button" onClick={() => location.reload()}>
          Load the page again
        </button>
      </p>
    </section>
  );
}

const reloadMark = "reloaded-for-a-chunk";

/** A page that was open during a deployment misses the chunks of its version. It loads itself anew, once. */
async function loadView(view: View): Promise<void> {
  try {
    await prepareView(view);
  } catch (error) {
    // Without a connection, the browser would show its own page.
    const canReload = await fetch(location.href, { method: "HEAD" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!canReload || sessionStorage.getItem(reloadMark) !== null) throw error;
    sessionStorage.setItem(reloadMark, "now");
    location.reload();
  }
}

function sayReloaded(): void {
  if (sessionStorage.getItem(reloadMark) === null) return;
  sessionStorage.removeItem(reloadMark);
  notify({ text: "The page has loaded itself again, because there is a new version of it." });
}
