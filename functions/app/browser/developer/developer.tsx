/** The view for those who write programs: keys, webhooks, and a token for the command line. */
import { useState } from "preact/hooks";
import type { ApiKey } from "../../../../shared/client/types.ts";
import { useAnswer } from "../data/answers.ts";
import { call } from "../data/calls.ts";
import { notify } from "../frame/notices.ts";
import { ErrorMessage } from "../parts/error-message.tsx";
import { FormDialog } from "../parts/form-dialog.tsx";
import { Moment } from "../parts/moment.tsx";
import { base, linkTo } from "../router.ts";
import { WebhookList } from "./webhook-list.tsx";
import "../shared-parts.ts";

export default function Developer() {
  return (
    <section class="page">
      <h1>Developer</h1>
      <p>
        Your programs find the API at <code>{location.origin + base}</code>. Read how in the{" "}
        <a href={`${base}/docs/guides/sign-in-and-keys`}>guides</a> and in the <a href={`${base}/docs`}>reference</a>.
      </p>
      <KeyList />
      <WebhookList />
      <SessionToken />
    </section>
  );
}

const permissions = { read: "Read only", full: "Full access" } as const;
const label = { name: "label", label: "Label", hint: "Such as the name of the program" };
const newKey = [label, { name: "permission", label: "Permission", choices: permissions }];

function KeyList() {
  const { body, error, refresh } = useAnswer("listApiKeys", {});
  const create = async (values: FormData) => {
    const permission = values.get("permission") as ApiKey["permission"];
    return (await call("createApiKey", { label: String(values.get("label")), permission })).body.secret;
  };
  return (
    <section>
      <div class="row">
        <div>
          <h2>API keys</h2>
          <p class="quiet">An account has at most five keys. To make another one, delete one that nobody uses.</p>
        </div>
        <FormDialog opener="New key" action="Create" look="first" fields={newKey} secret="key" send={create} />
      </div>
      <ErrorMessage error={error} retry={refresh} />
      {!body && !error && <div class="grey-bar" />}
      <ul class="rows">
        {body?.apiKeys.map((key) => (
          <KeyRow key={key.id} {...key} />
        ))}
      </ul>
    </section>
  );
}

function KeyRow({ id, label: current, permission, keyPrefix, createdAt, lastUsedAt }: ApiKey) {
  const rename = (values: FormData) => call("patchApiKey", { id, label: String(values.get("label")) });
  const remove = async () => {
    await call("deleteApiKey", { id });
    notify({ text: `The key "${current}" is deleted.` });
  };
  return (
    <li class="row">
      <div>
        <strong>{current}</strong>
        <p class="quiet">
          <code>{keyPrefix}</code> {permissions[permission]} · made <Moment iso={createdAt} /> ·{" "}
          {lastUsedAt ? "last used " : "never used"}
          {lastUsedAt && <Moment iso={lastUsedAt} />}
        </p>
      </div>
      <a class="button" href={linkTo(`/settings/activity?by=${id}`)}>
        Activity
      </a>
      <FormDialog opener="Rename" fields={[{ ...label, value: current }]} send={rename} />
      <FormDialog opener="Delete" title={`Delete the key "${current}"?`} look="danger" send={remove}>
        <p>A program that uses it is refused at once. This can't be undone.</p>
      </FormDialog>
    </li>
  );
}

/** The token is not kept: it goes with the dialog. */
function SessionToken() {
  const [end, setEnd] = useState("");
  const show = async () => {
    const { body } = await call("showSessionToken");
    setEnd(new Date(body.expiresAt).toLocaleString());
    return body.token;
  };
  return (
    <section class="row">
      <div>
        <h2>Command line</h2>
        <p class="quiet">For a short time, a program that has a session token can do all that you can do.</p>
      </div>
      <FormDialog opener="Show a session token" secret={`session token, which expires at ${end},`} send={show}>
        <p>A key is safer, because you can delete it.</p>
      </FormDialog>
    </section>
  );
}
