/** The key that was entered on a page, for its calls. It is kept for this tab only, and never in an address. */

const keyName = "docs.key";

export function storedKey() {
  return sessionStorage.getItem(keyName) ?? "";
}

/** Wires the form of the key: `use()` after one was entered or forgotten, `refuse(words)` of what can't be one. */
export function followKeyForm({ use, refuse }) {
  const field = document.getElementById("key");
  field.value = storedKey();
  document.getElementById("credential").addEventListener("submit", (event) => {
    event.preventDefault();
    const key = field.value.trim();
    // What no header can carry is no key, and must not look like a fault of the network.
    if (/[^!-~]/.test(key)) return refuse("A key has no such characters.");
    keep(key);
  });
  document.getElementById("forget").addEventListener("click", () => {
    field.value = "";
    keep("");
  });

  function keep(key) {
    if (key === "") sessionStorage.removeItem(keyName);
    else sessionStorage.setItem(keyName, key);
    field.ariaInvalid = null;
    use();
  }
}
