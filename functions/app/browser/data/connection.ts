/** Whether the service can be reached. */
import { signal } from "@preact/signals";

/** Whether the last request got no answer. */
export const isOffline = signal(!navigator.onLine);
addEventListener("offline", () => {
  isOffline.value = true;
});
addEventListener("online", () => {
  isOffline.value = false;
});

/** `fetch`, which notes whether there is an answer. */
export const reach: typeof fetch = async (url, init) => {
  try {
    const response = await fetch(url, init);
    isOffline.value = false;
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) isOffline.value = true;
    throw error;
  }
};
