import { Worker } from "node:worker_threads";
import { afterEach, expect, it, vi } from "vitest";
import { encodeAvatar } from "../../../infra/local/lambda/picture-threads.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A single white pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==",
  "base64",
);

it("a thread encodes one picture after the other, and ends some seconds after the last one", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const started = vi.spyOn(Worker.prototype, "postMessage");
  const ended = vi.spyOn(Worker.prototype, "terminate");
  const first = await encodeAvatar(picture);
  vi.advanceTimersByTime(9_000);
  expect(await encodeAvatar(picture)).toEqual(first);
  vi.advanceTimersByTime(9_000);
  expect(new Set(started.mock.contexts).size).toBe(1);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(ended.mock.contexts).toContain(started.mock.contexts[0]);
  expect(await encodeAvatar(picture)).toEqual(first);
});
