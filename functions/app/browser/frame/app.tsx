/** The whole page: the welcome of those who are signed out, or navigation and view. */
import { useEffect, useLayoutEffect } from "preact/hooks";
import { madeCalls } from "../data/calls.ts";
import { session, wasSignedIn } from "../data/session.ts";
import { address, linkTo, open } from "../router.ts";
import { findView, places } from "../views.ts";
import { ApiDrawer } from "./api-drawer.tsx";
import { KeysDialog } from "./keys.tsx";
import { LoadedView } from "./loaded-view.tsx";
import { Navigation } from "./navigation.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { StatusBar } from "./status-bar.tsx";
import { Welcome } from "./welcome.tsx";

export function App() {
  // The view of a person who was signed in does not wait for the answer.
  const isSignedIn = session.value?.signedIn ?? (wasSignedIn() ? true : undefined);
  if (isSignedIn === undefined)
    return (
      <main>
        <StatusBar />
      </main>
    );
  if (!isSignedIn) return <Welcome />;
  return (
    <div class="app">
      <a class="skip" href="#view">
        Skip to the content
      </a>
      <Navigation />
      <main id="view" tabIndex={-1}>
        <StatusBar />
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
    if (path === "" && places[0]) open(places[0].path, { replace: true });
    document.title = view ? `${view.title} - Contacts` : "Contacts";
  }, [path, view]);
  useLayoutEffect(() => {
    // The calls of the new view have begun, and are listed when they are answered.
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
