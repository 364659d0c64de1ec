/** The app: starts the page, and shows the view of the address. */
import { render } from "preact";
import { watchChanges } from "./data/change-feed.ts";
import { checkSession } from "./data/session.ts";
import { App } from "./frame/app.tsx";
import { startRouter } from "./router.ts";
import "./styles.css";

startRouter();
watchChanges();
void checkSession();
render(<App />, document.body);

// What several views use is in the files of the frame. Otherwise it would be in one more file, which the first view waits for.
export * from "./data/answers.ts";
export * from "./data/task.ts";
export * from "./parts/field.tsx";
export * from "./parts/form-dialog.tsx";
export * from "./parts/moment.tsx";
