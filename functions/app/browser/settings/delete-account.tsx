/** The deletion of the account, which its owner confirms by typing the address. */
import type { Account } from "../../../../shared/client/types.ts";
import { call } from "../data/calls.ts";
import { signOut } from "../data/session.ts";
import { Field } from "../parts/field.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";

export function DeleteAccount({ account: { email, id } }: { account: Account }) {
  const word = email ?? id;
  const send = async (values: FormData) => {
    await call("deleteAccount", { confirm: String(values.get("confirm")).trim() });
    signOut();
  };
  return (
    <section aria-labelledby="delete-account">
      <h2 id="delete-account">Delete the account</h2>
      <p>All contacts and everything else in the account are deleted for good. Export it first if you want a copy.</p>
      <FormDialog
        opener="Delete the account"
        title="Delete the account?"
        action="Delete everything"
        look="danger"
        isDangerous
        fields={["confirm"]}
        send={send}
      >
        {(faultOf) => (
          <>
            <p>
              This can't be undone. Keys and links stop working at once, you are signed out, and a mail confirms it.
            </p>
            <Field label={`Type ${word} to confirm`} fault={faultOf("confirm")}>
              {(attributes) => (
                <input {...attributes} name="confirm" required autoComplete="off" autoCapitalize="none" />
              )}
            </Field>
          </>
        )}
      </FormDialog>
    </section>
  );
}
