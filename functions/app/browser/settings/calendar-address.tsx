/** The secret address from which calendar programs read all dates. */
import type { ComponentChildren } from "preact";
import { call } from "../data/calls.ts";
import { notify } from "../frame/notices.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { Moment } from "../parts/moment.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";

export function CalendarAddress({ createdAt }: { createdAt: string | null }) {
  const create = async (_: FormData, show: (content: ComponentChildren) => void) => {
    const { body } = await call("createCalendarToken");
    show(<ShownOnce name="calendar address" text={body.url} />);
  };
  const remove = async () => {
    await call("deleteCalendarToken");
    notify({ text: "The calendar address is removed." });
  };
  return (
    <section aria-labelledby="calendar">
      <h2 id="calendar">Calendar</h2>
      <p>Your calendar program can show the birthdays and other dates of all contacts. It needs a secret address.</p>
      <div class="rows">
        <div class="row">
          <p>
            {createdAt === null ? (
              "There is no address now."
            ) : (
              <>
                The address was created <Moment iso={createdAt} />.
              </>
            )}
          </p>
          {/* It is the same dialog in both cases, because it shows the address after there is one. */}
          <FormDialog
            opener={createdAt === null ? "Create a calendar address" : "Replace"}
            title="Calendar address"
            action="Create"
            send={create}
          >
            {() => (
              <p>
                Everybody who knows the address can read the dates.
                {createdAt !== null && " The old address stops working at once."}
              </p>
            )}
          </FormDialog>
          {createdAt !== null && (
            <FormDialog
              opener="Remove"
              title="Remove the calendar address?"
              action="Remove"
              look="danger"
              isDangerous
              send={remove}
            >
              {() => <p>Calendars that use it get nothing any more. You can create another address.</p>}
            </FormDialog>
          )}
        </div>
      </div>
    </section>
  );
}
