/** An error where it belongs, with a way on. */
import type { ApiError } from "../../../../shared/client/api-error.ts";
import { errorText } from "./error-text.ts";

export function ErrorMessage({ error, retry }: { error: ApiError | undefined; retry?: () => void }) {
  if (!error) return null;
  return (
    <p class="message fault" role="alert">
      {errorText(error)}{" "}
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </p>
  );
}
