/** The key that was entered on a page. It is kept only for this tab, and it is never part of an address. */

const keyName = "docs.key";

export function storedKey() {
  return sessionStorage.getItem(keyName) ?? "";
}

/** Submits the key form if its key was typed or changed, and not submitted. */
export function submitTypedKey() {
  if (document.getElementById("key").value.trim() !== storedKey())
    document.getElementById("credential").requestSubmit();
}

/** Handles the key form: calls `use()` when the key changes, and `refuse(message)` for a text that can't be a key. */
export function handleKeyForm({ use, refuse }) {
  const field = document.getElementById("key");
  field.value = storedKey();
  document.getElementById("credential").addEventListener("submit", (event) => {
    event.preventDefault();
    const key = field.value.trim();
    // A header can't contain other characters, and `fetch` would report them like a network error.
    if (/[^!-~]/.test(key)) return refuse("A key has no such characters.");
    storeKey(key);
  });
  document.getElementById("forget").addEventListener("click", () => {
    field.value = "";
    storeKey("");
  });

  function storeKey(key) {
    if (key === "") sessionStorage.removeItem(keyName);
    else sessionStorage.setItem(keyName, key);
    field.ariaInvalid = null;
    use();
  }
}
