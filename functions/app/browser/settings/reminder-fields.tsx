/** The reminders, and whether their mails arrive. */
import { useEffect, useState } from "preact/hooks";
import type { Settings, SettingsPatch } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { useTask } from "../data/task.ts";
import { notify } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { SavedField } from "./saved-field.tsx";
import { canTryAgain, mailText } from "./settings-words.ts";

const leapDays = { feb28: "28 February", mar1: "1 March" } as const;

export function ReminderFields({ settings }: { settings: Settings }) {
  const { remindersEnabled, reminderSendTime, leapDay } = settings;
  const { isBusy, error, run } = useTask();
  const [draft, setDraft] = useState<boolean>();
  useEffect(() => setDraft(undefined), [settings]);
  const switchTo = (next: boolean) => call("patchSettings", { remindersEnabled: next });
  const toggle = async (next: boolean) => {
    setDraft(next);
    const isSaved = await run(() => switchTo(next));
    const undo = async () => void (await switchTo(!next));
    if (isSaved) notify({ text: `Reminders are switched ${next ? "on" : "off"}.`, undo });
    else setDraft(undefined);
  };
  return (
    <section aria-labelledby="reminders">
      <h2 id="reminders">Reminders</h2>
      <label class="choice">
        <input
          type="checkbox"
          checked={draft ?? remindersEnabled}
          onChange={({ currentTarget }) => toggle(currentTarget.checked)}
        />{" "}
        Send reminders by mail
      </label>
      <p class={canTryAgain(settings) ? "fault" : "quiet"}>{mailText(settings)}</p>
      {canTryAgain(settings) && (
        <button type="button" disabled={isBusy} onClick={() => run(() => switchTo(true))}>
          Try this address again
        </button>
      )}
      <ErrorMessage error={error} />
      <SavedField
        label="Time of day"
        hint="Reminders of a day are sent from this time on"
        value={reminderSendTime}
        save={(next) => call("patchSettings", { reminderSendTime: next })}
      >
        {(attributes) => <input {...attributes} type="time" />}
      </SavedField>
      <SavedField
        label="Dates of 29 February"
        hint="When they are observed in years without this day"
        value={leapDay}
        save={(next) => call("patchSettings", { leapDay: next } as SettingsPatch)}
      >
        {(attributes) => (
          <select {...attributes}>
            {Object.entries(leapDays).map(([day, words]) => (
              <option key={day} value={day}>
                {words}
              </option>
            ))}
          </select>
        )}
      </SavedField>
    </section>
  );
}
