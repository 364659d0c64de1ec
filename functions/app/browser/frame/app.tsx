/** The whole page: the welcome of those who are signed out, or navigation and view. */
import type { FunctionComponent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { madeCalls } from "../data/calls.ts";
import { session } from "../data/session.ts";
import { Bars } from "../parts/bars.tsx";
import { address, linkTo, open, whenShown } from "../router.ts";
import { findView, type View, views } from "../views.ts";
import { ApiDrawer } from "./api-drawer.tsx";
import { KeysDialog } from "./keys.tsx";
import { Navigation } from "./navigation.tsx";
import { NoticeBar, OfflineBar } from "./notice-bar.tsx";
import { Welcome } from "./welcome.tsx";

export function App() {
  if (session.value === undefined) return <OfflineBar />;
  if (!session.value.signedIn) return <Welcome />;
  return (
    <div class="app">
      <a class="skip" href="#view">
        Skip to the content
      </a>
      <Navigation />
      <main id="view" tabIndex={-1}>
        <OfflineBar />
        <CurrentView />
      </main>
      <NoticeBar />
      <ApiDrawer />
      <KeysDialog />
    </div>
  );
}

function CurrentView() {
  const { path } = address.value;
  const view = findView(path);
  useEffect(() => {
    if (path === "" && views[0]) open(views[0].path, { replace: true });
    document.title = view ? `${view.title} - Contacts` : "Contacts";
  }, [path, view]);
  useEffect(() => {
    madeCalls.value = [];
  }, [view]);
  if (view) return <LoadedView key={view.path} view={view} />;
  if (path === "") return null;
  return (
    <section class="page">
      <h1>There is nothing at this address</h1>
      <p>
        It may have been moved or mistyped. <a href={linkTo("")}>Go to the start</a>
      </p>
    </section>
  );
}

const loaded = new Map<string, FunctionComponent>();

function LoadedView({ view }: { view: View }) {
  const [, setCount] = useState(0);
  const Content = loaded.get(view.path);
  const ready = useRef(Promise.withResolvers<void>());
  useEffect(() => {
    if (Content) return ready.current.resolve();
    whenShown(() => ready.current.promise);
    void loadView(view).then(() => setCount((count) => count + 1));
  }, [view, Content]);
  return Content ? <Content /> : <Bars title={view.title} />;
}

const reloadMark = "reloaded-for-a-chunk";

/** A page that was open during a deployment misses the chunks of its version. It loads itself anew, once. */
async function loadView(view: View): Promise<void> {
  try {
    loaded.set(view.path, (await view.load()).default);
    sessionStorage.removeItem(reloadMark);
  } catch (error) {
    if (sessionStorage.getItem(reloadMark) !== null) throw error;
    sessionStorage.setItem(reloadMark, "now");
    location.reload();
  }
}

/** Whether the page has loaded itself anew for a new version. */
export function wasReloaded(): boolean {
  return sessionStorage.getItem(reloadMark) !== null;
}
