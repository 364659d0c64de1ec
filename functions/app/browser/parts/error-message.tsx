/** An error where it belongs, with a way on. */
import type { ApiError } from "../../../../shared/client/api-error.ts";
import { errorText } from "./error-text.ts";
import { SignInLink } from "./sign-in-link.tsx";

export function ErrorMessage({ error, retry }: { error: ApiError | undefined; retry?: (() => void) | undefined }) {
  if (!error) return null;
  return (
    <p class="message fault" role="alert">
      {errorText(error)} {error.code === "auth_required" && <SignInLink />}{" "}
      {/* What is not there does not come by itself, and each view that names something by its address has a way to the others. */}
      {retry && error.status !== 404 && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </p>
  );
}
