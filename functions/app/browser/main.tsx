/** The app: starts the page, and shows the view of the address. */
import { render } from "preact";
import { watchChanges } from "./data/change-feed.ts";
import { checkSession } from "./data/session.ts";
import { App } from "./frame/app.tsx";
import { startRouter } from "./router.ts";
import "./shared-parts.ts";
import "./styles.css";

startRouter();
watchChanges();
void checkSession();
render(<App />, document.body);
