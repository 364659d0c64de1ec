/** The view of what belongs to the account itself. */
import { useAnswer } from "../data/answers.ts";
import { signOut } from "../data/session.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { AccountFields } from "./account-fields.tsx";
import { CalendarAddress } from "./calendar-address.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { ExportList } from "./export-list.tsx";
import { ReceiptList } from "./receipt-list.tsx";
import { ReminderFields } from "./reminder-fields.tsx";

export default function Settings() {
  const account = useAnswer("getAccount", {});
  const settings = useAnswer("getSettings", {});
  const error = account.error ?? settings.error;
  const retry = () => {
    account.refresh();
    settings.refresh();
  };
  return (
    <section class="page">
      <h1>Settings</h1>
      <p class="quiet">What you change is saved at once.</p>
      <ErrorMessage error={error} retry={retry} />
      {account.body && settings.body ? (
        <>
          <AccountFields account={account.body} settings={settings.body} />
          <ReminderFields settings={settings.body} />
          <CalendarAddress createdAt={settings.body.calendarTokenCreatedAt} />
        </>
      ) : (
        !error && <div class="grey-bar tall" />
      )}
      <ExportList />
      <ReceiptList />
      {account.body && <DeleteAccount account={account.body} />}
      {/* The rail of wide screens has this button. */}
      <p class="of-phone">
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      </p>
    </section>
  );
}
