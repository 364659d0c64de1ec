/** Which credential the calls of the page carry: a key that was entered for this tab, else the session of the browser. */
import { useEffect, useState } from "preact/hooks";

const keyName = "docs.key";

const storedKey = () => sessionStorage.getItem(keyName) ?? "";

/** The credential of a call. With a key, the cookie is not sent, so that the answer is that to the key. */
export function credentialOf(): { credentials: RequestCredentials; headers?: { authorization: string } } {
  const key = storedKey();
  return key === ""
    ? { credentials: "same-origin" }
    : { credentials: "omit", headers: { authorization: `Bearer ${key}` } };
}

interface State {
  text: string;
  isFault?: boolean;
  /** Nobody is signed in, so the page says where to do it. */
  isOpen?: boolean;
}

/** `api`: the path of the API. */
export function Credential({ api }: { api: string }) {
  const [key, setKey] = useState(storedKey);
  const [state, setState] = useState<State>({ text: "" });
  const signIn = `${api}/session/sign-in?${new URLSearchParams({ returnTo: `/docs${location.hash}` })}`;
  const check = () =>
    checkCredential(api).then(setState, () => setState({ text: "The service does not answer.", isFault: true }));
  useEffect(() => void check(), []);

  function use(text: string): void {
    setKey(text);
    // A header can't contain other characters.
    if (/[^!-~]/.test(text)) {
      setState({ text: "A key has no such characters.", isFault: true });
      return;
    }
    if (text === "") sessionStorage.removeItem(keyName);
    else sessionStorage.setItem(keyName, text);
    check();
  }

  return (
    <form
      class="credential"
      onSubmit={(event) => {
        event.preventDefault();
        use(key.trim());
      }}
    >
      <label>
        <span>API key or session token</span>
        <input
          type="password"
          autocomplete="off"
          spellcheck={false}
          value={key}
          aria-invalid={state.isFault}
          aria-describedby="credential-state"
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      <button type="submit">Use</button>
      {storedKey() !== "" && (
        <button type="button" onClick={() => use("")}>
          Forget
        </button>
      )}
      <p id="credential-state" role="status" class={state.isFault ? "fault" : "quiet"}>
        {state.text}
        {state.isOpen && (
          <>
            {" "}
            <a href={signIn}>Sign in</a>, or make a key in the app under <a href={`${api}/app/developer`}>Developer</a>{" "}
            and enter it here. It stays in this tab.
          </>
        )}
      </p>
    </form>
  );
}

/** Asks the API, so that a wrong key is found out before a call fails. */
async function checkCredential(api: string): Promise<State> {
  if (storedKey() === "") {
    const { signedIn, email } = await (await fetch(`${api}/session`)).json();
    if (signedIn) return { text: `Calls carry your session${email ? ` (${email})` : ""}.` };
    return { text: "Calls carry no credential, so only public routes answer.", isOpen: true };
  }
  const response = await fetch(`${api}/contacts?limit=1&fields=id`, credentialOf());
  if (response.ok) return { text: "Calls carry this key. It works, and it stays in this tab." };
  const { error } = await response.json();
  return { text: `The key does not work: ${error.message}`, isFault: true, isOpen: response.status === 401 };
}
