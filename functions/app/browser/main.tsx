/** The app: starts the page, and shows the view of the address. */
import { render } from "preact";
import { watchChanges } from "./data/change-feed.ts";
import { startSession } from "./data/session.ts";
import { App } from "./frame/app.tsx";
import { startRouter } from "./router.ts";
import "./styles.css";

startRouter();
watchChanges();
void startSession();
render(<App />, document.body);
