/** Name, time zone and language of the account. */
import { useMemo } from "preact/hooks";
import type { Account, Settings } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { SavedField } from "./saved-field.tsx";
import { zonesByRegion } from "./settings-words.ts";

export function AccountFields({ account, settings }: { account: Account; settings: Settings }) {
  const { timezone, language } = settings;
  const regions = useMemo(() => zonesByRegion(Intl.supportedValuesOf("timeZone"), timezone), [timezone]);
  return (
    <>
      <SavedField
        label="Name"
        hint="Mails use it for you"
        value={account.name}
        save={(name) => call("patchAccount", { name })}
      >
        {(attributes) => <input {...attributes} autoComplete="name" />}
      </SavedField>
      <SavedField
        label="Time zone"
        hint="The days and times of reminders are in this zone"
        value={timezone}
        save={(next) => call("patchSettings", { timezone: next })}
      >
        {(attributes) => (
          <select {...attributes}>
            {[...regions].map(([region, zones]) => (
              <optgroup key={region} label={region}>
                {zones.map(({ zone, town }) => (
                  <option key={zone} value={zone}>
                    {town}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </SavedField>
      <SavedField
        label="Language"
        hint="A language tag, such as cs-CZ. Mails and the calendar are in English if they don't know the language"
        value={language}
        save={(next) => call("patchSettings", { language: next })}
      >
        {(attributes) => (
          <>
            <input {...attributes} list="languages" spellcheck={false} />
            <datalist id="languages">
              {navigator.languages.map((tag) => (
                <option key={tag} value={tag} />
              ))}
            </datalist>
          </>
        )}
      </SavedField>
    </>
  );
}
