/**
 * What several views use. The start of the page and each view import all of it, because esbuild makes a file for each set of views
 * that have something in common, and the first view would wait for several.
 */
import "../../../shared/platform/text/fold.ts";
import "./data/answers.ts";
import "./data/task.ts";
import "./data/work.ts";
import "./frame/notices.ts";
import "./history/change-days.tsx";
import "./history/change-row.tsx";
import "./history/labels.ts";
import "./history/undo-dialog.tsx";
import "./parts/avatar.tsx";
import "./parts/bars.tsx";
import "./parts/shared-words.ts";
import "./parts/error-message.tsx";
import "./parts/field.tsx";
import "./parts/form-dialog.tsx";
import "./parts/moment.tsx";
import "./parts/value-lines.ts";
import "./settings/saved-field.tsx";
import "./settings/export-file.ts";
