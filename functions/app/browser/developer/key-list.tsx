/** The keys of the account, which are made, renamed and deleted here. */
import type { ComponentChildren } from "preact";
import type { ApiKey, ApiKeyInput } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { notify } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { Field } from "../parts/field.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { Moment } from "../parts/moment.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";

/** What a key may do, by its permission. The first one is chosen at first. */
const permissions = {
  read: ["Read only", "The program sees everything and changes nothing."],
  full: ["Full access", "The program may change and delete, too."],
} as const satisfies Record<ApiKey["permission"], unknown>;

export function KeyList() {
  const { body, error, refresh } = useAnswer("listApiKeys", {});
  return (
    <section aria-labelledby="api-keys">
      <header class="section-head">
        <h2 id="api-keys">API keys</h2>
        <NewKey />
      </header>
      <p class="quiet">An account has at most five keys. To make another one, delete one that nobody uses.</p>
      <ErrorMessage error={error} retry={refresh} />
      {!body && !error && <div class="grey-bar" />}
      {body?.totalCount === 0 && (
        <p>You have no keys yet. Make one for each program, so that you can end each alone.</p>
      )}
      <ul class="rows">
        {body?.apiKeys.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </ul>
    </section>
  );
}

function NewKey() {
  const send = async (values: FormData, show: (content: ComponentChildren) => void) => {
    const permission = values.get("permission") as ApiKey["permission"];
    const { body } = await call("createApiKey", { ...labelOf(values), permission });
    show(<ShownOnce name="key" text={body.secret} />);
  };
  return (
    <FormDialog
      opener="New key"
      title="New key"
      action="Create"
      look="first"
      shortcut="n"
      fields={["label"]}
      send={send}
    >
      {(faultOf) => (
        <>
          <LabelField fault={faultOf("label")} hint="Such as the name of the program" />
          <fieldset class="choices">
            <legend>Permission</legend>
            {Object.entries(permissions).map(([permission, [title, words]], index) => (
              <div key={permission}>
                <label class="choice">
                  <input type="radio" name="permission" value={permission} defaultChecked={index === 0} /> {title}
                </label>
                <p class="quiet">{words}</p>
              </div>
            ))}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

function KeyRow({ apiKey: { id, label, permission, keyPrefix, createdAt, lastUsedAt } }: { apiKey: ApiKey }) {
  const remove = async () => {
    await call("deleteApiKey", { id });
    notify({ text: `The key "${label}" is deleted.` });
  };
  const rename = (values: FormData) => call("patchApiKey", { id, ...labelOf(values) });
  return (
    <li class="row">
      <div>
        <strong>{label}</strong>
        <p class="quiet">
          <code>{keyPrefix}</code> {permissions[permission][0]} · made <Moment iso={createdAt} /> ·{" "}
          {lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              last used <Moment iso={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <FormDialog opener="Rename" title="Rename the key" action="Save" fields={["label"]} send={rename}>
        {(faultOf) => <LabelField fault={faultOf("label")} current={label} />}
      </FormDialog>
      <FormDialog
        opener="Delete"
        title={`Delete the key "${label}"?`}
        action="Delete"
        look="danger"
        isDangerous
        send={remove}
      >
        {() => <p>A program that uses it is refused at once. This can't be undone.</p>}
      </FormDialog>
    </li>
  );
}

function LabelField({ fault, hint, current }: { fault: string | undefined; hint?: string; current?: string }) {
  return (
    <Field label="Label" fault={fault} {...(hint !== undefined && { hint })}>
      {(attributes) => (
        <input {...attributes} name="label" defaultValue={current ?? ""} required maxLength={100} autoComplete="off" />
      )}
    </Field>
  );
}

function labelOf(values: FormData): Pick<ApiKeyInput, "label"> {
  return { label: String(values.get("label")) };
}
