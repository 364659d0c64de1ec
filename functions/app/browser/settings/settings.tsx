/** The view of what belongs to the account itself. */
import type { Settings } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { signOut } from "../data/session.ts";
import { usePolling } from "../data/task.ts";
import { attempt, notify } from "../frame/notices.ts";
import { Bars } from "../parts/bars.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { Moment } from "../parts/moment.tsx";
import { linkTo } from "../router.ts";
import { ExportList } from "./export-list.tsx";
import { SavedField } from "./saved-field.tsx";
import { isMoving, mailText, receiptText } from "./settings-words.ts";
import "../shared-parts.ts";

const latestImports = { limit: 200 };

export default function SettingsView() {
  const { body: account, error } = useAnswer("getAccount", {});
  const { body: settings, error: fault } = useAnswer("getSettings", {});
  // The list below is there later. Its answer is on its way by then.
  useAnswer("listImportReceipts", latestImports);
  if (!(account && settings) && !(error ?? fault)) return <Bars title="Settings" />;
  return (
    <section class="page">
      <h1>Settings</h1>
      <ErrorMessage error={error ?? fault} />
      {account && settings && (
        <>
          <SavedField label="Name" value={account.name} save={(name) => call("patchAccount", { name })} />
          <SavedField
            label="Time zone"
            value={settings.timezone}
            options={Intl.supportedValuesOf("timeZone")}
            save={(timezone) => call("patchSettings", { timezone })}
          />
          <SavedField
            label="Language"
            hint="A tag such as cs-CZ. Mails and the calendar are in English if they don't know the language"
            value={settings.language}
            options={navigator.languages}
            save={(language) => call("patchSettings", { language })}
          />
          <Reminders {...settings} />
          <CalendarAddress createdAt={settings.calendarTokenCreatedAt} />
        </>
      )}
      <h2>Groups and tags</h2>
      <p>
        Add, rename and delete <a href={linkTo("/settings/groups-and-tags")}>groups and tags</a>, and see who is in
        them.
      </p>
      <h2>Nothing is final</h2>
      <p>
        For 30 days, you can see and take back what was changed under{" "}
        <a href={linkTo("/settings/activity")}>Activity</a>, and restore what was deleted from the{" "}
        <a href={linkTo("/settings/trash")}>Trash</a>.
      </p>
      <ExportList />
      <ReceiptList />
      {account && <AccountDeletion word={account.email ?? account.id} />}
      {/* Wide screens have this button in their rail. */}
      <button type="button" class="of-phone" onClick={signOut}>
        Sign out
      </button>
    </section>
  );
}

function Reminders(settings: Settings) {
  const { remindersEnabled } = settings;
  const switchTo = async (next: boolean) => void (await call("patchSettings", { remindersEnabled: next }));
  const toggle = async () => {
    await switchTo(!remindersEnabled);
    const text = `Reminders are switched ${remindersEnabled ? "off" : "on"}.`;
    notify({ text, undo: () => switchTo(remindersEnabled) });
  };
  return (
    <section class="rows">
      <h2>Reminders</h2>
      <SavedField
        label="Time of day"
        hint="Reminders of a day are sent from this time on"
        type="time"
        value={settings.reminderSendTime}
        save={(reminderSendTime) => call("patchSettings", { reminderSendTime })}
      />
      <div class="row">
        <p class={settings.mailStatus === "ok" ? undefined : "fault"}>{mailText(settings)}</p>
        <button type="button" onClick={() => attempt(toggle)}>
          Switch reminders {remindersEnabled ? "off" : "on"}
        </button>
      </div>
    </section>
  );
}

/** The secret address from which calendar programs read all dates. */
function CalendarAddress({ createdAt }: { createdAt: string | null }) {
  const create = async () => (await call("createCalendarToken")).body.url;
  const remove = async () => {
    await call("deleteCalendarToken");
    notify({ text: "The calendar address is removed." });
  };
  const opener = createdAt === null ? "Create an address" : "Replace";
  return (
    <section class="rows">
      <h2>Calendar</h2>
      <div class="row">
        <p>
          Your calendar program can show all birthdays and other dates from a secret address
          {createdAt && ", which was created "}
          {createdAt && <Moment iso={createdAt} />}.
        </p>
        {/* It is the same dialog in both cases, because it shows the address after there is one. */}
        <FormDialog opener={opener} title="Calendar address" secret="address" send={create}>
          <p>Everybody who knows the address can read the dates. An earlier address stops working at once.</p>
        </FormDialog>
        {createdAt && (
          <FormDialog opener="Remove" title="Remove the address?" look="danger" send={remove}>
            <p>Calendars that use it get nothing any more. You can create another address.</p>
          </FormDialog>
        )}
      </div>
    </section>
  );
}

/** The imports of the last 30 days. */
function ReceiptList() {
  const { body, error, refresh } = useAnswer("listImportReceipts", latestImports);
  usePolling(body?.receipts.some(isMoving) ?? false, refresh);
  const undo = async (id: string) => {
    await call("undoImport", { id });
    refresh();
    notify({ text: "The import is being undone. What was changed since stays." });
  };
  return (
    <section>
      <h2>Imports</h2>
      <p class="quiet">Each import of the last 30 days can be undone. Importing the file again brings it back.</p>
      <ErrorMessage error={error} retry={refresh} />
      <ul class="rows">
        {body?.receipts.map(({ id, fileNames, source, startedAt, ...receipt }) => (
          <li key={id} class="row">
            <div>
              <a href={linkTo(`/import/receipts/${id}`)}>{fileNames.join(", ") || source}</a>
              <p class="quiet">
                <Moment iso={startedAt} /> · {receiptText(receipt)}
              </p>
              {isMoving(receipt) && <progress aria-label="Progress of the import" />}
            </div>
            {(receipt.status === "done" || receipt.status === "failed") && (
              <button type="button" onClick={() => attempt(() => undo(id))}>
                Undo import
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `word` is what its owner types to confirm it. */
function AccountDeletion({ word }: { word: string }) {
  const field = { name: "confirm", label: `Type ${word} to confirm` };
  const send = async (values: FormData) => {
    await call("deleteAccount", { confirm: String(values.get("confirm")).trim() });
    signOut();
  };
  return (
    <section>
      <h2>Delete the account</h2>
      <p>All contacts and everything else in the account are deleted for good. Export it first if you want a copy.</p>
      <FormDialog opener="Delete the account" action="Delete everything" look="danger" fields={[field]} send={send}>
        <p>This can't be undone. Keys and links stop working at once, you are signed out, and a mail confirms it.</p>
      </FormDialog>
    </section>
  );
}
